import Glibc

/// Colours, on a terminal that has them; not where NO_COLOR is set (https://no-color.org), and not in a pipe or a file.
struct TerminalColors {
    enum Color: Int { case red = 31, green, yellow, cyan = 36 }

    private let isOn: Bool

    init(of descriptor: CInt = STDOUT_FILENO) {
        isOn = isatty(descriptor) == 1 && Variables.value("NO_COLOR") == nil && Variables.value("TERM").map { $0 != "dumb" } ?? false
    }

    func colored(_ text: String, _ color: Color?) -> String {
        guard isOn, let color else { return text }
        return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
    }

    func faint(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
