/// T15: numbers in a form that the synthesizer reads as one number, including sign and decimals.
///
/// eSpeak NG 1.51 drops a hyphen before a number, reads "12,5" in English as two numbers and "12.5" in German with a full stop, and splits
/// a number at apostrophes and, in English, at spaces.
enum Numbers {
    /// Returns a number without group marks, with a real minus sign and the language's decimal mark; nil if the text does not begin with a
    /// number. Surrounding white space is removed. The text after the number, such as a unit, remains.
    static func spoken(_ text: String, in lexicon: Lexicon) -> String? {
        var rest = Substring(text.trimmingPrefix { $0.isWhitespace })
        var sign = ""
        if let first = rest.first, "+-\u{2212}".contains(first) {
            sign = first == "+" ? "+" : "\u{2212}"
            rest.removeFirst()
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber || marks.contains($0) }.trimmingSuffix { !($0.isASCII && $0.isNumber) }
        let unit = rest.dropFirst(digits.count)
        guard let first = digits.first, first.isNumber, !unit.contains(where: \.isNumber),
            let number = plain(digits, lexicon)
        else { return nil }
        return sign + number + unit
    }

    /// The marks between groups of digits, and the decimal marks.
    private static let marks: Set<Character> = [".", ",", "'", "’", " ", "\u{A0}", "\u{202F}", "\u{2009}"]

    private static func plain(_ text: Substring, _ lexicon: Lexicon) -> String? {
        var parts: [Substring] = []
        var used: [Character] = []
        var part = text.startIndex
        for index in text.indices where marks.contains(text[index]) {
            parts.append(text[part..<index])
            used.append(text[index])
            part = text.index(after: index)
        }
        parts.append(text[part...])
        guard let last = used.last else { return String(text) }
        let areGroups = (1...3).contains(parts[0].count) && parts.dropFirst().dropLast().allSatisfy { $0.count == 3 }
        let canGroup = parts[parts.count - 1].count == 3 && areGroups
        let isPoint = last == "." || last == ","
        // A single mark before three digits groups them if it is not the language's decimal mark: English "1,234", German "1.234".
        let isDecimal = isPoint && (!canGroup || used.count == 1 ? !canGroup || String(last) == lexicon.decimalMark : used[0] != last)
        let grouping = isDecimal ? used.dropLast() : used[...]
        guard Set(grouping).count <= 1, isDecimal ? grouping.isEmpty || areGroups && grouping.first != last : canGroup else { return nil }
        guard isDecimal else { return parts.joined() }
        return lexicon.number(parts.dropLast().joined(), decimals: String(parts[parts.count - 1]))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
