/// T14: times of day, in the form that people say. eSpeak NG reads "14:05" as "fourteen zero five" and "10:00" as "ten zero zero".
enum TimesOfDay {
    /// Returns a value in words, without surrounding white space: `14:05`, `9:30 PM`, `14:05:30`; nil if it is not a time of day.
    static func spoken(_ text: String, in lexicon: Lexicon) -> String? {
        let scalars = Array(text.unicodeScalars.filter { !$0.isInvisible }.drop { $0.properties.isWhitespace })
        let clock = scalars.prefix { $0.isDigit || $0 == ":" }
        let rest = String(String.UnicodeScalarView(scalars[clock.count...])).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // "AM", "p.m.", "Uhr", "h"; a longer rest is not part of a time.
        guard rest.count <= 5, !rest.contains(where: \.isNumber) else { return nil }
        let isOfHalfDay = ["am", "pm"].contains(rest.lowercased().filter(\.isLetter))
        guard let spoken = words(clock, isOfHalfDay: isOfHalfDay, lexicon) else { return nil }
        // The spoken time already contains "Uhr" and "h".
        return isOfHalfDay ? "\(spoken) \(rest)" : spoken
    }

    /// Returns hours, minutes and optional seconds with decimals in words; nil if the text is something else.
    /// - Parameter isOfHalfDay: whether AM or PM follows.
    static func words(_ clock: ArraySlice<Unicode.Scalar>, isOfHalfDay: Bool, _ lexicon: Lexicon) -> String? {
        var fields: [Int] = []
        let mark = clock.firstIndex { $0 == "." || $0 == "," } ?? clock.endIndex
        var fraction = String(String.UnicodeScalarView(clock[mark...].dropFirst()))
        while fraction.last == "0" { fraction.removeLast() }
        for field in clock[..<mark].split(separator: ":", omittingEmptySubsequences: false) {
            guard 1...2 ~= field.count, fields.isEmpty || field.count == 2, let number = Int(String(String.UnicodeScalarView(field))) else {
                return nil
            }
            fields.append(number)
        }
        guard 2...3 ~= fields.count, fields[0] <= 24, fields[1...].allSatisfy({ $0 < 60 }) else { return nil }
        let spoken = hoursAndMinutes(fields[0], fields[1], isOfHalfDay: isOfHalfDay, lexicon)
        guard fields.count == 3, fields[2] > 0 || !fraction.isEmpty else { return spoken }
        let seconds = lexicon.sentence(Durations.Amounts(seconds: fields[2], fraction: fraction))
        return lexicon.words.filled(.timeSeconds, ["time": spoken, "seconds": seconds])
    }

    private static func hoursAndMinutes(_ hour: Int, _ minute: Int, isOfHalfDay: Bool, _ lexicon: Lexicon) -> String {
        let names = lexicon.words.list(.timeHourNames)
        let name = names.indices.contains(hour) ? names[hour] : lexicon.numbers.name(of: hour, before: .hour)
        if minute == 0, isOfHalfDay { return name }
        let keys: (special: Words.Key?, usual: Words.Key)
        if minute == 0 {
            keys = (hour == 0 || hour > 12 ? .timeLateHour : nil, .timeHour)
        } else {
            keys = (minute < 10 ? .timeFewMinutes : nil, .timeMinutes)
        }
        let special = keys.special.map { lexicon.words[$0].isEmpty ? keys.usual : $0 }
        let values = [
            "hour": name, "minute": "\(minute)", "minuteName": lexicon.numbers.name(of: minute, before: .minute),
            "minutes": lexicon.sentence(Durations.Amounts(minutes: minute)),
        ]
        return lexicon.words.filled(special ?? keys.usual, for: hour, values)
    }
}
