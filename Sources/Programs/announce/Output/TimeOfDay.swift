import Glibc

/// A moment in local time, to the millisecond.
struct TimeOfDay {
    /// `16:41:02.123`.
    let clock: String
    /// `2026-11-21T16:41:02.123+01:00` (RFC 3339).
    let internet: String

    /// - Parameter moment: seconds since 1970.
    init(_ moment: Double) {
        let milliseconds = Int((moment * 1000).rounded())
        var seconds = time_t(milliseconds / 1000)
        var local = unsafe tm()
        unsafe localtime_r(&seconds, &local)
        let (hour, minute, second) = unsafe (local.tm_hour, local.tm_min, local.tm_sec)
        let (year, month, day) = unsafe (Int(local.tm_year) + 1900, local.tm_mon + 1, local.tm_mday)
        let offset = unsafe local.tm_gmtoff / 60
        clock = "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second)).\(String(milliseconds % 1000 + 1000).dropFirst())"
        let zone = "\(offset < 0 ? "-" : "+")\(Self.two(abs(offset) / 60)):\(Self.two(abs(offset) % 60))"
        internet = "\(year)-\(Self.two(month))-\(Self.two(day))T\(clock)\(zone)"
    }

    /// Returns `16:41:02`, preceded by the date if that differs from the date of `now`.
    func brief(on now: TimeOfDay) -> String {
        let (date, today) = (internet.prefix(10), now.internet.prefix(10))
        return "\(date == today ? "" : "\(date) ")\(clock.prefix(8))"
    }

    private static func two(_ number: some BinaryInteger) -> String { String(String(Int(number) + 100).suffix(2)) }
}
