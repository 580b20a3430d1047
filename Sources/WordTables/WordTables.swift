import Messages
package import Narration
import TOML

// WordTables embeds the files of config/words in the programs at build time, through the links in this folder, so that the words are
// available however announced is installed.

/// The words of each language with a file in `config/words`.
package enum WordTables {
    /// The languages, English first.
    package static let languages = ["en", "de", "es", "fr"]

    /// Returns the words for the longest prefix of a language tag that has a table (`de-AT`: `de`), otherwise the English ones.
    /// - Parameter replacements: The user's own words by key (E6); names that are not a ``Words/Key`` are ignored.
    package static func words(for language: String, replacing replacements: [String: String] = [:]) -> Words {
        let found = LanguageTag(language).beginnings.first(where: languages.contains) ?? languages[0]
        do {
            return Words(language: found, texts: try texts(in: file(of: found))).replacing(replacements)
        } catch {
            preconditionFailure("config/words/\(found).toml: \(error)")
        }
    }

    package static let all = Dictionary(uniqueKeysWithValues: languages.map { ($0, words(for: $0)) })

    /// The reason why a file is invalid. The tests read every file.
    enum Mistake: Error, Equatable {
        case noText(key: String)
        case unknownKey(String)
        case noTOML(line: Int, String)
    }

    /// Returns the file's text as of the build.
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

    /// Returns the words in a file. A key in a section is prefixed with the section's name and a dot.
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
