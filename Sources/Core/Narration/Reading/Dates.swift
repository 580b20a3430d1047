import Messages

/// T20: numeric dates, in the form that people say. eSpeak NG reads "2020-12-05" with its dashes, "01/02/2023" with its slashes, and ends a
/// sentence after the day of "3. Mai".
struct Dates {
    private let lexicon: Lexicon
    /// Whether the month is the first field of a date with the year at its end.
    private let isMonthFirst: Bool

    private init(_ lexicon: Lexicon, language: String) {
        self.lexicon = lexicon
        let tag = LanguageTag(language).text
        isMonthFirst = lexicon.words.list(.dateMonthFirst).contains { $0 == tag || $0.contains("-") && tag.hasPrefix($0 + "-") }
    }

    /// Returns the dates in running text, and their words.
    /// - Parameter language: the tag of the text's language; American dates begin with the month, British dates with the day.
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon, language: String) -> [TracedText.Edit] {
        guard !lexicon.words[.dateLong].isEmpty else { return [] }
        let dates = Dates(lexicon, language: language)
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            guard text[index].isDigit else {
                index += 1
                continue
            }
            var end = index
            while end < text.count, text[end].isDigit || isMark(text[end]) { end += 1 }
            // A punctuation mark at the end belongs to the sentence.
            while isMark(text[end - 1]) { end -= 1 }
            if let edit = dates.edit(index..<end, in: text) ?? dates.ordinal(index..<end, in: text) {
                edits.append(edit)
                end = max(end, edit.range.upperBound)
            }
            index = end
        }
        return edits
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "/" || scalar == "." }

    /// Returns the words for a date in three fields, and for the time after a "T", as in ISO 8601.
    private func edit(_ range: Range<Int>, in text: [Unicode.Scalar]) -> TracedText.Edit? {
        guard let words = words(text[range]), !Self.joins(text[..<range.lowerBound].last) else { return nil }
        guard Self.isJoined(at: range.upperBound, in: text) else {
            return TracedText.Edit(range: range.lowerBound..<endOfYearWord(after: range.upperBound, in: text), text: words)
        }
        guard text[range.upperBound] == "T", text[range.lowerBound...].prefix(5).last == "-" else { return nil }
        var end = range.upperBound + 1
        while end < text.count, text[end].isDigit || text[end] == ":" { end += 1 }
        guard let time = TimesOfDay.words(text[(range.upperBound + 1)..<end], isOfHalfDay: false, lexicon) else { return nil }
        // The decimals of the seconds are not spoken.
        if end < text.count, text[end] == "." || text[end] == "," { end = text[(end + 1)...].firstIndex { !$0.isDigit } ?? text.count }
        let zone = Self.zone(at: end, in: text)
        end = zone?.end ?? end
        if Self.isJoined(at: end, in: text) { return nil }
        return TracedText.Edit(range: range.lowerBound..<end, text: words + ", " + time + (zone.map { " " + $0.name } ?? ""))
    }

    /// Returns the name of a numeric time zone, such as "UTC+5:30" for "+0530", and the end of the zone.
    private static func zone(at start: Int, in text: [Unicode.Scalar]) -> (name: String, end: Int)? {
        guard start < text.count else { return nil }
        if text[start] == "Z" { return ("UTC", start + 1) }
        guard text[start] == "+" || text[start] == "-" else { return nil }
        let rest = text[(start + 1)...].prefix(6)
        let end = rest.firstIndex { !$0.isDigit && $0 != ":" } ?? rest.endIndex
        let digits = String(String.UnicodeScalarView(rest[..<end].filter(\.isDigit)))
        guard digits.count == 4 || digits.count == 2, let hours = Int(digits.prefix(2)) else { return nil }
        let minutes = digits.dropFirst(2)
        let offset = "\(text[start])\(hours)" + (minutes.isEmpty || minutes == "00" ? "" : ":" + minutes)
        return (hours == 0 && offset.count == 2 ? "UTC" : "UTC" + offset, end)
    }

    /// Returns the end of the word for "year" after a date, because the spoken date already contains this word: Russian "05.12.2020 г.".
    private func endOfYearWord(after end: Int, in text: [Unicode.Scalar]) -> Int {
        let parts = lexicon.words[.dateLong].split(separator: "{year} ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return end }
        let word = Array(parts[1].unicodeScalars)
        guard let letter = word.first, text[end...].first?.properties.isWhitespace == true else { return end }
        let rest = text[(end + 1)...]
        for form in [word, [letter, "."]] where rest.starts(with: form) {
            let after = rest.dropFirst(form.count).first
            if form.last == "." || after?.properties.isAlphabetic != true { return end + 1 + form.count }
        }
        return end
    }

    /// Returns whether a character next to a date makes the date part of something else.
    private static func joins(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.properties.isAlphabetic || scalar.isDigit || "-/._:+@#=&?%\\".unicodeScalars.contains(scalar)
    }

    /// Returns whether the text after a date makes the date part of something else. A punctuation mark before a space belongs to the
    /// sentence.
    private static func isJoined(at end: Int, in text: [Unicode.Scalar]) -> Bool {
        let after = text[end...].prefix(2)
        guard let first = after.first, joins(first) else { return false }
        return ".:-".unicodeScalars.contains(first) ? after.count > 1 && joins(after[end + 1]) : true
    }

    private func words(_ text: ArraySlice<Unicode.Scalar>) -> String? {
        guard let mark = text.first(where: Self.isMark) else { return nil }
        let fields = text.split(separator: mark, omittingEmptySubsequences: false).map { String(String.UnicodeScalarView($0)) }
        let numbers = fields.compactMap { $0.count <= 4 ? Int($0) : nil }
        guard fields.count == 3, numbers.count == 3 else { return nil }
        if fields[0].count == 4 {
            guard mark != ".", fields[1].count == 2, fields[2].count == 2 else { return nil }
            return words(day: numbers[2], month: numbers[1], year: fields[0])
        }
        guard fields[2].count == 4, fields[0].count <= 2, fields[1].count <= 2 else { return nil }
        // Other numbers with full stops are versions.
        guard mark == "/" || String(mark) == lexicon.words[.dateMark], "1900"..."2099" ~= fields[2] else { return nil }
        let (day, month) = isMonthFirst ? (1, 0) : (0, 1)
        // A month above 12 shows that the writer uses the other order.
        return words(day: numbers[day], month: numbers[month], year: fields[2])
            ?? words(day: numbers[month], month: numbers[day], year: fields[2])
    }

    private func words(day: Int, month: Int, year: String) -> String? {
        let months = lexicon.words.list(lexicon.words[.dateMonths].isEmpty ? .timeMonths : .dateMonths)
        guard 1...12 ~= month, months.count >= 12, "1000"..."2999" ~= year else { return nil }
        guard 1...(month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31) ~= day else { return nil }
        let days = lexicon.words.list(.dateDays)
        let name = days.count >= day ? days[day - 1] : "\(day)"
        return lexicon.words.filled(.dateLong, ["day": name, "month": months[month - 1], "year": year])
    }

    /// Returns the month in small letters after a day with a full stop, for languages with that notation. Only small letters make the
    /// synthesizer read an ordinal number instead of the end of a sentence.
    private func ordinal(_ range: Range<Int>, in text: [Unicode.Scalar]) -> TracedText.Edit? {
        guard range.count <= 2, lexicon.words[.dateLong].hasPrefix("{day}. ") else { return nil }
        guard !Self.joins(text[..<range.lowerBound].last), text[range.upperBound...].starts(with: ". ".unicodeScalars) else { return nil }
        let start = range.upperBound + 2
        let end = text[start...].firstIndex { !$0.properties.isAlphabetic } ?? text.count
        let word = String(String.UnicodeScalarView(text[start..<end]))
        guard lexicon.months.isWholeName(word) else { return nil }
        return TracedText.Edit(range: start..<end, text: word.lowercased())
    }
}
