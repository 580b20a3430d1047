/// A moment on a monotonic clock, in nanoseconds since its start. Callers supply the time.
package struct Instant: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates the moment `seconds` after the clock's start.
    package init(seconds: Double) {
        nanoseconds = Int64((seconds * 1e9).rounded())
    }

    package var seconds: Double { Double(nanoseconds) / 1e9 }

    package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Returns the moment `seconds` later. Negative values count as 0. Values above 4e9, over a century, count as 4e9.
    package static func + (instant: Instant, seconds: Double) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + Int64((min(max(seconds, 0), 4e9) * 1e9).rounded()))
    }

    /// Returns the seconds from `b` to `a`.
    package static func - (a: Instant, b: Instant) -> Double { Double(a.nanoseconds - b.nanoseconds) / 1e9 }
}
