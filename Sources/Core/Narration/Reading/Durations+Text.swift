extension Durations {
    /// Returns the durations and the times of day in running text, under the plain rules (T3, T14), and their words.
    ///
    /// "1:02:55" is a duration. "00:10" and "01:02:55" are durations if the words around them indicate that: "completed in 00:10". A time
    /// of day is not a duration ("1:02:55 PM", "12:30:45 Uhr", "2024-01-31 12:30:45", "[14:05:10]"). A part of a longer number, date or
    /// address is neither.
    /// - Parameter english: the lexicon for English labels in other languages' texts.
    static func edits(in text: [Unicode.Scalar], _ lexicon: Lexicon, english: Lexicon?) -> [TracedText.Edit] {
        let labels = [lexicon, english].compactMap(\.self)
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            guard text[index].isDigit else {
                index += 1
                continue
            }
            var end = index
            while end < text.count, text[end].isDigit || text[end] == ":" { end += 1 }
            defer { index = end }
            // A colon at the end belongs to the sentence.
            var stop = text[end - 1] == ":" ? end - 1 : end
            guard text[index..<stop].contains(":") else {
                let written = written(at: index, in: text, lexicon) {
                    says(before: index, hasHours: false, in: text, lexicon, labels: labels)
                }
                if let written {
                    edits.append(TracedText.Edit(range: index..<written.end, text: lexicon.sentence(written.amounts)))
                    end = written.end
                }
                continue
            }
            var amounts = clock(text[index..<stop], .plain)
            // If this can't be a time in any context, skip the search in the words around it.
            let tenths = endOfTenths(at: stop, in: text)
            if let timer = clock(text[index..<tenths], .timer) {
                let isRest = edits.last.map { isOf(text[$0.range.upperBound..<index], lexicon.durations) } ?? false
                if isRest || says(before: index, hasHours: timer.hours != nil, in: text, lexicon, labels: labels)
                    || says(after: tenths, of: index, in: text, lexicon)
                {
                    (amounts, stop, end) = (timer, tenths, max(end, tenths))
                }
            }
            // Logs have decimals after the seconds. With 00 hours, the time is more likely a position in a recording.
            if amounts == nil, tenths > stop, text[index..<stop].count(where: { $0 == ":" }) == 2 {
                if text[index..<stop].starts(with: "00:".unicodeScalars) { amounts = clock(text[index..<tenths], .timer) }
                (stop, end) = (tenths, max(end, tenths))
            }
            guard isAlone(index..<stop, in: text, lexicon) else { continue }
            let dayWord = dayWord(after: end, in: text, lexicon)
            let isOfDay = dayWord != nil && amounts == nil
            if !isOfDay, let (unit, after) = unitWord(after: stop, in: text, lexicon.durations),
                let amounts = clock(text[index..<stop], .timer)?.asFields(from: unit)
            {
                edits.append(TracedText.Edit(range: index..<after, text: lexicon.sentence(amounts)))
                end = after
            } else if let amounts, dayWord == nil, !followsDate(index, in: text, lexicon.months) {
                edits.append(TracedText.Edit(range: index..<stop, text: lexicon.sentence(amounts)))
            } else if dayWord != nil || isSurelyTimeOfDay(text[index..<stop]),
                let time = TimesOfDay.words(text[index..<stop], isOfHalfDay: dayWord?.isOfHalfDay == true, lexicon)
            {
                // AM and PM remain. "Uhr" is removed, because the spoken time already contains it.
                if let dayWord, !dayWord.isOfHalfDay { (stop, end) = (dayWord.end, dayWord.end) }
                edits.append(TracedText.Edit(range: index..<stop, text: time))
            }
        }
        return edits
    }

    /// Returns the unit after a time, which is the unit of its first field, and the end of the unit's word: "1:05 hours".
    private static func unitWord(
        after end: Int, in text: [Unicode.Scalar], _ phrases: DurationPhrases
    ) -> (unit: NumberNames.Unit, end: Int)? {
        let start = text[end...].prefix { $0.properties.isWhitespace }.endIndex
        let stop = text[start...].prefix(longestWord).prefix { $0.properties.isAlphabetic }.endIndex
        guard 1...2 ~= start - end, let unit = phrases.unit(String(String.UnicodeScalarView(text[start..<stop])).lowercased()) else {
            return nil
        }
        // A full stop after an abbreviation ends a sentence only before a capital letter.
        let next = text[stop...].dropFirst().drop { $0.properties.isWhitespace }.first
        let isAbbreviated = stop < text.count && text[stop] == "." && next?.properties.isLowercase == true
        return (unit, isAbbreviated ? stop + 1 : stop)
    }

    /// Returns a text with its durations in words, without a mapping back.
    static func read(in text: String, _ lexicon: Lexicon, english: Lexicon?) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var traced = TracedText(text)
        traced.apply(edits(in: traced.scalars, lexicon, english: english))
        return traced.isUntouched ? text : String(String.UnicodeScalarView(traced.scalars))
    }

    /// Returns whether no adjacent character makes the time part of something else: "T12:30:45Z", "1:02:55.5", "10:00:00-11:00:00".
    private static func isAlone(_ range: Range<Int>, in text: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
        func isLetter(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic && (lexicon.hasSpaces || Script(scalar)?.hasSpaces != false)
        }
        func belongs(_ scalar: Unicode.Scalar) -> Bool { isLetter(scalar) || scalar.isDigit || scalar == "_" }
        func joins(_ scalar: Unicode.Scalar) -> Bool { ".,:;/+-\u{2013}\u{2212}".unicodeScalars.contains(scalar) }
        if range.lowerBound > 0 {
            let before = text[range.lowerBound - 1]
            if belongs(before) || joins(before) { return false }
        }
        guard range.upperBound < text.count else { return true }
        let after = text[range.upperBound]
        if belongs(after) { return false }
        guard joins(after), range.upperBound + 1 < text.count else { return true }
        return !belongs(text[range.upperBound + 1])
    }

    /// Returns whether a time is a time of day if it is not a duration: it has three fields, or two fields in which the synthesizer would
    /// read zeros. "1:05" may be a lap, and "00:05" may be five seconds.
    private static func isSurelyTimeOfDay(_ clock: ArraySlice<Unicode.Scalar>) -> Bool {
        let fields = clock.split(separator: ":")
        return fields.count == 3 || fields.count == 2 && fields[1].first == "0" && fields[0].count == 2 && fields[0].contains { $0 != "0" }
    }

    /// Returns the word for a time of day that follows a time (AM, p.m., Uhr), and its end; nil if there is none.
    private static func dayWord(after end: Int, in text: [Unicode.Scalar], _ lexicon: Lexicon) -> (isOfHalfDay: Bool, end: Int)? {
        var next = end
        while next < text.count, text[next].properties.isWhitespace { next += 1 }
        var word = ""
        while next < text.count, word.unicodeScalars.count < 5 {
            let scalar = text[next]
            // "a. m." contains a space.
            if scalar.properties.isAlphabetic { word.unicodeScalars.append(scalar) } else if scalar != "." { break }
            next += 1
            if word.count == 1, next < text.count, text[next - 1] == ".", text[next].properties.isWhitespace { next += 1 }
        }
        // "am" in small letters is a word in some languages.
        guard ["AM", "PM"].contains(word) || lexicon.afterTimes.contains(word) else { return nil }
        // A full stop after the word may end the sentence.
        while text[next - 1] == "." { next -= 1 }
        return (["am", "pm"].contains(word.lowercased()), next)
    }

    /// Returns whether a date precedes a time, as in logs, which makes it a time of day.
    private static func followsDate(_ start: Int, in text: [Unicode.Scalar], _ months: Months) -> Bool {
        let near = text[max(0, start - 24)..<start]
        // Each date contains a number. Another time does not count as a date.
        guard near.contains(where: { $0.isDigit || !$0.isASCII }) else { return false }
        var first = start
        while first > near.startIndex, text[first - 1] == " " || text[first - 1] == "," { first -= 1 }
        let end = first
        while first > near.startIndex, text[first - 1].isDigit || text[first - 1] == ":" { first -= 1 }
        if text[first..<end].contains(":"), first == 0 || text[first - 1] == " " { return false }
        let before = String(String.UnicodeScalarView(near)).split { $0.isWhitespace || $0 == "," }
        let day = before.last?.count == 4 && before.last?.allSatisfy(\.isNumber) == true ? before.dropLast() : before[...]
        if day.count > 1, let month = day.last, months.isName(month), day[day.endIndex - 2].first?.isNumber == true { return true }
        guard let last = before.last, let digit = last.first, digit.isNumber else { return false }
        if last.contains(where: { "-/.".contains($0) }), last.dropFirst(3).contains(where: \.isNumber) { return true }
        if months.isPart(of: last) { return true }
        guard last.count <= 3, before.count > 1 else { return false }
        return months.contains(before[before.count - 2])
    }
}

