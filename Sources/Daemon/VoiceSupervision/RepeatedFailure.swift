/// Decides which of several equal failures in a row to log: the first, the second, the fourth, the eighth … so that a voice that can't be
/// started does not fill the journal, and the journal still shows how often a start was tried.
package struct RepeatedFailure: Sendable {
    private var message: String?
    private var count = 0

    package init() {}

    /// Counts a failure.
    /// - Returns: the number of equal failures in a row; nil if this one need not be logged.
    package mutating func record(_ message: String) -> Int? {
        if message != self.message { count = 0 }
        self.message = message
        count += 1
        return count & (count - 1) == 0 ? count : nil
    }

    /// Records a success: the next failure begins a new count.
    package mutating func end() {
        message = nil
        count = 0
    }
}
