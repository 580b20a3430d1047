import Glibc
import Messages

/// A command's messages to people, besides its output.
enum StandardError {
    /// Writes a line; ignores a closed standard error. Control characters in others' text can't affect a terminal.
    static func print(_ line: String, end: String = "\n") {
        let bytes = Array("\(StandardOutput.visible(line))\(end)".utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Writes the daemon's warnings about a request, one per line.
    static func print(warnings: [Warning]) {
        for warning in warnings { print("announce: warning: \(warning.message)") }
    }
}
