import Glibc
import Messages

/// What a command tells people besides what it prints.
enum StandardError {
    /// Writes a line; a closed standard error is nobody's loss. What others wrote into it does nothing to a terminal.
    static func print(_ line: String) {
        let bytes = Array("\(StandardOutput.visible(line))\n".utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Writes what the daemon finds odd about a request, a line each.
    static func print(warnings: [Warning]) {
        for warning in warnings { print("announce: warning: \(warning.message)") }
    }
}
