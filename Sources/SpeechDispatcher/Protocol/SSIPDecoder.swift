// SpeechDispatcher is the front door for speech-dispatcher's clients. In this folder is their protocol, SSIP: bytes into commands and texts, replies
// and events into bytes.

/// Cuts what a client sends into commands and the texts that follow `SPEAK`, whatever pieces it arrives in, in bounded memory.
///
/// A line ends with `\r\n`, as the protocol wants it. A client that ends the line of its `SPEAK` with `\n` alone is somebody at a terminal:
/// then a text's lines end so too. Otherwise they may not: libraries pass a text's own `\n` on, and a dot behind it ends nothing.
package struct SSIPDecoder: Sendable {
    package enum Input: Sendable, Equatable {
        /// A line, without its ending.
        case command(String)
        /// The text that was announced by ``beginText()``, without its stuffed dots; its lines end with `\n`.
        /// - Parameter isCut: whether it was longer than ``longestText``, and this is its beginning.
        case text(String, isCut: Bool)
        /// A command that is longer than ``longestCommand``; it was skipped to its end.
        case commandTooLong
        /// A command, or a text that has come to its end, is no UTF-8.
        case invalidEncoding
    }

    /// The longest command, in bytes: a character, a key and all names are far shorter.
    package static let longestCommand = 4096
    /// The longest text, in bytes of UTF-8: as much as a line of announced's own protocol.
    package static let longestText = 256 * 1024

    private var bytes: [UInt8] = []
    /// Where the first byte that was not taken is.
    private var start = 0
    /// How far ``bytes`` has been searched for a line's end.
    private var searched = 0
    /// The text that is being received; nil: the next line is a command.
    private var text: Text?
    /// Whether the last command ended with `\r\n`.
    private var endsWithReturn = true
    /// Whether what is left of a line that is too long is being skipped.
    private var isSkipping = false

    private struct Text: Sendable {
        var bytes: [UInt8] = []
        /// Whether a line of it was taken, so that the next begins after a line's end.
        var hasLine = false
        var isCut = false
    }

    package init() {}

    package mutating func append(_ new: some Collection<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
            (start, searched) = (0, 0)
        } else if start > 65_536 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// The last command was `SPEAK`, and it was granted: what follows is a text.
    package mutating func beginText() { text = Text() }

    /// The next command or text, if it is there as a whole.
    package mutating func next() -> Input? {
        while let (line, endsWithReturn) = nextLine() {
            if text != nil {
                if let input = take(textLine: line) { return input }
                continue
            }
            self.endsWithReturn = endsWithReturn
            if isSkipping {
                isSkipping = false
                return .commandTooLong
            }
            guard line.count <= Self.longestCommand else { return .commandTooLong }
            return Self.string(line).map { .command($0) } ?? .invalidEncoding
        }
        skipSurplus()
        return nil
    }

    /// The last command, if the client ends without ending its line. A text that has no end is none.
    package mutating func finish() -> Input? {
        guard text == nil, !isSkipping, start < bytes.count else { return nil }
        defer { start = bytes.count }
        return Self.string(bytes[start...]).map { .command($0) }
    }

    // MARK: Lines

    private mutating func nextLine() -> (line: ArraySlice<UInt8>, endsWithReturn: Bool)? {
        searched = max(searched, start)
        while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            searched = end + 1
            let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
            // In a text of \r\n, a \n alone is the text's own.
            if text != nil, endsWithReturn, !hasReturn { continue }
            defer { start = searched }
            return (bytes[start..<(hasReturn ? end - 1 : end)], hasReturn)
        }
        searched = bytes.count
        return nil
    }

    /// Of a line without an end no more is stored than may be used; a `\r` may be the beginning of its end.
    private mutating func skipSurplus() {
        let isText = text != nil
        let room = text.map { max(0, Self.longestText - $0.bytes.count) + 3 } ?? Self.longestCommand + 1
        guard bytes.count - start > room else { return }
        let kept = bytes.last == UInt8(ascii: "\r") ? 1 : 0
        if isText {
            if !isSkipping { add(bytes[start..<(bytes.count - kept)]) }
            text?.isCut = true
        }
        isSkipping = true
        start = bytes.count - kept
        searched = start
    }

    // MARK: Texts

    private mutating func take(textLine line: ArraySlice<UInt8>) -> Input? {
        let dot = UInt8(ascii: ".")
        if isSkipping {
            isSkipping = false
            return nil
        }
        guard line.count != 1 || line.first != dot else {
            guard var done = text else { return nil }
            text = nil
            if done.isCut { done.bytes.dropUnfinishedScalar() }
            return Self.string(done.bytes[...]).map { .text($0, isCut: done.isCut) } ?? .invalidEncoding
        }
        let isStuffed = line.count >= 2 && line[line.startIndex] == dot && line[line.startIndex + 1] == dot
        add(isStuffed ? line.dropFirst() : line)
        return nil
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        guard var text, !text.isCut else { return }
        // Not stored twice: the copy would double what a long text costs.
        self.text = nil
        if text.hasLine, text.bytes.count < Self.longestText { text.bytes.append(UInt8(ascii: "\n")) }
        text.hasLine = true
        let room = Self.longestText - text.bytes.count
        text.bytes.append(contentsOf: line.prefix(room))
        if line.count > room { text.isCut = true }
        self.text = text
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String? { String(validating: bytes, as: UTF8.self) }
}

extension [UInt8] {
    /// Of a text that was cut anywhere, the last character may be there in part.
    fileprivate mutating func dropUnfinishedScalar() {
        for _ in 0..<3 where last.map({ $0 & 0xC0 == 0x80 }) == true { removeLast() }
        if last.map({ $0 >= 0xC0 }) == true { removeLast() }
    }
}
