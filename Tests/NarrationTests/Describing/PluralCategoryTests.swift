import Messages
import Narration
import SpeechQueue
import Testing
import WordTables

@Suite struct PluralCategoryTests {
    @Test(
        arguments: [
            ("en", [1: .one, 0: .other, 2: .other, 21: .other, 1_000_000: .other]),
            ("fr", [0: .one, 1: .one, 2: .other, 2_000_000: .many]),
            ("pt-BR", [1: .one, 5: .other, 1_000_000: .many]), ("it", [0: .other, 1: .one, 3: .other, 1_000_000: .many]),
            ("pl", [1: .one, 2: .few, 4: .few, 5: .many, 12: .many, 21: .many, 22: .few, 112: .many, 0: .many]),
            ("ru", [1: .one, 21: .one, 11: .many, 3: .few, 13: .many, 25: .many]), ("ja", [1: .other, 5: .other]),
            ("sv", [1: .one, 2: .other]),
        ] as [(String, [Int: PluralCategory])])
    func `E10: CLDR's categories of whole numbers`(_ language: String, _ expected: [Int: PluralCategory]) {
        for (count, category) in expected { #expect(PluralCategory.of(count, in: language) == category, "\(language) \(count)") }
    }

    @Test func `E10: a table needs the forms of usual numbers, and may have those of others`() {
        #expect(PluralCategory.needed(in: "es") == [.one, .other] && PluralCategory.allowed(in: "es") == [.one, .many, .other])
        #expect(PluralCategory.needed(in: "pl") == [.one, .few, .many] && PluralCategory.allowed(in: "pl") == PluralCategory.allCases)
        #expect(PluralCategory.needed(in: "ja") == [.other] && PluralCategory.allowed(in: "ja") == [.other])
    }

    @Test(
        arguments: [
            ("en", ["Spans 2 rows", "Spans 5 rows", "Spans 22 rows"]),
            ("pl", ["Obejmuje 2 wiersze", "Obejmuje 5 wierszy", "Obejmuje 22 wiersze"]),
            ("nl", ["Beslaat 2 rijen", "Beslaat 5 rijen", "Beslaat 22 rijen"]),
        ])
    func `E10: a counted word has the form of its number`(_ language: String, _ expected: [String]) {
        let texts = [2, 5, 22].map { span in
            let cell = Container(kind: .table, rowSpan: span)
            return Describing.describer(language).describe(Element(label: "A", container: cell)).text
        }
        #expect(texts == expected.map { "A. \($0)." })
    }

    @Test(
        arguments: [
            ("en", ["1 message missed", "2 messages missed", "5 messages missed"]),
            ("pl", ["1 pominięty komunikat", "2 pominięte komunikaty", "5 pominiętych komunikatów"]),
            ("pt", ["1 mensagem perdida", "2 mensagens perdidas", "5 mensagens perdidas"]),
            ("it", ["1 messaggio perso", "2 messaggi persi", "5 messaggi persi"]),
        ])
    func `E10, D6: what was missed is counted in the user's language`(_ language: String, _ expected: [String]) {
        var narrator = Narrator(settings: SpeechAttributes(language: language), words: WordTables.all)
        let texts = [1, 2, 5].map { narrator.utterance(for: .missed($0), at: Instant(nanoseconds: 0)).text }
        #expect(texts == expected)
    }

    @Test func `E10: a text without a category replaces all forms, one with a category its own`() {
        func rows(_ own: [String: String]) -> [String] {
            let words = WordTables.words(for: "pl", replacing: own)
            let describer = Describer(words: words, style: DescriptionStyle(), userLanguage: "pl")
            return [2, 5].map { describer.describe(Element(label: "A", container: Container(kind: .table, rowSpan: $0))).text }
        }
        #expect(rows(["rowSpan": "{count} w."]) == ["A. 2 w.", "A. 5 w."])
        #expect(rows(["rowSpan.few": "{count} w."]) == ["A. 2 w.", "A. Obejmuje 5 wierszy."])
        #expect(rows(["rowSpan.some": "x", "row.few": "x"]) == ["A. Obejmuje 2 wiersze.", "A. Obejmuje 5 wierszy."])
    }
}
