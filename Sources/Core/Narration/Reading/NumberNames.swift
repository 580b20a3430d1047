/// The names of the numbers below 100 (T3, T14). Other numbers are left to the synthesizer as digits.
package struct NumberNames: Sendable, Equatable {
    /// The unit that is counted; the number may depend on its gender or counter.
    enum Unit: Int { case hour, minute, second, millisecond }

    /// The names of the numbers from 0.
    private let names: [String]
    /// The names of the tens, from 20.
    private let tens: [String]
    private let compound: String
    private let exceptions: [Int: String]
    private let beforeUnits: [[Int: String]]

    init(_ words: Words) {
        names = words.list(.numbersNames)
        tens = words.list(.numbersTens)
        compound = words[.numbersCompound]
        // In each language, milliseconds have the gender of seconds.
        let keys: [Words.Key] = [.numbersExceptions, .numbersHours, .numbersMinutes, .numbersSeconds, .numbersSeconds]
        let lists = keys.map { Self.names(in: words.list($0)) ?? [:] }
        exceptions = lists[0]
        beforeUnits = Array(lists.dropFirst())
    }

    /// Returns the names in a list such as `1 un`, `21 veintiún`; nil if an item is something else.
    package static func names(in list: [String]) -> [Int: String]? {
        var names: [Int: String] = [:]
        for item in list {
            let parts = item.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[0]), 0..<100 ~= number else { return nil }
            names[number] = String(parts[1])
        }
        return names
    }

    /// Returns a number's name before a unit, or its digits.
    func name(of number: Int, before unit: Unit) -> String {
        if let name = beforeUnits[unit.rawValue][number] ?? exceptions[number] { return name }
        if names.indices.contains(number) { return names[number] }
        guard number >= 20, tens.indices.contains(number / 10 - 2) else { return "\(number)" }
        let ten = tens[number / 10 - 2]
        guard number % 10 > 0 else { return ten }
        return Words.filled(compound, ["tens": ten, "ones": name(of: number % 10, before: unit)])
    }
}
