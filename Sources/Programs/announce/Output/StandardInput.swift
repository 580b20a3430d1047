import Glibc
import TextLines

/// The text from standard input.
enum StandardInput {
    /// Whether standard input is a file or a pipe.
    static var isGiven: Bool {
        var status = stat()
        return unsafe fstat(STDIN_FILENO, &status) == 0 && [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    }

    /// Reads the text, up to slightly more than `limit` bytes, and replaces invalid UTF-8. Removes line ends at the end, colours and other
    /// control characters.
    static func text(limit: Int) throws -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = try unsafe InputFile.standardInput.read(into: &piece, piece.count)
            if count == 0 { break }
            bytes += piece[..<count]
        }
        var text = PlainText.ofLines(bytes[...]).unicodeScalars
        while text.last == "\n" || text.last == "\r" { text.removeLast() }
        return String(text)
    }
}
