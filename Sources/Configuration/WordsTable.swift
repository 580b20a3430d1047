import Messages
import Narration
import TOML

/// The user's own words in the configuration, `description.words` (E6).
enum WordsTable {
    /// Adds all valid words to `words`.
    /// - Returns: The mistakes in the others.
    static func read(_ table: TOMLTable, into words: inout [String: String]) -> [TOMLMistake] {
        var mistakes: [TOMLMistake] = []
        for (name, item) in texts(in: table, below: "") {
            if let problem = problem(with: item.value, called: name) {
                mistakes.append(TOMLMistake(place: item.place, message: problem))
            } else {
                words[name] = item.value.string
            }
        }
        return mistakes
    }

    private static func problem(with value: TOMLValue, called name: String) -> String? {
        guard let key = Words.Key(rawValue: name) else {
            let nearest = NearMatches.of(name, in: Words.Key.allCases.map(\.rawValue)).first.map { "did you mean \"\($0)\"?" }
            return "\"\(name)\" is not a word; \(nearest ?? "config/words lists all")"
        }
        guard let text = value.string, !text.utf8.contains(0) else { return "description.words.\(name): expected a text" }
        let missing = key.placeholders.filter { !text.contains("{\($0)}") }
        guard !text.isEmpty, !missing.isEmpty else { return nil }
        return "description.words.\(name): expected a text with \(key.placeholders.map { "{\($0)}" }.joined(separator: " and "))"
    }

    private static func texts(in table: TOMLTable, below section: String) -> [(name: String, item: TOMLItem)] {
        table.keys.flatMap { name -> [(name: String, item: TOMLItem)] in
            guard let item = table[name] else { return [] }
            return item.value.table.map { texts(in: $0, below: "\(section)\(name).") } ?? [(section + name, item)]
        }
    }
}
