import JSONLines
import Messages
import TerminalText

/// The result of a check.
struct Finding: JSONFields {
    static var blank: Finding { .skipped("", "") }
    enum State: String, CaseIterable {
        case ok, failed
        /// Unknown, or irrelevant here.
        case skipped
    }

    /// The name of the check.
    var check: String
    var state: State
    var message: String
    /// The next step for the user.
    var advice: String?

    mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("check", &check)
        try fields.word("state", &state)
        try fields.required("message", &message)
        try fields.optional("advice", &advice)
    }

    static func ok(_ check: String, _ message: String) -> Finding { Finding(check: check, state: .ok, message: message) }

    static func failed(_ check: String, _ message: String, advice: String? = nil) -> Finding {
        Finding(check: check, state: .failed, message: message, advice: advice)
    }

    static func skipped(_ check: String, _ message: String, advice: String? = nil) -> Finding {
        Finding(check: check, state: .skipped, message: message, advice: advice)
    }

    func line(_ colors: TerminalColors) -> String {
        let mark =
            switch state {
            case .ok: colors.colored("✓", .green)
            case .failed: colors.colored("✗", .red)
            case .skipped: colors.faint("–")
            }
        let said = ([message] + [advice].compactMap { $0 }).map { text in text.last == "." ? String(text.dropLast()) : text }
        return "\(mark) \(check): " + said.joined(separator: "; ").visible
    }
}
