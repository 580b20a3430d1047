import Glibc
import JSONLines

/// The receiving end of the connection: reads the descriptor when `poll` reports it, and splits the input into lines. Thread: the voice's
/// only one.
struct ControlInput {
    /// The longest command in bytes: the daemon's limit of 256 KiB a message, plus escapes, other fields, and spare room.
    private static let longestLine = 4 << 20

    let descriptor: Int32
    /// Whether the other side has closed the connection. Then nothing more will arrive, and polling would be a busy loop.
    private(set) var isAtEnd = false
    /// The number of the line that ``next()`` last returned, from 1.
    var lineNumber: Int { decoder.lineNumber }

    private var decoder = LineDecoder(maximumLength: longestLine)
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Reads once. Call it only after `poll` has reported the descriptor, because it blocks. A read error counts as the end.
    mutating func readOnce() {
        // SAFETY: `read` writes up to the given count of bytes, which is the array's size.
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            decoder.append(chunk[..<count])
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            isAtEnd = true
        }
    }

    /// Returns the next complete line; at the end of the stream, also an unterminated last line.
    mutating func next() -> LineDecoder.Line? {
        decoder.next() ?? (isAtEnd ? decoder.finish() : nil)
    }
}
