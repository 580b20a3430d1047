/// Says which of the same failures in a row are worth a line in the log: the first, the second, the fourth, the eighth … so that a voice that can't
/// be started does not fill the journal, and what is in the journal tells how often it was tried.
struct RepeatedFailure: Sendable {
    private var message: String?
    private var count = 0

    /// It has happened.
    /// - Returns: how often it has by now, in a row; nil if that need not be told.
    mutating func happened(_ message: String) -> Int? {
        if message != self.message { count = 0 }
        self.message = message
        count += 1
        return count & (count - 1) == 0 ? count : nil
    }

    /// All is well: the next failure is another one.
    mutating func end() {
        message = nil
        count = 0
    }
}
