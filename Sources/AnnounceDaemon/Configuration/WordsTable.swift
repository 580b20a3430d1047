import Narration
import TOMLKit

/// The user's own words in the configuration, `description.words` (E6).
enum WordsTable {
    /// What is wrong in it, each with its path.
    static func problems(in table: TOMLTable) -> [(path: [String], problem: String)] {
        texts(in: table, at: []).compactMap { path, value in
            let name = path.joined(separator: ".")
            guard let key = Words.Key(rawValue: name) else {
                let nearest = NearMatches.of(name, in: Words.Key.allCases.map(\.rawValue)).first.map { "did you mean \"\($0)\"?" }
                return (path, "\"\(name)\" is no word; \(nearest ?? "config/words lists all")")
            }
            guard let text = value.string, !text.utf8.contains(0) else { return (path, "description.words.\(name): expected a text") }
            let missing = key.placeholders.filter { !text.contains("{\($0)}") }
            guard text.isEmpty || missing.isEmpty else {
                let expected = key.placeholders.map { "{\($0)}" }.joined(separator: " and ")
                return (path, "description.words.\(name): expected a text with \(expected)")
            }
            return nil
        }
    }

    private static func texts(in table: TOMLTable, at path: [String]) -> [(path: [String], value: any TOMLValueConvertible)] {
        table.keys.flatMap { name -> [(path: [String], value: any TOMLValueConvertible)] in
            if let inner = table[name]?.table { return texts(in: inner, at: path + [name]) }
            return table[name].map { [(path + [name], $0)] } ?? []
        }
    }
}
