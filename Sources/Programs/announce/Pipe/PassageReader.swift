import ArgumentParser
import Glibc
import System
import TextLines

/// A text of any size, passage by passage: a file, standard input, or a text from the command line.
struct PassageReader {
    /// The name that means standard input.
    static let standardInput = "-"

    private var passages = Passages()
    private let file: InputFile?

    init(_ text: String) {
        passages.append(text.utf8)
        file = nil
    }

    /// - Throws: ``CommandError``.
    init(file path: String) throws { file = try InputFile(path) }

    /// Returns the next passage; nil at the end.
    /// - Throws: ``CommandError``.
    mutating func next() throws -> String? {
        var piece = [UInt8](repeating: 0, count: 65_536)
        do {
            while true {
                if let passage = try passages.next() { return passage }
                let count = try file.map { try unsafe $0.read(into: &piece, piece.count) } ?? 0
                if count == 0 { return try passages.finish() }
                passages.append(piece[..<count])
            }
        } catch let invalid as Passages.InvalidText {
            throw invalid.error(in: file?.name ?? "TEXT")
        }
    }
}

/// A file or standard input that is read.
struct InputFile: Sendable {
    /// The name for messages.
    let name: String
    private let descriptor: CInt

    static let standardInput = InputFile(name: "standard input", descriptor: STDIN_FILENO)

    private init(name: String, descriptor: CInt) { (self.name, self.descriptor) = (name, descriptor) }

    /// Opens the file; `-` is standard input. It stays open until the program ends.
    /// - Throws: ``CommandError``.
    init(_ path: String) throws {
        if path == PassageReader.standardInput {
            self = .standardInput
        } else {
            self.init(name: path, descriptor: unsafe open(path, O_RDONLY | O_CLOEXEC))
            // A read of 0 bytes fails for a folder.
            if descriptor < 0 || Glibc.read(descriptor, nil, 0) < 0 { throw unreadable() }
        }
    }

    /// Waits for bytes, or for the end.
    /// - Parameter time: in milliseconds.
    /// - Returns: false if neither came within that time.
    func isReady(within time: CInt) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wanted, 1, time) != 0
    }

    /// Waits for bytes, and reads up to `length` of them.
    /// - Returns: their number; 0 at the end.
    /// - Throws: ``CommandError``.
    func read(into bytes: UnsafeMutableRawPointer, _ length: Int) throws -> Int {
        while true {
            let count = unsafe Glibc.read(descriptor, bytes, length)
            if count >= 0 { return count }
            if errno == EAGAIN {
                // Another program that shares the input may have made it non-blocking.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            } else if errno != EINTR {
                throw unreadable()
            }
        }
    }

    private func unreadable() -> CommandError {
        CommandError(
            name == Self.standardInput.name ? Exit.usage : Exit.cannotRead,
            "\(name) can't be read: \(String(systemError: errno))")
    }
}

extension Passages.InvalidText {
    /// Returns the error for a text in a file that is not UTF-8.
    func error(in name: String) -> CommandError {
        CommandError(
            Exit.invalidText,
            "\(name):\(line): byte \(offset) is not UTF-8; convert the text, for example with `iconv -f ISO-8859-1 -t UTF-8`")
    }
}
