import Glibc

/// The text that is piped in.
enum StandardInput {
    /// All of it, up to `limit` bytes and a little more; broken UTF-8 is replaced, a line end at the end dropped.
    static func text(limit: Int) throws -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = unsafe read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                StandardError.print("announce: standard input can't be read: \(unsafe String(cString: strerror(errno)))")
                throw Exit.usage
            }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
