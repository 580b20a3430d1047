import Glibc

/// What a command prints.
enum StandardOutput {
    /// Writes a line. A reader that has gone ends the program quietly; a full disk ends it with a message.
    static func print(_ line: String) {
        var bytes = Array("\(line)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                let code = errno
                if code == EBADF {
                    StandardError.print("announce: standard output: it is closed, so there is nowhere to print to")
                } else if code != EPIPE {
                    StandardError.print("announce: standard output: \(unsafe String(cString: strerror(code)))")
                }
                exit(code == EPIPE ? 0 : 74)
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Text of others without what a terminal would obey.
    static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || 0x7f...0x9f ~= $0.value ? " " : $0 }))
    }
}
