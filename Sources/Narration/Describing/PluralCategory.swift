import Messages

/// CLDR's plural categories: the forms that a word takes beside whole numbers (E10).
package enum PluralCategory: String, Sendable, CaseIterable {
    case one, few, many, other

    /// Returns the category of a number in a language; as in English, if the language is not known here.
    package static func of(_ count: Int, in language: String) -> PluralCategory {
        let isMillions = count != 0 && count % 1_000_000 == 0
        let isFew = (2...4).contains(count % 10) && !(12...14).contains(count % 100)
        switch LanguageTag(language).base {
        case "ja", "ko", "vi", "zh": return .other
        case "fr", "pt": return count == 0 || count == 1 ? .one : isMillions ? .many : .other
        case "es", "it": return count == 1 ? .one : isMillions ? .many : .other
        case "pl": return count == 1 ? .one : isFew ? .few : .many
        case "be", "ru", "uk": return count % 10 == 1 && count % 100 != 11 ? .one : isFew ? .few : .many
        case "cs", "sk": return count == 1 ? .one : (2...4).contains(count) ? .few : .other
        default: return count == 1 ? .one : .other
        }
    }

    /// Returns the categories that a table of the language must have: those of usual numbers.
    package static func needed(in language: String) -> [PluralCategory] {
        let used = Set((1...100).map { of($0, in: language) })
        return allCases.filter(used.contains)
    }

    /// Returns the categories that a table of the language may have. Where a form is missing, `other` takes its place.
    package static func allowed(in language: String) -> [PluralCategory] {
        let used = Set(needed(in: language) + [of(1_000_000, in: language), .other])
        return allCases.filter(used.contains)
    }

    /// Whether the category stands for the number 1 alone, so that a text need not contain the number.
    package func isJustOne(in language: String) -> Bool { self == .one && Self.of(21, in: language) != .one }
}
