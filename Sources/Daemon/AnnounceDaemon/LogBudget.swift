import SpeechQueue

/// Limits the log lines that clients, voices and devices can cause repeatedly, however much these lines vary: after a burst, one line is
/// allowed every few seconds, so that the journal does not fill up.
struct LogBudget: Sendable {
    /// The maximum burst.
    private static let most = 60.0
    /// Seconds until another line is allowed.
    private static let secondsForOne = 10.0

    private var left = most
    private var counted: Instant?
    private var omitted = 0

    /// Requests permission to write a line.
    /// - Returns: the number of lines left out since the last written one; nil if this line must be left out too.
    mutating func spend(at now: Instant) -> Int? {
        left = min(Self.most, left + (counted.map { now - $0 } ?? 0) / Self.secondsForOne)
        counted = now
        guard left >= 1 else {
            omitted += 1
            return nil
        }
        left -= 1
        defer { omitted = 0 }
        return omitted
    }
}
