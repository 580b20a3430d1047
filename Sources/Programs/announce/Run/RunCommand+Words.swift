import Configuration
import Glibc
import Messages
import Narration
import System

// The sentences for the end of a command, in the language of the announcement.
extension RunCommand {
    /// The longest part of an error that is spoken, in characters.
    private static let longestError = 300

    var language: String { speech.language ?? LanguageTag(environment: Environment.value).text }
    private var name: String { command.first?.split(separator: "/").last.map(String.init) ?? "" }

    func finished(after seconds: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        // The daemon reads it as a duration (T3).
        let duration = "\(seconds / 3600):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        return sentence(.commandFinished, ["command": name, "duration": duration])
    }

    /// - Parameter signal: the signal that ended the command itself.
    func failed(_ code: Int32, _ error: String?, signal killer: CInt? = nil) -> String {
        let words = WordTables.words(for: language)
        // A shell reports its command's signal in the same way. Other codes may be the command's own: git's 129 means wrong usage.
        let signal = killer ?? code - 128
        let isCrash = [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP].contains(signal)
        let isNamed = killer != nil || isCrash || [SIGINT, SIGKILL, SIGTERM].contains(signal)
        let signalName = isNamed ? unsafe String(cString: strsignal(signal)).lowercased() : nil
        let outcome =
            if let signalName {
                sentence(isCrash ? .commandCrashed : .commandKilled, ["command": name, "signal": signalName])
            } else {
                sentence(.commandFailed, ["command": name, "code": "\(code)"])
            }
        guard let error else { return outcome }
        return outcome + words[.punctuationStop] + words[.punctuationSpace] + error.prefix(Self.longestError)
    }

    private func sentence(_ key: Words.Key, _ values: [String: String]) -> String {
        values.reduce(WordTables.words(for: language)[key]) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}
