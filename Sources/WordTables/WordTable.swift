import Messages
package import Narration
package import TOML

/// Words in TOML, as files and the configuration have them: a key in a section is prefixed with the section's name and a dot. Mistakes have
/// places, and the rest takes effect (E6).
package struct WordTable {
    package private(set) var texts: [Words.Key: String] = [:]
    package private(set) var mistakes: [TOMLMistake] = []
    /// The names that misspelt ones probably mean.
    private var meant: Set<String> = []

    /// Reads a section of single words.
    /// - Parameter path: What precedes the names in messages.
    package init(_ section: TOMLTable, at path: String = "") {
        read(section, below: "", path)
    }

    /// Reads a file, which is to have every word.
    package init(file text: String) {
        let document = TOMLDocument(text)
        read(document.table, below: "", "")
        guard document.mistakes.isEmpty else {
            // A missing word may be in a line that could not be parsed.
            mistakes += document.mistakes
            return
        }
        let known = Words.Key.allCases.map(\.rawValue)
        let missing = known.filter { name in !named.contains(name) && !meant.contains(name) }
        if !missing.isEmpty {
            let message = "missing: \(missing.joined(separator: ", ")); expected every word of config/words/en.toml"
            mistakes.append(TOMLMistake(place: TOMLPlace(line: 1, column: 1), message: message))
        }
    }

    /// The names that occur, with valid texts or not.
    private var named: Set<String> = []

    private mutating func read(_ table: TOMLTable, below section: String, _ path: String) {
        for name in table.keys {
            guard let item = table[name] else { continue }
            if let inner = item.value.table {
                read(inner, below: "\(section)\(name).", path)
            } else {
                read(item, called: section + name, path)
            }
        }
    }

    private mutating func read(_ item: TOMLItem, called name: String, _ path: String) {
        func note(_ message: String) { mistakes.append(TOMLMistake(place: item.place, message: message)) }
        guard let key = Words.Key(rawValue: name) else {
            let nearest = NearMatches.of(name, in: Words.Key.allCases.map(\.rawValue)).first
            if let nearest { meant.insert(nearest) }
            return note("\"\(name)\" is not a word; \(nearest.map { "did you mean \"\($0)\"?" } ?? "config/words lists all")")
        }
        named.insert(name)
        guard let text = item.value.string, !text.utf8.contains(0) else { return note("\(path)\(name): expected a text") }
        guard text.isEmpty || key.placeholders.allSatisfy({ text.contains("{\($0)}") }) else {
            return note("\(path)\(name): expected a text with \(key.placeholders.map { "{\($0)}" }.joined(separator: " and "))")
        }
        texts[key] = text
    }
}
