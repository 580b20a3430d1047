import Messages

/// The words and rules for reading texts in a language, from its table of words (T3, T4, T14, T15, T17, T18, T20).
package struct Lexicon: Sendable, Equatable {
    let words: Words
    let marks: SentenceMarks
    let numbers: NumberNames
    let durations: DurationPhrases
    /// The written words after a time of day: "AM", "Uhr".
    let afterTimes: Set<String>
    /// The abbreviations of "number", in lower case and without the full stop after them: "no", "n°".
    let numberAbbreviations: Set<String>
    /// The months of the language, and the English months, which logs in all languages use.
    let months: Months

    init(_ words: Words, english: Words?) {
        self.words = words
        marks = SentenceMarks(words)
        numbers = NumberNames(words)
        durations = DurationPhrases(words)
        afterTimes = Set(words.list(.timeAfter))
        numberAbbreviations = Set(words.list(.numbersAbbreviations).map { $0.lowercased() })
        months = Months([words, english].compactMap(\.self))
    }

    /// Whether there are spaces between words.
    var hasSpaces: Bool { !marks.space.isEmpty }

    /// The language's written decimal mark.
    var decimalMark: String { words[.numbersDecimalMark] }

    /// Returns a number's digits with a decimal mark that the synthesizer reads.
    func number(_ whole: String, decimals: String) -> String {
        let spoken = words[.numbersSpokenDecimalMark]
        return whole + (spoken.isEmpty ? decimalMark : spoken) + decimals
    }
}

/// The lexicons by language.
package struct Lexicons: Sendable, Equatable {
    private var lexicons: [String: Lexicon] = [:]

    /// - Parameter words: the tables of words by language.
    package init(_ words: [String: Words] = [:]) {
        lexicons = words.mapValues { Lexicon($0, english: words["en"]) }
    }

    var all: some Collection<Lexicon> { lexicons.values }

    /// The lexicon for the longest beginning of a language's tag; nil if the language has no table.
    package subscript(language: String) -> Lexicon? {
        LanguageTag(language).beginnings.lazy.compactMap { lexicons[$0] }.first
    }
}

/// The names of months in dates.
struct Months: Sendable, Equatable {
    /// The first three letters of each name, in lower case.
    private var abbreviations: Set<String> = []
    /// The whole names, in lower case.
    private var names: Set<String> = []
    /// The names that begin with a number: "11月".
    private var numbered: [String] = []

    init(_ tables: [Words]) {
        for name in tables.flatMap({ $0.list(.timeMonths) }) {
            if name.first?.isNumber == true {
                numbered.append(name)
            } else {
                names.insert(name.lowercased())
                abbreviations.insert(Self.abbreviation(of: name))
            }
        }
    }

    private static func abbreviation(of name: some StringProtocol) -> String { String(name.lowercased().prefix(3)) }

    /// Returns whether a word begins with the first three letters of a month's name.
    func contains(_ word: some StringProtocol) -> Bool { abbreviations.contains(Self.abbreviation(of: word)) }

    /// Returns whether a word is the name of a month, or the first three letters of one.
    func isName(_ word: some StringProtocol) -> Bool {
        let word = word.lowercased().filter { $0 != "." }
        return names.contains(word) || abbreviations.contains(word)
    }

    /// Returns whether a word is the whole name of a month.
    func isWholeName(_ word: some StringProtocol) -> Bool { names.contains(word.lowercased()) }

    /// Returns whether a date contains a month's name that begins with its number: "2026年11月21日".
    func isPart(of date: some StringProtocol) -> Bool { numbered.contains { date.contains($0) } }
}

extension Words {
    /// Returns the items of a text that is a list, separated by commas.
    package func list(_ key: Key) -> [String] {
        self[key].split(separator: ",").compactMap { Phrase.trimmed(String($0)) }
    }
}
