/// The positions at which a long text can be divided without changing its sound, because the synthesizer pauses there anyway.
enum TextBorder {
    /// Returns the last position within `limit` bytes of `start` at which a sentence ends; if there is none, at which a line, a clause, a
    /// word, or a character ends.
    /// - Parameters:
    ///   - start: the position of a scalar in the text's UTF-8.
    ///   - limit: a number of bytes, less than the length of the text after `start`.
    static func last(in text: String, from start: Int, limit: Int) -> Int {
        let bytes = text.utf8.span
        var line: Int?
        var clause: Int?
        var word: Int?
        for border in stride(from: start + limit, to: start, by: -1) {
            let before = bytes[border - 1]
            if isSpace(bytes[border]) {
                if endsSentence(bytes, from: start, at: border) { return border }
                if clause == nil, [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":")].contains(before) { clause = border }
                if word == nil { word = border }
            } else if before >= 0x80, endsIdeographicSentence(bytes, from: start, at: border) {
                return border
            }
            if line == nil, before == UInt8(ascii: "\n") { line = border }
        }
        return line ?? clause ?? word ?? character(in: text, from: start, at: start + limit)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// Returns whether a mark ends a sentence before a space. A full stop after fewer than three letters may belong to an abbreviation or
    /// ordinal number, as in "Dr. Smith" or "3. May".
    private static func endsSentence(_ text: Span<UInt8>, from start: Int, at border: Int) -> Bool {
        var end = border
        while end > start, [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")")].contains(text[end - 1]) { end -= 1 }
        guard end - start > 3 else { return false }
        switch text[end - 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
        case UInt8(ascii: "."): return isLetter(text[end - 2]) && isLetter(text[end - 3]) && isLetter(text[end - 4])
        default: return endsIdeographicSentence(text, from: start, at: end)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

    /// Returns whether "。", "！" or "？" is before `border`.
    private static func endsIdeographicSentence(_ text: Span<UInt8>, from start: Int, at border: Int) -> Bool {
        guard border - start >= 3 else { return false }
        switch (text[border - 3], text[border - 2], text[border - 1]) {
        case (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F): return true
        default: return false
        }
    }

    /// Returns a position after a whole character, if there is one nearby, otherwise after a whole scalar.
    private static func character(in text: String, from start: Int, at limit: Int) -> Int {
        var end = limit
        while UTF8.isContinuation(text.utf8.span[end]) { end -= 1 }
        let scalars = text.unicodeScalars
        let first = text.utf8.index(text.startIndex, offsetBy: start)
        var index = text.utf8.index(text.startIndex, offsetBy: end)
        for _ in 0..<longestCharacter where index > first {
            let before = scalars.index(before: index)
            guard scalars[index].joinsCharacter || scalars[before] == EmojiSequences.joiner else {
                return text.utf8.distance(from: text.startIndex, to: index)
            }
            index = before
        }
        return end
    }

    /// The maximum length of a character, in scalars. Real text has no longer characters.
    private static let longestCharacter = 16
}

extension Unicode.Scalar {
    /// Whether the scalar belongs to the character before it.
    fileprivate var joinsCharacter: Bool { !isASCII && (properties.isGraphemeExtend || self == EmojiSequences.joiner) }
}
