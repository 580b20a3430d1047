import Glibc
import TerminalText

/// A program's messages to the user, apart from its output.
package enum StandardError {
    /// Writes a line; ignores a closed standard error.
    package static func print(_ line: String, end: String = "\n") { write(line.visible + end) }

    /// Writes a text of several lines.
    package static func print(lines: String) { write("\(lines.visibleLines)\n") }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
