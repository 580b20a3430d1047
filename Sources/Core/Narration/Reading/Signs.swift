/// T17: signs between words, in the form that people say. "1–5" is "1 to 5", "a → b" and "a -> b" are "a to b", "5 < 6" is "5 less than 6".
/// An arrow without text on both sides is named.
struct Signs: Sendable {
    private let lexicon: Lexicon

    /// - Parameter onlyNameless: whether only signs are replaced that are no punctuation marks, which have no names otherwise (T24).
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon, onlyNameless: Bool) -> [TracedText.Edit] {
        let signs = Signs(lexicon: lexicon)
        let rangeWord = lexicon.words[.signsRange]
        let space = lexicon.marks.space
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            if let end = endOfArrow(at: index, in: text) {
                let arrow = signs.arrow(index..<end, in: text)
                if !arrow.isEmpty { edits.append(TracedText.Edit(range: index..<end, text: arrow)) }
                index = end
            } else if let words = signs.comparison(at: index, in: text) {
                edits.append(TracedText.Edit(range: index..<index + 1, text: words))
                index += 1
            } else {
                if isRange(at: index, in: text), !rangeWord.isEmpty {
                    edits.append(TracedText.Edit(range: index..<index + 1, text: space + rangeWord + space))
                }
                index += 1
            }
        }
        return onlyNameless ? edits.filter { !text[$0.range].contains(where: \.isASCII) } : edits
    }

    // MARK: Arrows

    /// The marks that may stand between an arrow and the words next to it.
    private static let around = Set("\"'“”‘’«»()[]%€$£".unicodeScalars)

    static let arrows = Set("→⟶➔➜➝➞➙⇒⟹⇨".unicodeScalars).union(prompts)
    /// The arrows of prompts and of paths through a menu. Next to a word, `›` is a quotation mark.
    private static let prompts = Set("❯›".unicodeScalars)

    /// Returns the end of an arrow. "->" and "-->" are arrows only between white space.
    private static func endOfArrow(at start: Int, in text: [Unicode.Scalar]) -> Int? {
        if prompts.contains(text[start]) {
            let isApart = [text[..<start].last, text.dropFirst(start + 1).first].allSatisfy { $0?.properties.isWhitespace ?? true }
            return isApart ? start + 1 : nil
        }
        if arrows.contains(text[start]) { return start + 1 }
        guard text[start] == "-", start == 0 || text[start - 1].properties.isWhitespace else { return nil }
        let dashes = text[start...].prefix(3).prefix { $0 == "-" }.count
        let end = start + dashes + 1
        guard dashes < 3, end <= text.count, text[end - 1] == ">", end == text.count || text[end].properties.isWhitespace else {
            return nil
        }
        return end
    }

    private func arrow(_ range: Range<Int>, in text: [Unicode.Scalar]) -> String {
        func isSpoken(_ scalar: Unicode.Scalar?) -> Bool {
            guard let scalar else { return false }
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.isEmoji || scalar.isStyle
                || Self.around.contains(scalar)
        }
        let before = text[..<range.lowerBound].last { !$0.properties.isWhitespace }
        let after = text[range.upperBound...].first { !$0.properties.isWhitespace }
        let leads = isSpoken(before) && isSpoken(after) && !Self.prompts.contains(text[range.lowerBound])
        let words = lexicon.words[leads ? .signsArrow : .signsArrowName]
        guard !words.isEmpty else { return "" }
        let isAfterSpace = range.lowerBound == 0 || text[range.lowerBound - 1].properties.isWhitespace
        let isBeforeSpace = range.upperBound == text.count || text[range.upperBound].properties.isWhitespace
        let space = lexicon.marks.space
        return (isAfterSpace ? "" : space) + words + (isBeforeSpace ? "" : space)
    }

    // MARK: Comparisons

    /// Returns the words for `<` or `>` between white space, with a number after it, and a number or a single letter before it. "File >
    /// Open" and "ls > 2020.log" are not comparisons.
    private func comparison(at index: Int, in text: [Unicode.Scalar]) -> String? {
        guard text[index] == "<" || text[index] == ">", index > 0, index + 1 < text.count, text[index - 1].properties.isWhitespace,
            text[index + 1].properties.isWhitespace
        else { return nil }
        let before = text[..<(index - 1)].suffix(Self.longestNumber).split(whereSeparator: \.properties.isWhitespace).last ?? []
        let after = text[(index + 2)...].prefix(Self.longestNumber).split(whereSeparator: \.properties.isWhitespace).first ?? []
        let isLetter = before.count == 1 && before.allSatisfy(\.properties.isAlphabetic)
        guard Self.isNumber(after), isLetter || Self.isNumber(before) || before == ["%"] else { return nil }
        let words = lexicon.words[text[index] == "<" ? .signsLess : .signsGreater]
        return words.isEmpty ? nil : words
    }

    /// Returns whether a word is a number, with a sign, a currency or a percent sign, and the marks around it.
    private static func isNumber(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        let number = word.drop { "-\u{2212}+($€£".unicodeScalars.contains($0) }
        let rest = number.drop { $0.isDigit || $0 == "." || $0 == "," }
        return number.first?.isDigit == true && rest.allSatisfy { "%)°€$£;:?!".unicodeScalars.contains($0) }
    }

    // MARK: Ranges

    private static let dash: Unicode.Scalar = "\u{2013}"

    /// Returns whether an en dash directly between two numbers is the only one in its word.
    private static func isRange(at index: Int, in text: [Unicode.Scalar]) -> Bool {
        guard text[index] == dash, index > 0, index + 1 < text.count else { return false }
        func isNumber(_ scalar: Unicode.Scalar, orOneOf marks: String) -> Bool { scalar.isDigit || marks.unicodeScalars.contains(scalar) }
        guard isNumber(text[index - 1], orOneOf: "%°€$£"), isNumber(text[index + 1], orOneOf: "€$£") else { return false }
        let before = text[..<index].suffix(longestNumber)
        let after = text[(index + 1)...].prefix(longestNumber)
        let last = before.last { $0.properties.isWhitespace || $0 == dash || $0 == "-" }
        let first = after.first { $0.properties.isWhitespace || $0 == dash || $0 == "-" }
        return [last, first].allSatisfy { $0.map(\.properties.isWhitespace) ?? true } && before.contains(where: \.isDigit)
            && after.contains(where: \.isDigit)
    }

    private static let longestNumber = 24
}
