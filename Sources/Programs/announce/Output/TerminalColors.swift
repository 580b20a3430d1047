import Glibc
import System

extension Environment {
    /// Whether the terminal can neither show colours nor move the cursor.
    static var isTerminalDumb: Bool { value("TERM") ?? "dumb" == "dumb" }
}

/// Colours for terminals that support them. Off if NO_COLOR is set (https://no-color.org), and in pipes and files.
struct TerminalColors {
    enum Color: Int { case red = 31, green, yellow, cyan = 36 }

    private let isOn: Bool

    init(of descriptor: CInt = STDOUT_FILENO) {
        isOn = isatty(descriptor) == 1 && Environment.value("NO_COLOR") == nil && !Environment.isTerminalDumb
    }

    func colored(_ text: String, _ color: Color?) -> String {
        guard isOn, let color else { return text }
        return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
    }

    func faint(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
