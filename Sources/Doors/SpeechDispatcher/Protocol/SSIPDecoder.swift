import JSONLines

// SpeechDispatcher is the front door for speech-dispatcher's clients. This folder holds their protocol, SSIP: bytes into commands and
// texts, replies and events into bytes.

/// Splits a client's byte stream into commands and the texts after `SPEAK`, in bounded memory, regardless of how the bytes are divided.
///
/// A line ends with `\r\n`, as the protocol requires. If `SPEAK` ends with a lone `\n`, the client is a person at a terminal, and a lone
/// `\n` also ends the text's lines. Otherwise it does not, because libraries pass on a text's own `\n`, and a dot after it must not end the
/// text.
package struct SSIPDecoder: Sendable {
    /// A command or a text, or a note that one was skipped.
    package enum Input: Sendable, Equatable {
        /// A line, without its ending.
        case command(String)
        /// The text after ``beginText()``, with dots unstuffed and lines ending with `\n`.
        case text(String)
        /// A text that was skipped to its end, because it is longer than ``longestText`` or was dropped.
        case textTooLong
        /// A command longer than ``longestCommand``, skipped to its end.
        case commandTooLong
        /// A command or a complete text that is not valid UTF-8.
        case invalidEncoding
    }

    /// The maximum length of a command, in bytes. A character, a key and all names are far shorter.
    package static let longestCommand = 4096
    /// The maximum length of a text, in bytes of UTF-8: a document that is read as one message.
    package static let longestText = 4 << 20

    private var buffer = LineBuffer()
    /// The text that is being received; nil: the next line is a command.
    private var text: Text?
    /// Whether the last command ended with `\r\n`.
    private var endsWithReturn = true
    /// Whether the rest of an overlong line is being skipped.
    private var isSkipping = false

    fileprivate struct Text: Sendable {
        var bytes: [UInt8] = []
        /// Whether the text already has a line, so that a line end precedes the next.
        var hasLine = false
        /// Whether the text is being skipped, because it is too long or was dropped.
        var isGivenUp = false
    }

    package init() {}

    /// The bytes of an unfinished text.
    package var textSize: Int { text.map { $0.bytes.count + buffer.rest.count } ?? 0 }

    /// Skips the rest of an unfinished text, because such texts take too much memory.
    package mutating func giveUpText() { text?.giveUp() }

    package mutating func append(_ new: some Collection<UInt8>) { buffer.append(new) }

    /// Makes the next input a text, because `SPEAK` was accepted.
    package mutating func beginText() { text = Text() }

    /// Returns the next complete command or text; nil if there is none.
    package mutating func next() -> Input? {
        while let (line, endsWithReturn) = nextLine() {
            if text != nil {
                if let input = receive(textLine: line) { return input }
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

    /// Returns the last command if the stream ended without a line end. Discards an unfinished text.
    package mutating func finish() -> Input? {
        guard text == nil, !isSkipping, !buffer.rest.isEmpty else { return nil }
        return Self.string(buffer.take()).map { .command($0) }
    }

    // MARK: Lines

    private mutating func nextLine() -> (line: ArraySlice<UInt8>, endsWithReturn: Bool)? {
        while let end = buffer.nextEnd() {
            let hasReturn = buffer.rest[..<end].last == UInt8(ascii: "\r")
            // In a text with \r\n, a lone \n belongs to the text.
            if text != nil, endsWithReturn, !hasReturn { continue }
            return (buffer.take(to: end + 1).dropLast(hasReturn ? 2 : 1), hasReturn)
        }
        return nil
    }

    /// Drops the part of an unfinished line that exceeds the limit. Keeps a final `\r`, because it may begin the line end.
    private mutating func skipSurplus() {
        let room = text.map { ($0.isGivenUp ? 0 : Self.longestText - $0.bytes.count) + 3 } ?? Self.longestCommand + 1
        guard buffer.rest.count > room else { return }
        let kept = buffer.rest.last == UInt8(ascii: "\r") ? 1 : 0
        _ = buffer.take(to: buffer.rest.endIndex - kept)
        text?.giveUp()
        isSkipping = true
    }

    // MARK: Texts

    private mutating func receive(textLine line: ArraySlice<UInt8>) -> Input? {
        let dot = UInt8(ascii: ".")
        if isSkipping {
            isSkipping = false
            return nil
        }
        guard line.count != 1 || line.first != dot else {
            guard let done = text else { return nil }
            text = nil
            if done.isGivenUp { return .textTooLong }
            return Self.string(done.bytes[...]).map { .text($0) } ?? .invalidEncoding
        }
        let isStuffed = line.count >= 2 && line[line.startIndex] == dot && line[line.startIndex + 1] == dot
        add(isStuffed ? line.dropFirst() : line)
        return nil
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        guard var text, !text.isGivenUp else { return }
        // Release the original first, because a copy would double the memory of a long text.
        self.text = nil
        if text.hasLine { text.bytes.append(UInt8(ascii: "\n")) }
        text.hasLine = true
        text.bytes.append(contentsOf: line)
        if text.bytes.count > Self.longestText { text.giveUp() }
        self.text = text
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String? { String(validating: bytes, as: UTF8.self) }
}

extension SSIPDecoder.Text {
    /// Releases the bytes received so far.
    fileprivate mutating func giveUp() { (bytes, isGivenUp) = ([], true) }
}
