/// Where a text that is too long is cut.
enum SentenceCut {
    /// Behind its last sentence; if it has none, its last word; if that neither, its last whole character.
    static func end(in bytes: ArraySlice<UInt8>) -> Int {
        let spaces = bytes.indices.reversed().lazy.filter { isSpace(bytes[$0]) }
        if let space = spaces.first(where: { $0 > bytes.startIndex && ends(bytes[..<$0]) }) { return space + 1 }
        if let space = spaces.first(where: { $0 > bytes.startIndex }) { return space + 1 }
        // Not inside of a character: its later bytes are 10xxxxxx, at most three of them.
        var end = bytes.endIndex
        for index in bytes.indices.suffix(4).reversed() where bytes[index] & 0xC0 != 0x80 {
            let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
            if index + length > bytes.endIndex { end = index }
            break
        }
        return end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Whether a sentence ends here: with `.`, `!`, `?`, or one of them and a closing quotation mark or bracket.
    private static func ends(_ bytes: ArraySlice<UInt8>) -> Bool {
        var last = bytes.last
        if let closing = last, closing == UInt8(ascii: "\"") || closing == UInt8(ascii: ")") { last = bytes.dropLast().last }
        return last == UInt8(ascii: ".") || last == UInt8(ascii: "!") || last == UInt8(ascii: "?")
    }
}
