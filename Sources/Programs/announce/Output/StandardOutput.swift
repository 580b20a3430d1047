import ArgumentParser
import Glibc
import System
import TerminalText

/// A command's output.
enum StandardOutput {
    /// Whether standard output is a pipe or a file, which another program reads, rather than a terminal, a log or nothing.
    static var isRead: Bool {
        var status = stat()
        return unsafe fstat(STDOUT_FILENO, &status) == 0 && [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    }

    /// Writes a line. If the reader is gone, ends the program silently; if the disk is full, with a message.
    static func print(_ line: String) { write(line.visible) }

    /// Writes a text of several lines.
    static func print(lines: String) { write(lines.visibleLines) }

    /// Writes JSON that is one line.
    static func print(json: String) { write(json.visibleJSON) }

    /// Writes a line that contains colours; the caller has made its other parts visible.
    static func print(colored line: String) { write(line) }

    private static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        switch unsafe bytes.withUnsafeBytes({ unsafe copy($0) }) {
        case .written: break
        case .readerGone: exit(0)
        case .failed: exit(Exit.lost.rawValue)
        }
    }

    /// Ends the program if standard output is closed. For commands that would otherwise notice it late.
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
        /// The output has no reader any more.
        case readerGone
        /// The output can't be written; an error was printed.
        case failed
    }

    /// Writes bytes unchanged.
    /// - Parameter descriptor: standard output or standard error.
    static func copy(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt = STDOUT_FILENO) -> Copy {
        let name = descriptor == STDERR_FILENO ? "standard error" : "standard output"
        switch unsafe FileBytes.writeAll(bytes.bytes, to: descriptor).failure {
        case nil: return .written
        case EPIPE?: return .readerGone
        case EBADF?: reportClosed(name)
        case let code?: StandardError.print("announce: \(name): \(String(systemError: code))")
        }
        return .failed
    }

    /// Whether standard output is a pipe without a reader.
    static var readerHasGone: Bool {
        var watched = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return unsafe poll(&watched, 1, 0) == 1 && watched.revents & Int16(POLLERR) != 0
    }

    /// Returns the beginning of a text, with "…" if more of it follows.
    static func shortened(_ text: String, to length: Int) -> String { text.count > length ? "\(text.prefix(length))…" : text }
}
