// T3: durations in a language's words.
extension Lexicon {
    /// Returns, for example, "two minutes and ten seconds". Zero parts are omitted, except the last if all are zero.
    func sentence(_ amounts: Durations.Amounts) -> String {
        let fields: [(Int?, NumberNames.Unit)] = [
            (amounts.hours, .hour), (amounts.minutes, .minute), (amounts.seconds, .second), (amounts.milliseconds, .millisecond),
        ]
        let written = fields.compactMap { number, unit in number.map { ($0, unit) } }
        func decimals(_ unit: NumberNames.Unit) -> String { unit == written.last?.1 ? amounts.fraction : "" }
        let counted = written.filter { $0.0 != 0 || !decimals($0.1).isEmpty }
        let parts = (counted.isEmpty ? written.suffix(1) : counted).map { part($0, $1, decimals: decimals($1)) }
        switch parts.count {
        case 4:
            let middle = parts[1] + marks.comma + marks.space + parts[2]
            return words.filled(.durationThree, ["first": parts[0], "middle": middle, "last": parts[3]])
        case 3: return words.filled(.durationThree, ["first": parts[0], "middle": parts[1], "last": parts[2]])
        case 2: return words.filled(.durationTwo, ["first": parts[0], "last": parts[1]])
        default: return parts.joined()
        }
    }

    private func part(_ amount: Int, _ unit: NumberNames.Unit, decimals: String) -> String {
        let key: Words.Key =
            switch unit {
            case .hour: .durationHours
            case .minute: .durationMinutes
            case .second: .durationSeconds
            case .millisecond: .durationMilliseconds
            }
        let name = decimals.isEmpty ? numbers.name(of: amount, before: unit) : number("\(amount)", decimals: decimals)
        // A name after "=" stands for number and unit together, at the end of any number: Japanese "にじゅう=いっぷん".
        if name.contains("=") { return name.filter { $0 != "=" } }
        return words.filled(key, for: amount, decimals: decimals, ["count": name])
    }
}
