import Messages
package import Narration
package import TOML

/// Words in TOML, from a file or the configuration. In a section, the section's name and a dot precede each key. Each mistake has a
/// position, and the rest takes effect (E6).
package struct WordTable {
    package private(set) var texts: [Words.Name: String] = [:]
    package private(set) var mistakes = TOMLMistakes()
    /// The words that a file lists as missing (`missing`): they stay English.
    package private(set) var listedMissing: [Words.Key] = []
    /// The table's language; nil if it serves any language.
    private let language: String?
    /// The names that the misspelt ones probably mean.
    private var meant: Set<String> = []

    /// Reads a section of single words.
    /// - Parameter path: The text before the names in messages.
    package init(_ section: TOMLTable, at path: String = "") {
        language = nil
        read(section, below: "", path)
    }

    /// Reads a file, which should contain every word of a language, or list the words that it lacks.
    package init(file text: String, language: String) {
        self.language = language
        let document = TOMLDocument(text)
        read(document.table, below: "", "")
        if let list = document.table[Self.list] { readList(list) }
        guard document.mistakes.isEmpty else {
            // A missing word may be in a line that could not be parsed.
            mistakes += document.mistakes
            return
        }
        mistakes += missing()
    }

    /// The names that occur, with or without valid texts.
    private var named: Set<String> = []
    /// The positions of the sections, and of the first form of each counted word.
    private var sections: [String: TOMLPlace] = [:]

    /// Returns the mistakes for words that the table lacks: one mistake for each section and each counted word that it contains, and one
    /// for all others.
    private func missing() -> [TOMLMistake] {
        var missing: [(section: String?, names: [String])] = []
        for key in Words.Key.allCases {
            let section = key.section.flatMap { sections[$0] == nil ? nil : $0 }
            for name in lacking(key) where !meant.contains(name) {
                let place = sections[key.rawValue] == nil ? section : key.rawValue
                let listed = place == nil ? key.section.map { "[\($0)]" } ?? name : name
                if let index = missing.firstIndex(where: { $0.section == place }) {
                    if missing[index].names.last != listed { missing[index].names.append(listed) }
                } else {
                    missing.append((place, [listed]))
                }
            }
        }
        return missing.map { section, names in
            let shown = names.count > 12 ? names.prefix(10) + ["and \(names.count - 10) others"] : names[...]
            let place = section.flatMap { sections[$0] } ?? TOMLPlace(line: 1, column: 1)
            return TOMLMistake(
                place: place, message: "missing: \(shown.joined(separator: ", ")); expected every word of the English table, words/en.toml")
        }
    }

    /// Returns the names of the texts that the table lacks for a key.
    private func lacking(_ key: Words.Key) -> [String] {
        guard !named.contains(key.rawValue), !listedMissing.contains(key) else { return [] }
        let categories = key.isCounted ? PluralCategory.needed(in: language ?? "en", withDecimals: key.takesDecimals) : []
        let names = categories.isEmpty ? [key.rawValue] : categories.map { Words.Name(key, $0).text }
        return names.filter { !named.contains($0) }
    }

    /// The name of the list of the words that a file lacks.
    private static let list = "missing"

    /// Reads that list. It may not name a word that the table has, so that no name stays in it once the word is translated.
    private mutating func readList(_ list: TOMLItem) {
        guard let items = list.value.array else { return mistakes.add(list.place, "\(Self.list): expected a list of words") }
        let present = Set(named.compactMap { Words.Name($0)?.key })
        for item in items {
            guard let name = item.value.string, let key = Words.Key(rawValue: name) else {
                let problem = item.value.string.map { unknown($0, []) } ?? "expected a list of words"
                mistakes.add(item.place, "\(Self.list): \(problem)")
                continue
            }
            if present.contains(key) {
                mistakes.add(item.place, "\(Self.list): the table has \"\(name)\"; expected only words that it lacks")
            }
            listedMissing.append(key)
        }
    }

    private mutating func read(_ table: TOMLTable, below section: String, _ path: String) {
        for name in table.keys where language == nil || section + name != Self.list {
            guard let item = table[name] else { continue }
            if let inner = item.value.table {
                sections[section + name] = item.place
                read(inner, below: "\(section)\(name).", path)
            } else {
                read(item, called: section + name, path)
            }
        }
    }

    private mutating func read(_ item: TOMLItem, called name: String, _ path: String) {
        func note(_ message: @autoclosure () -> String) { mistakes.add(item.place, message()) }
        let categories = language.map(PluralCategory.allowed) ?? PluralCategory.allCases
        guard let known = Words.Name(name), known.category.map(categories.contains) ?? true else {
            return note(mistakes.lists(item.place) ? unknown(name, categories) : "")
        }
        named.insert(name)
        guard let text = item.value.string, !text.utf8.contains(0) else { return note("\(path)\(name): expected a text") }
        let needsNone = text.isEmpty || known.category?.isJustOne(in: language ?? "en") == true
        guard needsNone || known.key.placeholders.allSatisfy({ text.contains("{\($0)}") }) else {
            return note("\(path)\(name): expected a text with \(Self.braced(known.key.placeholders, " and "))")
        }
        let allowed = known.key.placeholders + known.key.optionalPlaceholders
        if let unknown = Self.placeholders(in: text).first(where: { !allowed.contains($0) }) {
            return note(
                "\(path)\(name): {\(unknown)} is not known here; expected "
                    + (allowed.isEmpty ? "a text without braces" : "no others than \(Self.braced(allowed, ", "))"))
        }
        if known.key.listsNumbers, NumberNames.names(in: Words(language: "", texts: [known: text]).list(known.key)) == nil {
            return note("\(path)\(name): expected numbers below 100, each with its name, such as \"1 un, 21 veintiún\"")
        }
        texts[known] = text
    }

    private static func braced(_ names: [String], _ separator: String) -> String {
        names.map { "{\($0)}" }.joined(separator: separator)
    }

    /// Returns the names in braces.
    private static func placeholders(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    /// Returns the mistake in a name, and records the name that it probably means.
    private mutating func unknown(_ name: String, _ categories: [PluralCategory]) -> String {
        let keys = Words.Key.allCases
        if let key = keys.first(where: { $0.isCounted && name.hasPrefix("\($0.rawValue).") }) {
            let category = String(name.dropFirst(key.rawValue.count + 1))
            let nearest = NearMatches.of(category, in: categories.map(\.rawValue)).first
            if let nearest { meant.insert("\(key.rawValue).\(nearest)") }
            return "\(key.rawValue): \"\(category)\" is not a plural category of this language; "
                + (nearest.map { "did you mean \"\($0)\"? " } ?? "")
                + "allowed: \(categories.map(\.rawValue).joined(separator: ", "))"
        }
        let nearest = NearMatches.of(name, in: keys.map(\.rawValue)).first
        if let nearest { meant.insert(nearest) }
        return "\"\(name)\" is not a word; \(nearest.map { "did you mean \"\($0)\"?" } ?? "the English table, words/en.toml, lists all")"
    }
}