// The words around a duration.
extension Durations {
    /// Returns the end of the decimals after a time; up to nanoseconds are accepted.
    private static func endOfTenths(at end: Int, in text: [Unicode.Scalar]) -> Int {
        guard end + 1 < text.count, text[end] == "." || text[end] == "," else { return end }
        let digits = text[(end + 1)...].prefix(10).prefix(while: \.isDigit).count
        return 1...9 ~= digits ? end + 1 + digits : end
    }

    /// Returns whether only "of" stands between two times.
    private static func isOf(_ between: ArraySlice<Unicode.Scalar>, _ phrases: DurationPhrases) -> Bool {
        guard between.count <= longestWord else { return false }
        let words = String(String.UnicodeScalarView(between)).split(whereSeparator: \.isWhitespace)
        return words.count == 1 && phrases.of.contains(words[0].lowercased())
    }

    /// Returns whether the text before a time makes it a duration: "completed in", "Time left:".
    /// - Parameter hasHours: whether the time has three fields.
    private static func says(
        before start: Int, hasHours: Bool, in text: [Unicode.Scalar], _ lexicon: Lexicon, labels: [Lexicon]
    ) -> Bool {
        var end = start
        while end > 0, text[end - 1].properties.isWhitespace { end -= 1 }
        let isLabel = end > 0 && text[end - 1] == ":"
        if isLabel { end -= 1 }
        let word = word(endingAt: end, in: text)
        guard !word.isEmpty else { return false }
        if isLabel { return names(word, in: labels, isWholeLabel: false) }
        if !lexicon.hasSpaces { return lexicon.durations.before.contains { word.hasSuffix($0) } }
        guard end < start else { return false }
        // Two fields after a label without a colon may be a time of day: "Call 10:30".
        return lexicon.durations.before.contains(word) || hasHours && names(word, in: labels, isWholeLabel: false)
    }

