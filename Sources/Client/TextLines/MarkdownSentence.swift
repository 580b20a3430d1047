/// Finds where a sentence of Markdown ends.
enum MarkdownSentence {
    /// Returns the end of the first sentence, behind the white space after it; nil if none is known to be complete: the next one must have
    /// begun. A sentence does not end inside of emphasis, code or a link, nor in a row of a table.
    static func end(in text: [UInt8]) -> Int? {
        var (isInCode, stars, brackets) = (false, 0, 0)
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "|"): return nil
            case UInt8(ascii: "`"): isInCode.toggle()
            case _ where isInCode: break
            case UInt8(ascii: "*"):
                let isAlone = index > 0 && text[index - 1].isSpace && index + 1 < text.count && text[index + 1].isSpace
                if !isAlone { stars += 1 }
            case UInt8(ascii: "["), UInt8(ascii: "("): brackets += 1
            case UInt8(ascii: "]"), UInt8(ascii: ")"): brackets = max(0, brackets - 1)
            default: break
            }
            guard !isInCode, stars.isMultiple(of: 2), brackets == 0 else { continue }
            if SentenceCut.isFullWidthEnd(text[...index]) { return index + 1 }
            guard byte.isSpace, index > 0, !text[index - 1].isSpace, ends(text[..<index]) else { continue }
            guard let next = text[index...].firstIndex(where: { !$0.isSpace }) else { return nil }
            // After an abbreviation, a sentence continues.
            if UInt8(ascii: "a")...UInt8(ascii: "z") ~= text[next] { continue }
            return next
        }
        return nil
    }

    /// Returns whether a text ends with a sentence.
    static func isComplete(_ text: [UInt8]) -> Bool {
        let end = (text.lastIndex { !$0.isSpace } ?? -1) + 1
        let whole = Array(text[..<end])
        return self.end(in: whole + Array(" A".utf8)) == end + 1 || SentenceCut.isFullWidthEnd(whole[...])
    }

    private static func ends(_ text: ArraySlice<UInt8>) -> Bool {
        var text = text
        while let last = text.last, "\"')]*_`".utf8.contains(last) { text.removeLast() }
        for quote in ["”", "’", "»"] where text.suffix(quote.utf8.count).elementsEqual(quote.utf8) { text.removeLast(quote.utf8.count) }
        switch text.last {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
        case UInt8(ascii: "."): return !isAbbreviation(text.dropLast())
        default: return text.suffix(3).elementsEqual("…".utf8)
        }
    }

    /// Returns whether the full stop after a text may belong to its last word: "Dr.", "e.g.", "3.".
    private static func isAbbreviation(_ text: ArraySlice<UInt8>) -> Bool {
        if let last = text.last, "*_`)]\"'".utf8.contains(last) { return false }
        let border = text.lastIndex { $0.isSpace || "([*_\"".utf8.contains($0) }
        let word = border.map { text[($0 + 1)...] } ?? text
        guard let first = word.first else { return true }
        let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first
        let isNumber = word.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return word.count < (isCapital ? 4 : isNumber ? 3 : 2) || word.count < 6 && word.contains(UInt8(ascii: "."))
    }
}
