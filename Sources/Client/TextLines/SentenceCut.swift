/// Finds the position at which to split an overlong text.
enum SentenceCut {
    /// Returns the end of the last sentence; otherwise, of the last line; otherwise, of the last word; otherwise, of the last complete
    /// character.
    static func end(in bytes: ArraySlice<UInt8>) -> Int {
        let spaces = bytes.indices.reversed().lazy.filter { bytes[$0].isSpace }
        let sentence = spaces.first { $0 > bytes.startIndex && ends(bytes[..<$0]) }
        if let end = [sentence.map { $0 + 1 }, endOfFullWidthSentence(in: bytes)].compactMap(\.self).max() { return end }
        let inner = spaces.filter { $0 > bytes.startIndex }
        if let end = inner.first(where: { bytes[$0] == UInt8(ascii: "\n") }) ?? inner.first { return end + 1 }
        return endOfWholeCharacters(in: bytes)
    }

    /// Returns the end without the first bytes of an incomplete character, whose continuation bytes are 10xxxxxx, up to three of them.
    static func endOfWholeCharacters(in bytes: ArraySlice<UInt8>) -> Int {
        for index in bytes.indices.suffix(4).reversed() where bytes[index] & 0xC0 != 0x80 {
            let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
            return index + length > bytes.endIndex ? index : bytes.endIndex
        }
        return bytes.endIndex
    }

    /// Returns the end of the last sentence that ends with `。`, `！` or `？`, which no space follows.
    private static func endOfFullWidthSentence(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast(2).last { isFullWidthEnd(bytes[...($0 + 2)]) }.map { $0 + 3 }
    }

    /// Returns whether a text ends with `。`, `！` or `？`.
    static func isFullWidthEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
        let end = bytes.suffix(3)
        return end.elementsEqual([0xE3, 0x80, 0x82]) || end.elementsEqual([0xEF, 0xBC, 0x81]) || end.elementsEqual([0xEF, 0xBC, 0x9F])
    }

    /// Returns whether a sentence ends here: with `.`, `!` or `?`, perhaps followed by a closing quote or parenthesis, or with the last
    /// line before a blank one.
    private static func ends(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        var last = bytes.last
        if let closing = last, closing == UInt8(ascii: "\"") || closing == UInt8(ascii: ")") { last = bytes.dropLast().last }
        return last == UInt8(ascii: ".") || last == UInt8(ascii: "!") || last == UInt8(ascii: "?") || last == UInt8(ascii: "\n")
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab or a line feed.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A }
}
