// TextLines makes lines that can be spoken of bytes that any program has written, in whatever pieces they arrive: a build's output, a
// progress bar, or a file that is no text at all. It does no I/O.

/// Cuts a stream of bytes into lines of text, in bounded memory.
///
/// `\n`, `\r\n` and `\r` end a line, so that each state of a progress bar is one. What a terminal would obey is dropped, invalid UTF-8 is
/// replaced, and lines with nothing left are skipped. A line over ``maximumLength`` comes in pieces that end with a sentence, if it has
/// any, else with a word.
package struct TextLines: Sendable {
    /// The most bytes of a piece: some minutes of speech.
    package let maximumLength: Int

    private var bytes: [UInt8] = []
    /// Where the first byte not yet given out is.
    private var start = 0
    /// How far ``bytes`` has been searched for a line's end.
    private var searched = 0
    /// Whether the line before ended with a `\r`: a `\n` that follows belongs to it.
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

    /// The next line, or nil until more bytes come.
    package mutating func next() -> String? {
        while let piece = nextPiece() {
            let text = PlainText.of(piece)
            if !text.isEmpty { return text }
        }
        return nil
    }

    /// The bytes after the last line's end, when the stream has ended.
    package mutating func finish() -> String? {
        defer { (bytes, start, searched) = ([], 0, 0) }
        let text = PlainText.of(bytes[start...])
        return text.isEmpty ? nil : text
    }

    /// What a terminal would show now though its line has not ended: a progress bar's newest state, if it begins its lines with `\r`
    /// instead of ending them so.
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
        // + 1: the end of a line that is as long as it may be.
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
