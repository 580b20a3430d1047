import Messages

/// T14: times of day as people say them. eSpeak NG reads "14:05" as "fourteen zero five" and "10:00" as "ten zero zero".
enum TimesOfDay {
    /// Returns a value in words, without surrounding white space: `14:05`, `9:30 PM`, `14:05:30`; nil if it is no time of day, or the
    /// language has no words for it.
    static func spoken(_ text: String, language: String) -> String? {
        guard let words = DurationWords.of(language), let form = forms[LanguageTag(language).base] else { return nil }
        let scalars = Array(text.unicodeScalars.filter { !$0.isInvisible }.drop { $0.properties.isWhitespace })
        let clock = scalars.prefix { $0.isDigit || $0 == ":" }
        var fields: [Int] = []
        for field in clock.split(separator: ":", omittingEmptySubsequences: false) {
            guard 1...2 ~= field.count, fields.isEmpty || field.count == 2, let number = Int(String(String.UnicodeScalarView(field))) else {
                return nil
            }
            fields.append(number)
        }
        guard 2...3 ~= fields.count, fields[0] <= 24, fields[1...].allSatisfy({ $0 < 60 }) else { return nil }
        let rest = String(String.UnicodeScalarView(scalars[clock.count...])).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // "AM", "p.m.", "Uhr", "h"; anything longer is more than a time.
        guard rest.count <= 5, !rest.contains(where: \.isNumber) else { return nil }
        let isOfHalfDay = ["am", "pm"].contains(rest.lowercased().filter(\.isLetter))
        var pattern = fields[1] > 0 ? form.past(fields[0], fields[1]) : isOfHalfDay ? "{hour}" : form.sharp(fields[0])
        pattern.replace("{hour}", with: words.number(fields[0], .hour))
        pattern.replace("{minute}", with: form.saysMinutesInWords ? words.number(fields[1], .minute) : "\(fields[1])")
        if fields.count == 3, fields[2] > 0 {
            pattern += form.and + words.sentence(Durations.Amounts(seconds: fields[2]))
        }
        // "Uhr" and "h" are among the words already.
        return isOfHalfDay ? "\(pattern) \(rest)" : pattern
    }

    private struct Form: Sendable {
        /// Returns the pattern for a full hour.
        var sharp: @Sendable (_ hour: Int) -> String
        /// Returns the pattern for minutes past an hour.
        var past: @Sendable (_ hour: Int, _ minute: Int) -> String
        /// Before the seconds.
        var and: String
        /// Whether the number of minutes has a gender, which the synthesizer's numbers lack.
        var saysMinutesInWords = false
    }

    private static let forms = [
        "en": Form(
            sharp: { $0 > 12 || $0 == 0 ? "{hour} hundred" : "{hour} o'clock" },
            past: { $1 < 10 ? "{hour} oh {minute}" : "{hour} {minute}" }, and: " and "),
        "de": Form(sharp: { _ in "{hour} Uhr" }, past: { _, _ in "{hour} Uhr {minute}" }, and: " und "),
        "es": Form(
            sharp: { $0 == 1 ? "una hora" : "{hour} horas" }, past: { hour, _ in hour == 1 ? "una y {minute}" : "{hour} y {minute}" },
            and: " y "),
        "fr": Form(
            sharp: { $0 < 2 ? "{hour} heure" : "{hour} heures" },
            past: { hour, _ in hour < 2 ? "{hour} heure {minute}" : "{hour} heures {minute}" }, and: " et ", saysMinutesInWords: true),
    ]
}
