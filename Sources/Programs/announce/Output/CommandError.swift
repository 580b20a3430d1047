import AnnounceClient
import ArgumentParser
import Messages
import System

extension CommandError {
    /// - Parameter sentence: the message, without the program's name.
    init(_ exitCode: ExitCode, _ sentence: String) { self.init(sentence, exitCode: exitCode.rawValue) }

    /// Creates the error from a command's error or a failed connection; nil for any other.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let failure as Connection.Failure: self.init(failure.exitCode, failure.sentence)
        default: return nil
        }
    }

    /// Returns the error for an announcement that was not heard.
    static func notHeard(_ reason: FinishReason) -> CommandError {
        let advice = reason.isFault ? "; `announce doctor` says what to do" : ""
        return CommandError(reason.isFault ? Exit.failed : Exit.notHeard, "not heard: \(reason.sentenceWithCode)\(advice)")
    }

    /// Prints the sentence on standard error.
    func report() { StandardError.print("announce: \(sentence)") }
}
