import Messages

extension Durations {
    /// Returns the durations in running text, under the plain rule (T3), and their words.
    ///
    /// "1:02:55" is a duration. A time of day is not ("1:02:55 PM", "12:30:45 Uhr", "2024-01-31 12:30:45", "Nov 21 12:30:45"), nor is a
    /// part of a longer number, date or address.
    static func edits(in text: [Unicode.Scalar], language: String) -> [TracedText.Edit] {
        guard let words = DurationWords.of(language) else { return [] }
        let language = LanguageTag(language).base
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count, edits.count < mostEdits {
            guard text[index].isDigit else {
                index += 1
                continue
            }
            var end = index
            while end < text.count, text[end].isDigit || text[end] == ":" { end += 1 }
            // A colon at the end belongs to the sentence.
            let stop = text[end - 1] == ":" ? end - 1 : end
            if stop - index >= 7, isAlone(index..<stop, in: text), !isTimeOfDay(after: end, in: text, language),
                !followsDate(index, in: text),
                let amounts = amounts(text[index..<stop])
            {
                edits.append(TracedText.Edit(range: index..<stop, text: words.sentence(amounts)))
            }
            index = end
        }
        return edits
    }

    /// The maximum number of durations in a text, so that a text with nothing else doesn't delay speech.
    private static let mostEdits = 1000

    /// Returns a text with its durations in words, without a mapping back.
    static func read(in text: String, language: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var traced = TracedText(text)
        traced.apply(edits(in: traced.scalars, language: language))
        return traced.isUntouched ? text : String(String.UnicodeScalarView(traced.scalars))
    }

    /// Returns whether nothing adjacent makes it a part of something else: "T12:30:45Z", "1:02:55.5", "10:00:00-11:00:00".
    private static func isAlone(_ range: Range<Int>, in text: [Unicode.Scalar]) -> Bool {
        func belongs(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar.isDigit || scalar == "_" }
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

    /// Returns whether words for a time of day follow: AM, p.m., Uhr.
    /// - Parameter language: The language without a country.
    private static func isTimeOfDay(after end: Int, in text: [Unicode.Scalar], _ language: String) -> Bool {
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
        if ["AM", "PM"].contains(word) { return true }
        switch language {
        case "de": return word == "Uhr" || word == "h"  // "am" is a German word
        case "es", "fr": return ["am", "pm", "h"].contains(word)
        default: return ["am", "pm"].contains(word.lowercased())
        }
    }

    /// Returns whether a date precedes it, as in logs, which makes it a time of day.
    private static func followsDate(_ start: Int, in text: [Unicode.Scalar]) -> Bool {
        let before = String(String.UnicodeScalarView(text[max(0, start - 24)..<start])).split { $0.isWhitespace || $0 == "," }
        guard let last = before.last, let digit = last.first, digit.isNumber else { return false }
        if last.contains(where: { "-/.".contains($0) }), last.dropFirst(3).contains(where: \.isNumber) { return true }
        guard last.count <= 3, before.count > 1 else { return false }
        return months.contains(String(before[before.count - 2].lowercased().prefix(3)))
    }

    /// The first letters of the months in the four languages.
    private static let months: Set = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mai", "okt", "dez", "ene", "abr", "ago",
        "dic", "fév", "avr", "jui", "aoû", "déc",
    ]

    private static func amounts(_ text: ArraySlice<Unicode.Scalar>) -> Amounts? { clock(Array(text), .plain) }
}
