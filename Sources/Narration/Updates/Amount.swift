import Messages

/// Values as numbers, for steps and milestones (U7, U8).
enum Amount {
    /// Returns the number at the start of a value: `45`, `45 %`, `45,5`.
    static func number(_ value: String) -> Double? {
        let text = value.trimmingPrefix { $0.isWhitespace }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-" || $0 == "+") }
        return Double(String(digits.map { $0 == "," ? "." : $0 }))
    }

    /// Returns the seconds in `H:MM:SS`, `M:SS` or a plain number.
    static func seconds(_ value: String) -> Double? {
        let fields = value.trimmingPrefix { $0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { return fields.count == 1 ? number(value) : nil }
        var seconds = 0.0
        for field in fields {
            guard let part = Int(field.filter { !$0.isWhitespace }), part >= 0 else { return nil }
            seconds = seconds * 60 + Double(part)
        }
        return seconds
    }

    /// Returns the last milestone passed between two values, upwards or downwards. The new value itself counts as passed.
    static func crossed(_ milestones: [Element.Milestone], from old: String, to new: String) -> Element.Milestone? {
        var last: (milestone: Element.Milestone, distance: Double)?
        for milestone in milestones {
            let (before, after): (Double?, Double?)
            switch milestone {
            case .number: (before, after) = (number(old), number(new))
            case .seconds: (before, after) = (seconds(old), seconds(new))
            }
            guard let before, let after else { continue }
            let mark = milestone.amount
            guard before < mark && mark <= after || before > mark && mark >= after else { continue }
            if last.map({ abs(after - mark) < $0.distance }) ?? true { last = (milestone, abs(after - mark)) }
        }
        return last?.milestone
    }
}

extension Element.Milestone {
    var amount: Double {
        switch self {
        case .number(let number): number
        case .seconds(let seconds): seconds
        }
    }
}
