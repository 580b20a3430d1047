/// A moment on a clock that only runs forward, in nanoseconds from a beginning of its own. Callers say what time it is.
package struct Instant: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment `seconds` after the beginning.
    package init(seconds: Double) {
        nanoseconds = Int64((seconds * 1e9).rounded())
    }

    package var seconds: Double { Double(nanoseconds) / 1e9 }

    package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The moment `seconds` later, at most three centuries after the beginning.
    package static func + (instant: Instant, seconds: Double) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + Int64((min(max(seconds, 0), 4e9) * 1e9).rounded()))
    }

    /// The seconds from `b` to `a`.
    package static func - (a: Instant, b: Instant) -> Double { Double(a.nanoseconds - b.nanoseconds) / 1e9 }
}
