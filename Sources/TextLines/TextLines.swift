// TextLines turns any program's output into speakable lines, however the bytes are divided: a build's output, a progress bar, or a file
// that is not text at all. It does no I/O.

/// Splits a byte stream into lines of text, in bounded memory.
///
/// `\n`, `\r\n` and `\r` end a line, so every state of a progress bar is a line. Terminal control is removed, invalid UTF-8 is replaced,
/// and lines with nothing left are skipped. A line longer than ``maximumLength`` is split after a sentence if possible, otherwise after a
/// word.
package struct TextLines: Sendable {
    /// The maximum length of a piece, in bytes: the default is a few minutes of speech.
    package let maximumLength: Int

    private var bytes: [UInt8] = []
    /// The index of the first byte not returned yet.
    private var start = 0
    /// The index up to which ``bytes`` has been searched for a line end.
    private var searched = 0
    /// Whether the previous line ended with `\r`, so that a `\n` next belongs to it.
    private var endedWithReturn = false

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    package init(maximumLength: Int = 4096) {
        precondition(maximumLength > 4)
        self.maximumLength = maximumLength
    }

    package mutating func append(_ new: some Collection<UInt8>) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes.append(contentsOf: new)
    }

    /// Returns the next line; nil until more bytes arrive.
    package mutating func next() -> String? {
        while let piece = nextPiece() {
            let text = PlainText.of(piece)
            if !text.isEmpty { return text }
        }
        return nil
    }

    /// Returns the rest after the last line end, once the stream has ended.
    package mutating func finish() -> String? {
        defer { (bytes, start, searched) = ([], 0, 0) }
        let text = PlainText.of(bytes[start...])
        return text.isEmpty ? nil : text
    }

    /// The unfinished line as a terminal would show it: the newest state of a progress bar that starts its lines with `\r` instead of
    /// ending them with it.
    package var shown: String? {
        guard endedWithReturn, start < bytes.count else { return nil }
        let text = PlainText.of(bytes[start...])
        return text.isEmpty ? nil : text
    }

    private mutating func nextPiece() -> ArraySlice<UInt8>? {
        if endedWithReturn, start < bytes.count {
            if bytes[start] == Self.newline {
                start += 1
                searched = max(searched, start)
                endedWithReturn = false
            }
        }
        // The 1 is for the line end after a line of maximum length.
        let limit = min(bytes.count, start + maximumLength + 1)
        let end = bytes[searched..<limit].firstIndex { $0 == Self.newline || $0 == Self.carriageReturn }
        if let end {
            defer {
                endedWithReturn = bytes[end] == Self.carriageReturn
                start = end + 1
                searched = start
            }
            return bytes[start..<end]
        }
        searched = limit
        guard bytes.count - start > maximumLength else { return nil }
        let cut = SentenceCut.end(in: bytes[start..<(start + maximumLength)])
        defer {
            start = cut
            searched = cut
            endedWithReturn = false
        }
        return bytes[start..<cut]
    }
}
