import LineBuffer

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

    private var buffer = LineBuffer()
    /// Whether the line before ended with a `\r`: a `\n` that follows belongs to it.
    private var endedWithReturn = false

    package init(maximumLength: Int = 4096) {
        precondition(maximumLength > 4)
        self.maximumLength = maximumLength
    }

    package mutating func append(_ new: some Collection<UInt8>) { buffer.append(new) }

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
        let text = PlainText.of(buffer.take())
        return text.isEmpty ? nil : text
    }

    /// The unfinished line as a terminal would show it: the newest state of a progress bar that starts its lines with `\r` instead of
    /// ending them with it.
    package var shown: String? {
        guard endedWithReturn else { return nil }
        let text = PlainText.of(buffer.rest)
        return text.isEmpty ? nil : text
    }

    private mutating func nextPiece() -> ArraySlice<UInt8>? {
        if endedWithReturn, buffer.rest.first == UInt8(ascii: "\n") {
            _ = buffer.take(to: buffer.rest.startIndex + 1)
            endedWithReturn = false
        }
        // + 1: the end of a line that is as long as it may be.
        if let end = buffer.nextEnd(alsoReturn: true, within: maximumLength + 1) {
            let line = buffer.take(to: end + 1)
            endedWithReturn = line.last == UInt8(ascii: "\r")
            return line.dropLast()
        }
        guard buffer.rest.count > maximumLength else { return nil }
        endedWithReturn = false
        return buffer.take(to: SentenceCut.end(in: buffer.rest.prefix(maximumLength)))
    }
}
