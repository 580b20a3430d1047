/// T3: durations in words. eSpeak NG reads "1:02:55" as "one two fifty five" and "00:10" as "zero ten".
package enum Durations {
    /// The context of a text: information about the text in addition to its characters.
    package enum Context: Sendable {
        /// The text counts time, so two fields are minutes and seconds.
        case timer
        /// The app states that the value is a duration, in any form, such as "1h 2m".
        case kind
        /// Nothing is known. Only H:MM:SS is a duration, because two fields, and HH:MM:SS below 24 hours, may be a time of day.
        case plain
    }

    /// Returns a value in words, without surrounding white space; nil if the value is not a duration in this context.
    package static func spoken(_ text: String, in lexicon: Lexicon, context: Context) -> String? {
        guard text.utf8.count <= longest else { return nil }
        let scalars = Array(text.unicodeScalars.filter { !$0.isInvisible })
        if let amounts = signed(scalars[...], lexicon, context) { return amounts.sentence(in: lexicon) }
        guard let (part, whole) = halves(of: scalars, lexicon.durations, context) else { return nil }
        // People don't write one time of day "of" another.
        let within: Context = context == .plain ? .timer : context
        guard let part = signed(part, lexicon, within), let whole = signed(whole, lexicon, within) else { return nil }
        return lexicon.words.filled(.durationPart, ["part": part.sentence(in: lexicon), "whole": whole.sentence(in: lexicon)])
    }

    /// Returns the seconds in a value whose `valueKind` is `duration`; nil if it is not a duration.
    static func seconds(_ text: String, in lexicon: Lexicon) -> Double? {
        guard text.utf8.count <= longest else { return nil }
        let scalars = Array(text.unicodeScalars.filter { !$0.isInvisible })
        let part = halves(of: scalars, lexicon.durations, .kind)?.part ?? scalars[...]
        guard let signed = signed(part, lexicon, .kind) else { return nil }
        return signed.isNegative ? -signed.amounts.total : signed.amounts.total
    }

    /// The maximum length of a duration, in bytes: twice "12 hours, 34 minutes and 56 seconds" in a language with long words.
    private static let longest = 256

    private struct Signed {
        var isNegative: Bool
        var amounts: Amounts

        func sentence(in lexicon: Lexicon) -> String {
            let sentence = lexicon.sentence(amounts)
            return isNegative ? lexicon.words.filled(.durationNegative, ["duration": sentence]) : sentence
        }
    }

    private static func signed(_ text: ArraySlice<Unicode.Scalar>, _ lexicon: Lexicon, _ context: Context) -> Signed? {
        var scalars = text
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        // Players show the remaining time with a minus sign.
        var isNegative = false
        if context != .plain, let first = scalars.first, first == "-" || first == "\u{2212}" {
            isNegative = true
            scalars.removeFirst()
        }
        guard let amounts = clock(scalars, context) ?? (context == .kind ? units(scalars, lexicon.durations) : nil) else { return nil }
        return Signed(isNegative: isNegative, amounts: amounts)
    }

    /// Splits "0:30 of 3:45", and "0:30 / 3:45" if the value is known to count time.
    private static func halves(
        of text: [Unicode.Scalar], _ phrases: DurationPhrases, _ context: Context
    ) -> (part: ArraySlice<Unicode.Scalar>, whole: ArraySlice<Unicode.Scalar>)? {
        if context != .plain, let slash = text.firstIndex(of: "/") { return (text[..<slash], text[(slash + 1)...]) }
        for word in text.split(whereSeparator: \.properties.isWhitespace)
        where phrases.of.contains(String(String.UnicodeScalarView(word)).lowercased()) {
            return (text[..<word.startIndex], text[word.endIndex...])
        }
        return nil
    }

    /// Returns whether a label indicates that its value is a duration: "Elapsed", "Verbleibende Zeit".
    /// - Parameters:
    ///   - lexicons: the lexicons of the languages that the label may be in.
    ///   - isWholeLabel: false if other words may precede.
    package static func names(_ label: String, in lexicons: [Lexicon], isWholeLabel: Bool = true) -> Bool {
        guard label.utf8.count <= longest else { return false }
        let words = label.lowercased().split { !$0.isLetter }
        return lexicons.map(\.durations).contains { phrases in
            words.contains { word in phrases.labels.contains { matches(word, $0) } }
                || isWholeLabel && phrases.wholeLabels.contains(words.joined(separator: " "))
        }
    }

    /// Returns whether a word matches `pattern`, in which an asterisk at the start or end matches anything.
    private static func matches(_ word: Substring, _ pattern: String) -> Bool {
        if pattern.hasPrefix("*") { return word.hasSuffix(pattern.dropFirst()) }
        return pattern.hasSuffix("*") ? word.hasPrefix(pattern.dropLast()) : word == pattern
    }

    /// Hours, minutes, seconds and milliseconds; nil if the field is absent.
    struct Amounts: Equatable {
        var hours: Int?
        var minutes: Int?
        var seconds: Int?
        var milliseconds: Int?
        /// The digits after the last field's decimal mark, without trailing zeros.
        var fraction = ""

        /// Returns the two or three fields with `unit` as the unit of the first field; nil if the fields do not fit that unit.
        func asFields(from unit: NumberNames.Unit) -> Amounts? {
            switch (unit, hours) {
            case (.hour, .some), (.minute, .none): self
            case (.hour, .none) where fraction.isEmpty: Amounts(hours: minutes, minutes: seconds)
            default: nil
            }
        }

        var total: Double {
            let last = Double("0." + (fraction.isEmpty ? "0" : fraction)) ?? 0
            let whole = Double((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0))
            guard let milliseconds else { return whole + last }
            return whole + (Double(milliseconds) + last) / 1000
        }
    }

    /// Parses `H:MM:SS` and, unless the context is plain, `HH:MM:SS`, `M:SS` and decimals of the seconds.
    static func clock(_ text: ArraySlice<Unicode.Scalar>, _ context: Context) -> Amounts? {
        var text = text
        var fraction = ""
        if context != .plain, let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) {
            let digits = text[(mark + 1)...]
            guard 1...9 ~= digits.count, digits.allSatisfy(\.isDigit) else { return nil }
            fraction = String(String.UnicodeScalarView(digits))
            while fraction.last == "0" { fraction.removeLast() }
            text = text[..<mark]
        }
        var fields: [Int] = []
        var mayBeTimeOfDay = false
        for field in text.split(separator: ":", omittingEmptySubsequences: false) {
            guard fields.count < 3, let number = number(field) else { return nil }
            if fields.isEmpty {
                mayBeTimeOfDay = field.count == 2 && number < 24
            } else if field.count != 2 || number >= 60 {
                // Fields after the first have two digits and are below 60.
                return nil
            }
            fields.append(number)
        }
        switch fields.count {
        case 3 where context != .plain || !mayBeTimeOfDay:
            return Amounts(hours: fields[0], minutes: fields[1], seconds: fields[2], fraction: fraction)
        case 2 where context != .plain: return Amounts(minutes: fields[0], seconds: fields[1], fraction: fraction)
        default: return nil
        }
    }

    /// Parses `1h 2m`, `90 s` or `1 hour, 5 minutes`: units from large to small, each once.
    private static func units(_ text: ArraySlice<Unicode.Scalar>, _ phrases: DurationPhrases) -> Amounts? {
        var amounts = Amounts()
        var rest = text
        func skip(_ isSkipped: (Unicode.Scalar) -> Bool) { while let first = rest.first, isSkipped(first) { rest.removeFirst() } }
        while !rest.isEmpty {
            let digits = rest.prefix(while: \.isDigit)
            guard let number = number(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            skip(\.properties.isWhitespace)
            let name = rest.prefix { $0.properties.isAlphabetic }
            rest = rest.dropFirst(name.count)
            guard let unit = phrases.unit(String(String.UnicodeScalarView(name)).lowercased()) else { return nil }
            switch unit {
            case .hour where amounts == Amounts(): amounts.hours = number
            case .minute where amounts.minutes == nil && amounts.seconds == nil: amounts.minutes = number
            case .second where amounts.seconds == nil: amounts.seconds = number
            case .millisecond where amounts == Amounts(): amounts.milliseconds = number
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

    /// Whether the scalar is an invisible mark, such as the direction marks around numbers in right-to-left texts.
    var isInvisible: Bool { properties.isDefaultIgnorableCodePoint }
}
