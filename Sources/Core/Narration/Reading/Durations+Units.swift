// T3: durations with units in running text, as programs print them: "2m 10s", "1h2m", "3.45s", "250ms".
extension Durations {
    /// Returns the duration that begins at a digit, and its end; nil if there is none. A single unit may be something else ("5m", the
    /// "90s"), except for milliseconds, decimals of seconds, and seconds after words such as "took".
    static func written(
        at start: Int, in text: [Unicode.Scalar], _ lexicon: Lexicon, isAfterWord: () -> Bool
    ) -> (amounts: Amounts, end: Int)? {
        if let before = text[..<start].last, before.properties.isAlphabetic || before.isDigit || ".,_-/:$".unicodeScalars.contains(before) {
            return nil
        }
        var amounts = Amounts()
        var units = 0
        var end = start
        var next = start
        fields: while let (number, decimals, unit, after) = amount(at: next, in: text, lexicon),
            decimals.isEmpty || unit == .second || unit == .millisecond
        {
            switch unit {
            case .hour where units == 0: amounts.hours = number
            case .minute where amounts.minutes == nil && amounts.seconds == nil && amounts.milliseconds == nil: amounts.minutes = number
            case .second where amounts.seconds == nil && amounts.milliseconds == nil:
                (amounts.seconds, amounts.fraction) = (number, decimals)
            case .millisecond where amounts.milliseconds == nil && amounts.fraction.isEmpty:
                (amounts.milliseconds, amounts.fraction) = (number, decimals)
            default: break fields
            }
            units += 1
            end = after
            next = after < text.count && text[after] == " " ? after + 1 : after
        }
        let isClear = units > 1 || amounts.milliseconds != nil || amounts.seconds != nil && (!amounts.fraction.isEmpty || isAfterWord())
        guard isClear else { return nil }
        return (amounts, end)
    }

    /// Parses a number of up to six digits, optionally with up to three decimals, and a unit directly after it.
    private static func amount(
        at start: Int, in text: [Unicode.Scalar], _ lexicon: Lexicon
    ) -> (number: Int, decimals: String, unit: NumberNames.Unit, end: Int)? {
        func digits(at place: Int) -> String { String(String.UnicodeScalarView(text[place...].prefix(7).prefix { $0.isDigit })) }
        guard start < text.count else { return nil }
        let whole = digits(at: start)
        guard whole.count < 7, let number = Int(whole) else { return nil }
        var end = start + whole.count
        var decimals = ""
        if end + 1 < text.count, text[end] == "." || String(text[end]) == lexicon.decimalMark {
            decimals = digits(at: end + 1)
            guard 1...3 ~= decimals.count else { return nil }
            end += 1 + decimals.count
            while decimals.last == "0" { decimals.removeLast() }
        }
        let name = text[end...].prefix(longestUnit).prefix { $0.properties.isAlphabetic }
        guard let unit = lexicon.durations.unit(String(String.UnicodeScalarView(name)).lowercased()) else { return nil }
        // "5ms/10ms" and "10ms-20ms" are one expression.
        let rest = text[(end + name.count)...].prefix(2)
        if let mark = rest.first, mark == "-" || mark == "/", rest.last?.isDigit == true { return nil }
        return (number, decimals, unit, end + name.count)
    }

    /// The number of scalars to search for a unit: one more than the longest unit that programs print.
    private static let longestUnit = 8
}
