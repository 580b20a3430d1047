import JSONLines

/// Cuts a text of any size into passages that can be spoken one after another, in bounded memory.
///
/// A passage ends after a sentence if possible, otherwise after a line or a word. Control characters are removed, as in ``PlainText``.
package struct Passages: Sendable {
    /// A position where the text is not UTF-8.
    package struct InvalidText: Error, Equatable {
        /// From 1.
        package var line: Int
        /// The byte's position in the text, from 0.
        package var offset: Int
    }

    /// The maximum length of a passage, in bytes: about two minutes of speech.
    package let maximumLength: Int

    private var buffer = LineBuffer()
    /// The number of bytes before the buffer, and of line ends among them.
    private var taken = 0
    private var lines = 0

    package init(maximumLength: Int = 2048) {
        precondition(maximumLength > 4)
        self.maximumLength = maximumLength
    }

    package mutating func append(_ new: some Collection<UInt8>) { buffer.append(new) }

    /// Returns the next passage; nil until more bytes arrive.
    package mutating func next() throws(InvalidText) -> String? {
        while buffer.rest.count > maximumLength {
            if let passage = try passage(to: SentenceCut.end(in: buffer.rest.prefix(maximumLength))) { return passage }
        }
        return nil
    }

    /// Returns the next of the passages that were left when the text ended; nil after the last.
    package mutating func finish() throws(InvalidText) -> String? {
        if let passage = try next() { return passage }
        return try passage(to: buffer.rest.endIndex)
    }

    /// Takes a passage.
    /// - Returns: nil if it is blank.
    private mutating func passage(to end: Int) throws(InvalidText) -> String? {
        let bytes = buffer.take(to: end)
        if let offset = Self.firstInvalid(in: bytes) {
            let before = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
            throw InvalidText(line: lines + before + 1, offset: taken + offset)
        }
        taken += bytes.count
        lines += bytes.count { $0 == UInt8(ascii: "\n") }
        let text = PlainText.ofLines(bytes).unicodeScalars
        guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = text.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(text[first...last])
    }

    /// Returns the position of the first byte that is not UTF-8.
    private static func firstInvalid(in bytes: ArraySlice<UInt8>) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
        return offset
    }
}
