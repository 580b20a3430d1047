import Accessibility

/// Values as amounts, for steps and milestones (U7, U8).
enum Amount {
    /// The number that a value begins with: `45`, `45 %`, `45,5`.
    static func number(_ value: String) -> Double? {
        let text = value.trimmingPrefix { $0.isWhitespace }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-" || $0 == "+") }
        return Double(String(digits.map { $0 == "," ? "." : $0 }))
    }

    /// Seconds, of `H:MM:SS`, `M:SS` or a number of seconds.
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

    /// The milestones that lie between two values of an element: passed upwards or downwards, the second one's own included.
    static func crossed(_ milestones: [Element.Milestone], from old: String, to new: String) -> [Element.Milestone] {
        milestones.filter { milestone in
            let (before, after, mark): (Double?, Double?, Double)
            switch milestone {
            case .number(let number): (before, after, mark) = (Self.number(old), Self.number(new), number)
            case .seconds(let seconds): (before, after, mark) = (Self.seconds(old), Self.seconds(new), seconds)
            }
            guard let before, let after else { return false }
            return before < mark && mark <= after || before > mark && mark >= after
        }
    }
}
