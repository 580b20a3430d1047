import Configuration
import Messages
import Narration
import SpeechQueue
import TOML
import TestSupport
import Testing

/// The example of docs/WORDS.md, as it stands there.
@Suite struct LanguageByFileTests {
    private static func swedish() throws -> WordTable {
        let text = try repositoryText("docs/WORDS.md")
        let start = try #require(text.firstRange(of: "```toml\n")).upperBound
        let end = try #require(text[start...].firstRange(of: "```")).lowerBound
        return WordTable(file: String(text[start..<end]), language: "sv")
    }

    @Test func `E6: the example of a new language has no mistakes, and is not whole`() throws {
        let mistakes = try Self.swedish().mistakes.listed.map(\.message)
        #expect(mistakes.allSatisfy { $0.hasPrefix("missing: ") })
        #expect(mistakes.first?.contains("backButton, toggleButton") == true)
    }

    @Test func `E6, E10, T3, T4: a language by a file alone describes and reads`() throws {
        let words = Words(language: "sv", former: WordTables.words(for: "en"), texts: try Self.swedish().texts)
        let lexicons = Lexicons(["en": WordTables.words(for: "en"), "sv": words])
        let describer = Describer(words: words, lexicons: lexicons, userLanguage: "sv")
        func text(_ value: String, _ label: String = "Återstår") -> String {
            let element = Element(
                label: label, value: value, traits: [.selected, .link], container: Container(kind: .series, index: 1, count: 5))
            return describer.describe(element).text
        }
        #expect(text("2:10") == "Markerad, Återstår, två minuter och tio sekunder. Link. 1 av 5.")
        #expect(text("1:00:21") == "Markerad, Återstår, en timme och tjugoett sekunder. Link. 1 av 5.")
        #expect(text("0:12.5", "Speltid") == "Markerad, Speltid, 12,5 sekunder. Link. 1 av 5.")
        var reading = Reading(lexicons: lexicons)
        let runs = reading.read([SpeechRun(text: "★★★", attributes: SpeechAttributes(language: "sv"))], voices: nil).runs
        #expect(runs.map(\.text) == ["3 stjärnor"])
        var narrator = Narrator(settings: SpeechAttributes(language: "sv"), words: ["sv": words])
        #expect(
            [1, 2].map { narrator.utterance(for: .missed($0), at: Instant(nanoseconds: 0)).text } == [
                "1 missat meddelande", "2 missade meddelanden",
            ])
    }
}
