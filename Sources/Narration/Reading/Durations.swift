/// T3: durations in words, in English, German, Spanish and French. eSpeak NG reads "1:02:55" as "one two fifty five" and "00:10" as "zero
/// ten". Texts in other languages are left as they are.
package enum Durations {
    /// What is known about a text besides its characters.
    package enum Context: Sendable {
        /// The text counts time, so two fields are minutes and seconds.
        case timer
        /// The app says that it is a duration, in any form, such as "1h 2m".
        case kind
        /// Nothing is known. Only H:MM:SS is a duration, because two fields may be a time of day.
        case plain
    }

    /// Returns a value in words, without surrounding white space; nil if it is no duration in this context.
    package static func spoken(_ text: String, language: String, context: Context) -> String? {
        guard let words = DurationWords.of(language) else { return nil }
        var scalars = text.unicodeScalars.filter { !$0.isInvisible }[...]
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        // Players show the remaining time with a minus sign.
        var isNegative = false
        if context != .plain, let first = scalars.first, first == "-" || first == "\u{2212}" {
            isNegative = true
            scalars.removeFirst()
        }
        let all = Array(scalars)
        guard let amounts = clock(all, context) ?? (context == .kind ? units(all, words) : nil) else { return nil }
        return (isNegative ? words.minus + " " : "") + words.sentence(amounts)
    }

    /// Returns whether a label says that its value is a duration: "Elapsed", "Verbleibende Zeit". Checks the words of the language and of
    /// English.
    package static func names(_ label: String, language: String) -> Bool {
        let known = DurationWords.english.labels + (DurationWords.of(language)?.labels ?? [])
        return label.lowercased().split { !$0.isLetter }.contains { word in known.contains { matches(word, $0) } }
    }

    /// Returns whether a word matches `pattern`, in which an asterisk at the start or end matches anything.
    private static func matches(_ word: Substring, _ pattern: String) -> Bool {
        if pattern.hasPrefix("*") { return word.hasSuffix(pattern.dropFirst()) }
        return pattern.hasSuffix("*") ? word.hasPrefix(pattern.dropLast()) : word == pattern
    }

    /// Hours, minutes and seconds; nil if the field is absent.
    struct Amounts: Equatable {
        var hours: Int?
        var minutes: Int?
        var seconds: Int?
    }

    /// Parses `H:MM:SS`, and `M:SS` unless the context is plain.
    static func clock(_ text: [Unicode.Scalar], _ context: Context) -> Amounts? {
        var fields: [Int] = []
        for field in text.split(separator: ":", omittingEmptySubsequences: false) {
            guard fields.count < 3, let number = number(field) else { return nil }
            // Fields after the first have two digits and are below 60.
            if !fields.isEmpty, field.count != 2 || number >= 60 { return nil }
            fields.append(number)
        }
        switch fields.count {
        case 3: return Amounts(hours: fields[0], minutes: fields[1], seconds: fields[2])
        case 2 where context != .plain: return Amounts(minutes: fields[0], seconds: fields[1])
        default: return nil
        }
    }

    /// Parses `1h 2m`, `90 s` or `1 hour, 5 minutes`: units from large to small, each once.
    private static func units(_ text: [Unicode.Scalar], _ words: DurationWords) -> Amounts? {
        var amounts = Amounts()
        var rest = text[...]
        func skip(_ isSkipped: (Unicode.Scalar) -> Bool) { while let first = rest.first, isSkipped(first) { rest.removeFirst() } }
        while !rest.isEmpty {
            let digits = rest.prefix(while: \.isDigit)
            guard let number = number(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            skip(\.properties.isWhitespace)
            let name = rest.prefix { $0.properties.isAlphabetic }
            rest = rest.dropFirst(name.count)
            guard let unit = words.unit(String(String.UnicodeScalarView(name)).lowercased()) else { return nil }
            switch unit {
            case .hour where amounts == Amounts(): amounts.hours = number
            case .minute where amounts.minutes == nil && amounts.seconds == nil: amounts.minutes = number
            case .second where amounts.seconds == nil: amounts.seconds = number
            default: return nil
            }
            skip { $0 == "." || $0 == "," || $0.properties.isWhitespace }
        }
        return amounts == Amounts() ? nil : amounts
    }

    /// Parses up to six digits; more are not a duration.
    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
        guard 1...6 ~= digits.count else { return nil }
        var number = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            number = number * 10 + Int(digit.value - 0x30)
        }
        return number
    }
}

extension Unicode.Scalar {
    var isDigit: Bool { (0x30...0x39).contains(value) }

    /// Whether it is an invisible mark, such as those for direction around numbers in right-to-left texts.
    var isInvisible: Bool { properties.isDefaultIgnorableCodePoint }
}
