import Messages

/// CLDR's plural categories: the forms that a word takes next to numbers (E10).
package enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// Returns the category of a number in a language, by CLDR's rules; by the English rules if CLDR lacks the language.
    /// - Parameter decimals: the digits after the decimal mark, without trailing zeros.
    package static func of(_ count: Int, decimals: String = "", in language: String) -> PluralCategory {
        let isWhole = decimals.isEmpty
        let decimal = Int(decimals) ?? 0
        let isMillions = isWhole && count != 0 && count % 1_000_000 == 0
        func isTeen(_ number: Int) -> Bool { (11...19).contains(number % 100) }
        func isOne(_ number: Int) -> Bool { number % 10 == 1 && number % 100 != 11 }
        func isFew(_ number: Int) -> Bool { (2...4).contains(number % 10) && !(12...14).contains(number % 100) }
        switch LanguageTag(language).base {
        case "cmn", "id", "ja", "jbo", "ko", "lo", "ms", "my", "th", "vi", "yue", "zh": return .other
        case "am", "as", "bn", "fa", "gu", "hi", "kn": return count == 0 || isWhole && count == 1 ? .one : .other
        case "pa": return isWhole && count <= 1 ? .one : .other
        case "hy": return count <= 1 ? .one : .other
        case "fr", "ht", "pt": return count <= 1 ? .one : isMillions ? .many : .other
        case "ca", "es", "it": return isWhole && count == 1 ? .one : isMillions ? .many : .other
        case "da": return count == 1 || !isWhole && count == 0 ? .one : .other
        case "si": return isWhole && count <= 1 || count == 0 && decimal == 1 ? .one : .other
        case "is": return isWhole ? isOne(count) ? .one : .other : isOne(decimal) ? .one : .other
        case "mk": return isOne(isWhole ? count : decimal) ? .one : .other
        case "bs", "hr", "sr":
            let number = isWhole ? count : decimal
            return isOne(number) ? .one : isFew(number) ? .few : .other
        case "be", "ru", "uk": return !isWhole ? .other : isOne(count) ? .one : isFew(count) ? .few : .many
        case "pl": return !isWhole ? .other : count == 1 ? .one : isFew(count) ? .few : .many
        case "cs", "sk": return !isWhole ? .many : count == 1 ? .one : (2...4).contains(count) ? .few : .other
        case "lt":
            guard isWhole else { return .many }
            return isTeen(count) || count % 10 == 0 ? .other : count % 10 == 1 ? .one : .few
        case "lv":
            guard isWhole else {
                if decimals.count == 2 { return isOne(decimal) ? .one : isTeen(decimal) ? .zero : .other }
                return decimal % 10 == 1 ? .one : .other
            }
            return count % 10 == 0 || isTeen(count) ? .zero : isOne(count) ? .one : .other
        case "ro": return !isWhole || count == 0 || count != 1 && (1...19).contains(count % 100) ? .few : count == 1 ? .one : .other
        case "he": return isWhole ? count == 1 ? .one : count == 2 ? .two : .other : count == 0 ? .one : .other
        case "sl":
            guard isWhole else { return .few }
            return [1: .one, 2: .two, 3: .few, 4: .few][count % 100] ?? .other
        case _ where !isWhole: return .other
        case "ar":
            if count < 3 { return [.zero, .one, .two][count] }
            return (3...10).contains(count % 100) ? .few : (11...99).contains(count % 100) ? .many : .other
        case "cy": return [0: .zero, 1: .one, 2: .two, 3: .few, 6: .many][count] ?? .other
        case "ga": return count == 1 ? .one : count == 2 ? .two : (3...6).contains(count) ? .few : (7...10).contains(count) ? .many : .other
        case "gd":
            let isUsual = (1...19).contains(count)
            return !isUsual ? .other : count % 10 == 1 ? .one : count % 10 == 2 ? .two : .few
        case "mt":
            if count == 1 || count == 2 { return count == 1 ? .one : .two }
            return count == 0 || (3...10).contains(count % 100) ? .few : (11...19).contains(count % 100) ? .many : .other
        case "smj": return count == 1 ? .one : count == 2 ? .two : .other
        default: return count == 1 ? .one : .other
        }
    }

    /// Returns the categories that a table of the language must have: the categories of usual numbers.
    /// - Parameter withDecimals: whether the numbers may have decimals.
    package static func needed(in language: String, withDecimals: Bool = false) -> [PluralCategory] {
        var used = Set((1...100).map { of($0, in: language) })
        if withDecimals { used.formUnion((1...9).map { of(12, decimals: "\($0)", in: language) }) }
        return allCases.filter(used.contains)
    }

    /// Returns the categories that the language has. Where a form is missing, `other` takes its place.
    package static func allowed(in language: String) -> [PluralCategory] {
        let numbers = [0, 1_000_000].map { of($0, in: language) } + ["5", "1"].map { of(0, decimals: $0, in: language) }
        let used = Set(needed(in: language, withDecimals: true) + numbers + [.other])
        return allCases.filter(used.contains)
    }

    /// Whether the category stands for a single number, so that a text need not contain the number.
    package func isJustOne(in language: String) -> Bool {
        switch self {
        case .zero: Self.of(10, in: language) != .zero
        case .one: Self.of(21, in: language) != .one && Self.of(11, in: language) != .one
        case .two: Self.of(102, in: language) != .two && Self.of(12, in: language) != .two
        case .few, .many, .other: false
        }
    }
}
