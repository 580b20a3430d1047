import SpeechQueue

/// How many lines may be written of what clients, voices and devices can bring about again and again: some at once, then one every now and
/// then, so that nothing of theirs fills the journal, however it varies.
struct LogBudget: Sendable {
    /// How many lines at once.
    private static let most = 60.0
    /// Seconds for one more.
    private static let secondsForOne = 10.0

    private var left = most
    private var counted: Instant?
    private var omitted = 0

    /// A line is due.
    /// - Returns: how many were left out since the last one that was written; nil if this one is to be left out too.
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
