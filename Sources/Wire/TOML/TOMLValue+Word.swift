extension TOMLValue {
    /// Creates the value of an unquoted word; nil if the word is not a value.
    init?(word: String) {
        switch word {
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        case "inf", "+inf": self = .float(.infinity)
        case "-inf": self = .float(-.infinity)
        case "nan", "+nan", "-nan": self = .float(.nan)
        default:
            if let integer = Self.integer(word) {
                self = .integer(integer)
            } else if let float = Self.float(word) {
                self = .float(float)
            } else if TOMLDate.isValid(word) {
                self = .date(word)
            } else {
                return nil
            }
        }
    }

    private static func integer(_ word: String) -> Int? {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            return digits(word.dropFirst(2), radix: radix).flatMap { Int($0, radix: radix) }
        }
        guard let digits = wholeNumber(word.dropFirst(sign(of: word))) else { return nil }
        return Int(word.prefix(sign(of: word)) + digits)
    }

    private static func float(_ word: String) -> Double? {
        let unsigned = word.dropFirst(sign(of: word))
        let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
        let whole = mantissa.prefix { $0 != "." }
        guard whole.count < unsigned.count, var number = wholeNumber(whole) else { return nil }
        if mantissa.count > whole.count {
            guard let fraction = digits(mantissa.dropFirst(whole.count + 1), radix: 10) else { return nil }
            number += "." + fraction
        }
        if unsigned.count > mantissa.count {
            let exponent = unsigned.dropFirst(mantissa.count + 1)
            guard let digits = digits(exponent.dropFirst(sign(of: exponent)), radix: 10) else { return nil }
            number += "e" + exponent.prefix(sign(of: exponent)) + digits
        }
        return Double(word.prefix(sign(of: word)) + number)
    }

    private static func sign(of word: some StringProtocol) -> Int { word.hasPrefix("+") || word.hasPrefix("-") ? 1 : 0 }

    /// Returns decimal digits without a leading zero.
    private static func wholeNumber(_ text: Substring) -> String? {
        guard let digits = digits(text, radix: 10), digits.count == 1 || digits.first != "0" else { return nil }
        return digits
    }

    /// Returns `text` without the underscores between its digits; nil if it contains anything else.
    private static func digits(_ text: Substring, radix: Int) -> String? {
        let groups = text.split(separator: "_", omittingEmptySubsequences: false)
        let isRight = groups.allSatisfy { group in
            !group.isEmpty && group.allSatisfy { $0.isASCII && ($0.hexDigitValue.map { $0 < radix } ?? false) }
        }
        return isRight ? groups.joined() : nil
    }
}

/// Validates dates and times. announced does not use their values.
enum TOMLDate {
    /// Accepts a local date, a local time, or both with or without an offset. Any month may have 31 days.
    static func isValid(_ word: String) -> Bool {
        guard word.count > 10, isDate(String(word.prefix(10))) else { return isDate(word) || isTime(word[...]) }
        let separator = word.dropFirst(10).prefix(1)
        guard separator == "T" || separator == "t" || separator == " " else { return false }
        var time = word.dropFirst(11)
        if time.hasSuffix("Z") || time.hasSuffix("z") {
            time = time.dropLast()
        } else if let sign = time.suffix(6).first, sign == "+" || sign == "-" {
            guard fields(time.suffix(5), ":", [(2, 0...23), (2, 0...59)]) else { return false }
            time = time.dropLast(6)
        }
        return isTime(time)
    }

    static func isDate(_ word: String) -> Bool { fields(word[...], "-", [(4, 0...9999), (2, 1...12), (2, 1...31)]) }

    private static func isTime(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].isEmpty || !parts[1].unicodeScalars.allSatisfy(\.isDigit) { return false }
        return fields(parts[0], ":", [(2, 0...23), (2, 0...59), (2, 0...60)])
    }

    private static func fields(_ text: Substring, _ separator: Character, _ expected: [(digits: Int, range: ClosedRange<Int>)]) -> Bool {
        let fields = text.split(separator: separator, omittingEmptySubsequences: false)
        return fields.count == expected.count
            && zip(fields, expected).allSatisfy { field, expected in
                field.count == expected.digits && field.unicodeScalars.allSatisfy(\.isDigit)
                    && Int(field).map(expected.range.contains) ?? false
            }
    }
}
