import Glibc
import JSONLines

/// The commands' end of the connection: a descriptor that is read when `poll` says so, cut into lines. Thread: the voice's only one.
struct ControlInput {
    /// Longest command in bytes: the daemon's 256 KiB a message, escaped and with its other fields, with room to spare.
    private static let longestLine = 4 << 20

    let descriptor: Int32
    /// Whether the other side has closed: nothing will come any more, and polling for it would spin.
    private(set) var isAtEnd = false
    /// The number of the line that ``next()`` returned last, from 1.
    var lineNumber: Int { decoder.lineNumber }

    private var decoder = LineDecoder(maximumLength: longestLine)
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Reads once; call it when `poll` has reported the descriptor, or it blocks. A read error counts as the end.
    mutating func readOnce() {
        // SAFETY: `read` writes at most the count it is given into an array of exactly that count.
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            decoder.append(chunk[..<count])
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            isAtEnd = true
        }
    }

    /// The next whole line; at the end of the stream also a last line without its ending.
    mutating func next() -> LineDecoder.Line? {
        decoder.next() ?? (isAtEnd ? decoder.finish() : nil)
    }
}
