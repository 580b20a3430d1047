import ArgumentParser
import Glibc

/// A command's output.
enum StandardOutput {
    /// Writes a line. If the reader is gone, ends the program quietly; if the disk is full, with a message.
    static func print(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        switch unsafe bytes.withUnsafeBytes({ unsafe copy($0) }) {
        case .written: break
        case .readerGone: exit(0)
        case .failed: exit(Exit.lost.rawValue)
        }
    }

    /// Ends the program if standard output is closed. For commands that would otherwise notice that late.
    static func expectOpen() {
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        if flags < 0 || flags & O_ACCMODE == O_RDONLY { endClosed() }
    }

    private static func endClosed() -> Never {
        reportClosed("standard output")
        exit(Exit.lost.rawValue)
    }

    private static func reportClosed(_ name: String) {
        StandardError.print("announce: \(name): it is closed; nothing can be written")
    }

    /// The result of copying.
    enum Copy {
        case written
        /// No one reads it any more.
        case readerGone
        /// It can't be written; an error was printed.
        case failed
    }

    /// Writes bytes unchanged.
    /// - Parameter descriptor: standard output or standard error.
    static func copy(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt = STDOUT_FILENO) -> Copy {
        let name = descriptor == STDERR_FILENO ? "standard error" : "standard output"
        var written = 0
        while written < bytes.count {
            let count = unsafe write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            if count >= 0 {
                written += count
            } else if errno == EPIPE {
                return .readerGone
            } else if errno == EBADF {
                reportClosed(name)
                return .failed
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            } else if errno != EINTR {
                StandardError.print("announce: \(name): \(unsafe String(cString: strerror(errno)))")
                return .failed
            }
        }
        return .written
    }

    /// Whether standard output is a pipe without a reader.
    static var readerHasGone: Bool {
        var watched = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return unsafe poll(&watched, 1, 0) == 1 && watched.revents & Int16(POLLERR) != 0
    }

    /// Returns the beginning of a text, with "…" if that is not all of it.
    static func shortened(_ text: String, to length: Int) -> String { text.count > length ? "\(text.prefix(length))…" : text }

    /// Replaces everything in others' text that could affect a terminal: control characters, line ends, and changes of the writing
    /// direction.
    static func visible(_ text: String) -> String {
        func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0..<0x20, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
            default: false
            }
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isObeyed($0) ? " " : $0 }))
    }
}
