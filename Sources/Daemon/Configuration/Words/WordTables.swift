import CWordTables
import Messages
package import Narration

// CWordTables embeds the files of config/words in the programs at build time, so that the words are available however announced is
// installed.

/// The words of each language with a file in `config/words`.
package enum WordTables {
    /// The languages, English first.
    package static let languages = ["en", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru"]

    /// Returns the words for the longest prefix of a language tag that has a table (`de-AT`: `de`), otherwise the English words.
    /// - Parameter replacements: The user's own words by key (E6); names that are not a ``Words/Key`` are ignored.
    package static func words(for language: String, replacing replacements: [String: String] = [:]) -> Words {
        let found = LanguageTag(language).beginnings.lazy.compactMap { all[$0] }.first ?? all[languages[0]]
        return (found ?? Words(language: language, texts: [:])).replacing(replacements)
    }

    /// Returns the built-in words for the longest prefix of a language tag that has a table, without reading the other tables but English.
    package static func table(for language: String) -> Words {
        table(of: LanguageTag(language).beginnings.first(where: languages.contains) ?? languages[0])
    }

    package static let all = Dictionary(uniqueKeysWithValues: languages.map { ($0, table(of: $0)) })

    /// The words and rules for reading texts, for each language.
    package static let lexicons = Lexicons(all)

    private static let english = Words(language: languages[0], texts: texts(of: languages[0]))

    private static func table(of language: String) -> Words {
        language == english.language ? english : Words(language: language, former: english, texts: texts(of: language))
    }

    /// Reads a file that is built in. These have only sections, lines with a key and a text without escapes, and perhaps a list of missing
    /// words, which is passed over; so this takes a fraction of the time of TOML. The tests compare both.
    private static func texts(of language: String) -> [Words.Name: String] {
        var texts: [Words.Name: String] = [:]
        var section = ""
        for line in file(of: language).utf8.split(separator: UInt8(ascii: "\n")) {
            switch line.first {
            case UInt8(ascii: "#"): break
            case UInt8(ascii: "["): section = String(decoding: line.dropFirst().dropLast(), as: UTF8.self) + "."
            default:
                guard let mark = line.firstIndex(of: UInt8(ascii: "=")),
                    let name = Words.Name(section + String(decoding: line[..<mark].dropLast(), as: UTF8.self))
                else { break }
                texts[name] = String(decoding: line[mark...].dropFirst(3).dropLast(), as: UTF8.self)
            }
        }
        return texts
    }

    /// Returns the text of a language's file at build time; the English file if there is none.
    package static func file(of language: String) -> String {
        // SAFETY: the text is a constant with a zero at its end.
        unsafe String(cString: word_table(language))
    }
}