    /// Returns the word before a time, in lower case, if only white space separates them.
    private static func word(before start: Int, in text: [Unicode.Scalar]) -> String {
        let end = text[..<start].lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? 0
        return end < start ? word(endingAt: end, in: text) : ""
    }

    private static func word(endingAt end: Int, in text: [Unicode.Scalar]) -> String {
        let start = max(0, end - longestWord)
        let first = text[start..<end].lastIndex { !$0.properties.isAlphabetic }.map { $0 + 1 } ?? start
        return String(String.UnicodeScalarView(text[first..<end])).lowercased()
    }

    /// Returns whether the text after a time makes it a duration: "left", or "of" and another time.
    private static func says(after end: Int, of start: Int, in text: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
        let phrases = lexicon.durations
        if !lexicon.hasSpaces {
            let rest = text[end...].prefix(longestWord).drop(while: \.properties.isWhitespace)
            if phrases.after.contains(where: { rest.starts(with: $0.unicodeScalars) }) { return true }
        }
        guard end < text.count, text[end].properties.isWhitespace else { return false }
        let words = text[end...].prefix(3 * longestWord)
            .split(maxSplits: 2, omittingEmptySubsequences: true, whereSeparator: \.properties.isWhitespace)
        // A time contains no letters, and is not "of".
        guard let next = words.first, next.first?.isDigit != true else { return false }
        let word = String(String.UnicodeScalarView(next)).lowercased()
        if phrases.after.contains(word.filter(\.isLetter)) {
            return !phrases.determiners.contains(self.word(before: start, in: text))
        }
        return words.count > 1 && phrases.of.contains(word) && clock(words[1].prefix { $0.isDigit || $0 == ":" }, .timer) != nil
    }

    private static let longestWord = 24
}
