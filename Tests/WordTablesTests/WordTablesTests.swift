import Narration
import TestSupport
import Testing

@testable import WordTables

@Suite struct WordTablesTests {
    /// The names in braces.
    private static func placeholders(in text: String) -> [String] {
        text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1).map { String($0.prefix { $0 != "}" }) }
    }

    @Test(arguments: WordTables.languages)
    func `E6: each language has every word, and no other`(_ language: String) throws {
        let texts = try WordTables.texts(in: WordTables.file(of: language))
        #expect(Set(texts.keys) == Set(Words.Key.allCases))
        for (key, text) in texts {
            #expect(!text.isEmpty && text.last != "." && text.last?.isWhitespace == false, "\(language) \(key.rawValue)")
            #expect(Set(Self.placeholders(in: text)) == Set(key.placeholders), "\(language) \(key.rawValue)")
        }
    }

    @Test(arguments: WordTables.languages)
    func `E6: what is built in is what config/words says`(_ language: String) throws {
        #expect(try WordTables.file(of: language) == repositoryText("config/words/\(language).toml"))
    }

    @Test(arguments: [
        ("de", "de", "Taste"), ("de-AT", "de", "Taste"), ("de_AT.UTF-8", "de", "Taste"), ("DE", "de", "Taste"),
        ("fr_FR@euro", "fr", "Bouton"),
        ("es-419", "es", "Botón"), ("en-us", "en", "Button"), ("it", "en", "Button"), ("den", "en", "Button"), ("C", "en", "Button"),
        ("", "en", "Button"),
    ])
    func `E6: words are those of the longest beginning of the language's tag, else English`(
        _ asked: String, _ found: String, _ button: String
    ) {
        let words = WordTables.words(for: asked)
        #expect(words.language == found)
        #expect(words[.button] == button)
    }

    @Test func `E6: the user's own words replace them, by their keys`() {
        let words = WordTables.words(for: "en", replacing: ["header": "Heading", "talkback.button": "btn", "nothing": "x"])
        #expect(words[.header] == "Heading")
        #expect(words[.talkbackButton] == "btn")
        var expected = WordTables.words(for: "en")
        expected[.header] = "Heading"
        expected[.talkbackButton] = "btn"
        #expect(words == expected)
    }

    @Test func `A file with a wrong key or no text is refused`() {
        #expect(throws: WordTables.Mistake.unknownKey("talkback.buton")) { try WordTables.texts(in: "[talkback]\nbuton = \"x\"") }
        #expect(throws: WordTables.Mistake.noText(key: "row")) { try WordTables.texts(in: "row = 1") }
    }
}
