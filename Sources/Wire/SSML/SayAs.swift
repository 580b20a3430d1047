/// The interpretation of text in `say-as`.
enum SayAs {
    /// The text is read unchanged. This also applies to dates, times of day and numbers, which the synthesizer handles.
    case text
    case characters, telephone, digits, duration

    init(_ word: String) {
        switch word {
        case "characters", "character", "spell-out", "verbatim", "letters": self = .characters
        case "telephone": self = .telephone
        case "digits": self = .digits
        case "duration", "vxml:duration": self = .duration
        default: self = .text
        }
    }

    func spoken(_ text: String) -> String {
        switch self {
        case .text, .characters: text
        case .telephone, .digits: Self.apart(text)
        case .duration: Self.fields(text) ?? text
        }
    }

    /// Separates the digits with spaces.
    private static func apart(_ text: String) -> String {
        // A longer text is not a number, and would grow.
        guard text.utf8.count <= 100 else { return text }
        var apart = ""
        var afterDigit = false
        for character in text {
            if character.isNumber, afterDigit { apart.append(" ") }
            apart.append(character)
            afterDigit = character.isNumber
        }
        return apart
    }

    /// Returns a duration as H:MM:SS, which is read as a duration in any context (T3): "10:55", "PT1H2M", "1h 2m 3s", "90s".
    private static func fields(_ text: String) -> String? {
        var text = Substring(text.lowercased().filter { !$0.isWhitespace })
        if text.hasPrefix("pt") { text = text.dropFirst(2) }
        var seconds = 0
        if text.contains(":") {
            let fields = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
            guard 2...3 ~= fields.count, fields.dropFirst().allSatisfy({ ($0 ?? 60) < 60 }) else { return nil }
            for field in fields {
                guard let field else { return nil }
                seconds = seconds * 60 + field
            }
        } else {
            while !text.isEmpty {
                let digits = text.prefix { $0.isNumber }
                text = text.dropFirst(digits.count)
                let unit = text.prefix { $0.isLetter }
                text = text.dropFirst(unit.count)
                guard let number = number(digits) else { return nil }
                switch unit {
                case "h", "hr", "hour", "hours": seconds += number * 3600
                case "m", "min", "minute", "minutes": seconds += number * 60
                case "s", "sec", "second", "seconds": seconds += number
                default: return nil
                }
            }
        }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.count <= 6 && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
    }
}
