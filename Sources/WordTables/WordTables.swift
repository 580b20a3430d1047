package import Narration
import TOML

// WordTables brings the files in config/words into the programs: they are embedded when these are built (the links in this folder
// point to them), so that words are there whatever is installed.

/// The words of each language that has a file in `config/words`.
package enum WordTables {
    /// The languages, English first.
    package static let languages = ["en", "de", "es", "fr"]

    /// The words for the longest beginning of a language's tag that has some (`de-AT`: `de`), else English ones.
    /// - Parameter replacements: the user's own words, by their keys (E6); a key that is no ``Words/Key`` is ignored.
    package static func words(for language: String, replacing replacements: [String: String] = [:]) -> Words {
        let tag = language.prefix { $0 != "." && $0 != "@" }.lowercased()
        var parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init)
        while !parts.isEmpty, !languages.contains(parts.joined(separator: "-")) { parts.removeLast() }
        let found = parts.isEmpty ? languages[0] : parts.joined(separator: "-")
        do {
            return Words(language: found, texts: try texts(in: file(of: found))).replacing(replacements)
        } catch {
            preconditionFailure("config/words/\(found).toml: \(error)")
        }
    }

    /// All tables, by their languages.
    package static let all = Dictionary(uniqueKeysWithValues: languages.map { ($0, words(for: $0)) })

    /// A file that is not as it should be. The tests read every one.
    enum Mistake: Error, Equatable {
        case noText(key: String)
        case unknownKey(String)
        case noTOML(line: Int, String)
    }

    /// The file's text, as it was when the program was built.
    static func file(of language: String) -> String {
        let bytes =
            switch language {
            case "de": PackageResources.de_toml
            case "es": PackageResources.es_toml
            case "fr": PackageResources.fr_toml
            default: PackageResources.en_toml
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The words in a file; its sections' names stand before those of their keys, with a dot.
    static func texts(in file: String) throws -> [Words.Key: String] {
        let document = TOMLDocument(file)
        if let mistake = document.mistakes.first { throw Mistake.noTOML(line: mistake.place.line, mistake.message) }
        var texts: [Words.Key: String] = [:]
        try collect(document.table, below: "", into: &texts)
        return texts
    }

    private static func collect(_ table: TOMLTable, below section: String, into texts: inout [Words.Key: String]) throws {
        for name in table.keys {
            let path = section + name
            if let inner = table[name]?.value.table {
                try collect(inner, below: path + ".", into: &texts)
            } else {
                guard let key = Words.Key(rawValue: path) else { throw Mistake.unknownKey(path) }
                guard let text = table[name]?.value.string else { throw Mistake.noText(key: path) }
                texts[key] = text
            }
        }
    }
}
