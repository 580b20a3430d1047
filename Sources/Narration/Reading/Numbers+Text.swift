// T15 in running text: signs that the synthesizer would drop, and groups that it would take for numbers of their own.
extension Numbers {
    /// Returns the language's word for each minus sign before a number ("-$20", "(-5)"), and nothing for the marks between groups of three
    /// digits ("1'000'000").
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon) -> [TracedText.Edit] {
        // The language's word for a negative duration stands before it in each table.
        let minus = lexicon.words.filled(.durationNegative, ["duration": ""])
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            if isMinus(at: index, in: text) {
                if !minus.isEmpty { edits.append(TracedText.Edit(range: index..<index + 1, text: minus)) }
                index += 1
            } else if text[index].isDigit {
                let end = text[index...].firstIndex { !$0.isDigit } ?? text.count
                let marks = groupMarks(after: index..<end, in: text)
                edits += marks.map { TracedText.Edit(range: $0..<$0 + 1, text: "") }
                index = marks.last ?? end
            } else {
                index += 1
            }
        }
        return edits
    }

    /// Returns whether a hyphen or minus sign is a number's sign, rather than part of a word, a range or a date.
    private static func isMinus(at index: Int, in text: [Unicode.Scalar]) -> Bool {
        guard text[index] == "-" || text[index] == "\u{2212}" else { return false }
        let after = text[(index + 1)...].prefix(2).filter { $0.properties.generalCategory != .currencySymbol }
        guard after.first?.isDigit == true else { return false }
        guard let before = text[..<index].last else { return true }
        return before.properties.isWhitespace || [.openPunctuation, .initialPunctuation].contains(before.properties.generalCategory)
    }

    /// Returns the marks after a number's first group of digits, all of one kind; none if it has no groups.
    private static func groupMarks(after first: Range<Int>, in text: [Unicode.Scalar]) -> [Int] {
        guard first.upperBound < text.count, 1...3 ~= first.count, groupMarks.contains(text[first.upperBound]) else { return [] }
        if let before = text[..<first.lowerBound].last, belongs(before) { return [] }
        let mark = text[first.upperBound]
        var marks: [Int] = []
        var end = first.upperBound
        while end < text.count, text[end] == mark {
            let digits = text[(end + 1)...].prefix { $0.isDigit }.count
            guard digits == 3 else { return [] }
            marks.append(end)
            end += 4
        }
        if end < text.count, belongs(text[end]), text[end] != ".", text[end] != "," { return [] }
        return marks
    }

    /// Returns whether a character beside a number makes it a part of something else.
    private static func belongs(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.isDigit || scalar == "." || scalar == "," || groupMarks.contains(scalar)
    }

    /// The marks between groups that are nothing else: an apostrophe, an underscore, and spaces at which no line breaks.
    private static let groupMarks = Set("'’_\u{A0}\u{202F}\u{2009}".unicodeScalars)
}
