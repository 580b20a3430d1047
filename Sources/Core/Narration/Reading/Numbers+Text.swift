// T15 in running text: signs that the synthesizer would drop, and groups of digits that it would read as separate numbers.
extension Numbers {
    /// Returns the edits for numbers. Each minus sign before a number ("-$20", "(-5)") and each number sign or its abbreviation ("№ 5",
    /// "No. 5") becomes the language's words. Marks between groups of three digits ("1'000'000") are removed. A space is inserted before
    /// the wrong ending of an ordinal number ("1nd"), which the synthesizer would read as another number, and before the "v" of "IPv6",
    /// which it would read as a word.
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon) -> [TracedText.Edit] {
        // In each table, the word for a negative duration precedes the duration.
        let minus = lexicon.words.filled(.durationNegative, ["duration": ""])
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            if isMinus(at: index, in: text) {
                if !minus.isEmpty { edits.append(TracedText.Edit(range: index..<index + 1, text: minus)) }
                index += 1
            } else if isVersionLetter(at: index, in: text) {
                edits.append(TracedText.Edit(range: index..<index + 1, text: " v"))
                index += 1
            } else if let sign = numberSign(at: index, in: text, lexicon) {
                edits.append(sign)
                index = sign.range.upperBound
            } else if text[index].isDigit {
                let end = text[index...].firstIndex { !$0.isDigit } ?? text.count
                if isWrongOrdinal(index..<end, in: text, lexicon) {
                    edits.append(TracedText.Edit(range: end..<end + 1, text: " " + String(text[end])))
                }
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
        var after = text[(index + 1)...].prefix(3)
        if after.first?.properties.generalCategory == .currencySymbol || after.first == "." { after.removeFirst() }
        guard after.first?.isDigit == true else { return false }
        guard let before = text[..<index].last else { return true }
        return before.properties.isWhitespace || "=:*/<>,;".unicodeScalars.contains(before)
            || [.openPunctuation, .initialPunctuation].contains(before.properties.generalCategory)
    }

    private static func isVersionLetter(at index: Int, in text: [Unicode.Scalar]) -> Bool {
        guard text[index] == "v", text.dropFirst(index + 1).first?.isDigit == true else { return false }
        let before = text[..<index].suffix(2)
        return before.count == 2 && before.allSatisfy { ("A"..."Z").contains($0) }
    }

    /// Returns the word for "№", or for its abbreviation before a number.
    private static func numberSign(at index: Int, in text: [Unicode.Scalar], _ lexicon: Lexicon) -> TracedText.Edit? {
        let isSign = text[index] == "№"
        let word = lexicon.words[.numbersSign]
        guard !word.isEmpty, isSign || text[index].properties.isAlphabetic else { return nil }
        if !isSign, let before = text[..<index].last, belongs(before) || before == "-" { return nil }
        let end = isSign ? index + 1 : text[index...].prefix(longestAbbreviation).firstIndex { $0.isDigit || $0.properties.isWhitespace }
        guard let end else { return nil }
        var digit = end
        if digit < text.count, text[digit].properties.isWhitespace { digit += 1 }
        let isBeforeNumber = digit < text.count && text[digit].isDigit
        let space = lexicon.marks.space
        if isSign { return TracedText.Edit(range: index..<end, text: word + (digit == end && isBeforeNumber ? space : "")) }
        // A full stop after an abbreviation does not end a sentence.
        let written = String(String.UnicodeScalarView(text[index..<end]))
        let name = written.hasSuffix(".") ? String(written.dropLast()) : written
        let isAbbreviation =
            lexicon.numberAbbreviations.contains(name.lowercased())
            && (written != name || !name.allSatisfy { $0.isASCII && $0.isLetter })
        guard isBeforeNumber, isAbbreviation, name.lowercased() != "no" || isAmidSentence(index, in: text) else { return nil }
        return TracedText.Edit(range: index..<end, text: word + (digit == end ? space : ""))
    }

    /// Returns whether "No" can't be an answer: it begins with a capital letter within a sentence.
    private static func isAmidSentence(_ index: Int, in text: [Unicode.Scalar]) -> Bool {
        guard text[index] == "N", let before = text[..<index].last(where: { !$0.properties.isWhitespace }) else { return false }
        return before.properties.isAlphabetic || before == "," || before == "("
    }

    /// The number of scalars to search for an abbreviation, including the character after it.
    private static let longestAbbreviation = 6

    private static func isWrongOrdinal(_ digits: Range<Int>, in text: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
        let endings = lexicon.words.list(.numbersOrdinals)
        let rest = text[digits.upperBound...]
        guard let usual = endings.first, rest.first?.properties.isAlphabetic == true else { return false }
        let ending = String(String.UnicodeScalarView(rest.prefix { $0.properties.isAlphabetic })).lowercased()
        // "12st" may be a weight.
        guard endings.contains(ending), ending != "st", let last = text[digits].last else { return false }
        let isTeen = text[digits].dropLast().last == "1"
        let one = Int(last.value - 0x30)
        return ending != (!isTeen && one < endings.count ? endings[one] : usual)
    }

    /// Returns the marks after a number's first group of digits, all of one kind; none if the number has no groups.
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
        guard end < text.count else { return marks }
        if belongs(text[end]), text[end] != ".", text[end] != "," { return [] }
        // "1_000.txt" is a file.
        if text[end] == ".", text.dropFirst(end + 1).first?.properties.isAlphabetic == true { return [] }
        return marks
    }

    /// Returns whether a character next to a number makes the number part of something else.
    private static func belongs(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.isDigit || scalar == "." || scalar == "," || groupMarks.contains(scalar)
    }

    /// The marks that between digits can only separate groups: an apostrophe, an underscore, and no-break spaces.
    private static let groupMarks = Set("'’_\u{A0}\u{202F}\u{2009}".unicodeScalars)
}
