import Messages

/// Values as numbers, for steps and milestones (U7, U8).
enum Amount {
    /// Returns the amount at the start of a value: `45`, `45 %`, `45,5`; the seconds of `0:50`, `1:02:55`, `-0:12.5`, `0:30 of 3:45`.
    static func number(_ value: String) -> Double? {
        let text = value.trimmingPrefix { $0.isWhitespace }.prefix(longest)
        let isNegative = text.first == "-" || text.first == "\u{2212}"
        let clock = text.dropFirst(isNegative ? 1 : 0).unicodeScalars.prefix { $0.isDigit || ":.,".unicodeScalars.contains($0) }
        if clock.contains(":") {
            return Durations.clock(Array(clock)[...], .timer).map { isNegative ? -$0.total : $0.total }
        }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-" || $0 == "+") }
        return Double(String(digits.map { $0 == "," ? "." : $0 }))
    }

    /// The maximum length of an amount, in characters.
    private static let longest = 64

    /// Returns the amount of an element's value, by its kind. A time of day is not an amount.
    static func of(_ element: Element, in lexicon: Lexicon?) -> Double? {
        guard let value = element.value else { return nil }
        switch element.valueKind {
        case .time: return nil
        case .duration: return lexicon.flatMap { Durations.seconds(value, in: $0) } ?? number(value)
        case .text, .number, .percent, .spell: return number(value)
        }
    }

    /// Returns the last milestone passed between two amounts, upwards or downwards. The new amount itself counts as passed.
    static func crossed(_ milestones: [Element.Milestone], from before: Double, to after: Double) -> Element.Milestone? {
        var last: (milestone: Element.Milestone, distance: Double)?
        for milestone in milestones {
            let mark = milestone.amount
            guard before < mark && mark <= after || before > mark && mark >= after else { continue }
            if last.map({ abs(after - mark) < $0.distance }) ?? true { last = (milestone, abs(after - mark)) }
        }
        return last?.milestone
    }

    /// Returns whether a value counts time, so that its milestones are also times: `0:50`.
    static func isClock(_ value: String) -> Bool { value.contains(":") }
}

extension Element.Milestone {
    var amount: Double {
        switch self {
        case .number(let number): number
        case .seconds(let seconds): seconds
        }
    }
}
