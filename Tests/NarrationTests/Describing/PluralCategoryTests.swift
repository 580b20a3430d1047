import Configuration
import Messages
import Narration
import SpeechQueue
import Testing

@Suite struct PluralCategoryTests {
    /// The numbers of the next test's rows.
    private static let numbers = [
        "0 1 2 3 4 5 6 7 10 11 12 13 19 20 21 22 23 25 100 101 102 103 111 112 1000000", "0.1 0.5 1.1 1.5 12.2 2.12 3.21",
    ]

    /// As Babel 2.18 prints them of CLDR's rules: zero, 1 for one, 2 for two, few, many, other; first of whole numbers, then with decimals.
    @Test(
        arguments: [
            ("en de nl sv fi et sw ur af bg el eo eu hu ka kk ky lb ml mr nb ne or sq ta te tr uz", "o1ooooooooooooooooooooooo ooooooo"),
            ("am as bn fa gu hi kn", "11ooooooooooooooooooooooo 11ooooo"),
            ("ar", "z12ffffffmmmmmmmmmooofmmo ooooooo"),
            ("be ru uk", "m1fffmmmmmmmmm1ffmm1ffmmm ooooooo"),
            ("bs hr sr", "o1fffooooooooo1ffoo1ffooo 1o1ofo1"),
            ("ca it es", "o1oooooooooooooooooooooom ooooooo"),
            ("fr ht pt", "11oooooooooooooooooooooom 1111ooo"),
            ("cs sk", "o1fffoooooooooooooooooooo mmmmmmm"),
            ("cy", "z12foomoooooooooooooooooo ooooooo"),
            ("da", "o1ooooooooooooooooooooooo 1111ooo"),
            ("ga", "o12ffffmmoooooooooooooooo ooooooo"),
            ("gd", "o12ffffff12ffoooooooooooo ooooooo"),
            ("he", "o12oooooooooooooooooooooo 11ooooo"),
            ("hy", "11ooooooooooooooooooooooo 1111ooo"),
            ("id ja ko ms my th vi yue", "ooooooooooooooooooooooooo ooooooo"),
            ("is mk", "o1oooooooooooo1oooo1ooooo 1o1ooo1"),
            ("lt", "o1ffffffoooooo1fffo1ffooo mmmmmmm"),
            ("lv", "z1oooooozzzzzz1oooz1oozzz 1o1ooz1"),
            ("mt", "f12ffffffmmmmoooooooofmmo ooooooo"),
            ("pa", "11ooooooooooooooooooooooo ooooooo"),
            ("pl", "m1fffmmmmmmmmmmffmmmffmmm ooooooo"),
            ("ro", "f1fffffffffffoooooofffffo fffffff"),
            ("si", "11ooooooooooooooooooooooo 1oooooo"),
            ("sl", "o12ffoooooooooooooo12fooo fffffff"),
            ("smj", "o12oooooooooooooooooooooo ooooooo"),
        ])
    func `E10: each language has CLDR's categories of numbers`(_ languages: String, _ expected: String) {
        let letters: [PluralCategory: Character] = [.zero: "z", .one: "1", .two: "2", .few: "f", .many: "m", .other: "o"]
        for language in languages.split(separator: " ").map(String.init) {
            let found = Self.numbers.map { row in
                row.split(separator: " ").compactMap { number in
                    let parts = number.split(separator: ".")
                    let decimals = parts.count > 1 ? String(parts[1]) : ""
                    return letters[PluralCategory.of(Int(parts[0]) ?? 0, decimals: decimals, in: language)]
                }.reduce(into: "") { $0.append($1) }
            }
            #expect(found.joined(separator: " ") == expected, "\(language)")
        }
    }

    @Test func `E10: a table needs the forms of usual numbers, and may have those of others`() {
        #expect(PluralCategory.needed(in: "es") == [.one, .other] && PluralCategory.allowed(in: "es") == [.one, .many, .other])
        #expect(PluralCategory.needed(in: "pl") == [.one, .few, .many] && PluralCategory.allowed(in: "pl") == [.one, .few, .many, .other])
        #expect(PluralCategory.needed(in: "pl", withDecimals: true) == [.one, .few, .many, .other])
        #expect(PluralCategory.needed(in: "ar") == [.one, .two, .few, .many, .other] && PluralCategory.allowed(in: "ar").contains(.zero))
        #expect(PluralCategory.needed(in: "ja") == [.other] && PluralCategory.allowed(in: "ja") == [.other])
    }

    @Test(
        arguments: [
            ("en", ["Spans 2 rows", "Spans 5 rows", "Spans 22 rows"]),
            ("pl", ["Obejmuje 2 wiersze", "Obejmuje 5 wierszy", "Obejmuje 22 wiersze"]),
            ("ru", ["Занимает 2 строки", "Занимает 5 строк", "Занимает 22 строки"]),
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
            ("ru", ["1 пропущенное сообщение", "2 пропущенных сообщения", "5 пропущенных сообщений"]),
            ("ja", ["ききのがしたメッセージ1けん", "ききのがしたメッセージ2けん", "ききのがしたメッセージ5けん"]),
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
            let describer = Describer(words: words, lexicons: WordTables.lexicons, style: DescriptionStyle(), userLanguage: "pl")
            return [2, 5].map { describer.describe(Element(label: "A", container: Container(kind: .table, rowSpan: $0))).text }
        }
        #expect(rows(["rowSpan": "{count} w."]) == ["A. 2 w.", "A. 5 w."])
        #expect(rows(["rowSpan.few": "{count} w."]) == ["A. 2 w.", "A. Obejmuje 5 wierszy."])
        #expect(rows(["rowSpan.some": "x", "row.few": "x"]) == ["A. Obejmuje 2 wiersze.", "A. Obejmuje 5 wierszy."])
    }

    @Test func `E10: a word that a table lacks is counted as in its own language`() throws {
        let own: [Words.Name: String] = [
            try #require(Words.Name("rowSpan.one")): "{count} ряд", try #require(Words.Name("rowSpan.few")): "{count} ряда",
        ]
        let words = Words(language: "ru", former: WordTables.words(for: "en"), texts: own)
        let describer = Describer(words: words, lexicons: WordTables.lexicons, style: DescriptionStyle(), userLanguage: "ru")
        let texts = [21, 5].map { span in
            describer.describe(Element(label: "A", container: Container(kind: .table, rowSpan: span, columnSpan: span))).text
        }
        #expect(texts == ["A. 21 ряд. Spans 21 columns.", "A. 5 ряда. Spans 5 columns."])
    }
}
