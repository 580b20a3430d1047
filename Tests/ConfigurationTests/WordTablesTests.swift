import Configuration
import Narration
import TOML
import TestSupport
import Testing

@Suite struct WordTablesTests {
    /// The names in braces.
    private static func placeholders(in text: String) -> [String] {
        text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1).map { String($0.prefix { $0 != "}" }) }
    }

    @Test(arguments: WordTables.languages)
    func `E6: each language has every word, or lists it as missing, and no other`(_ language: String) throws {
        let table = WordTable(file: WordTables.file(of: language), language: language)
        #expect(table.mistakes.listed == [])
        #expect(Set(table.texts.keys.map(\.key) + table.listedMissing) == Set(Words.Key.allCases))
        #expect(language != "en" || table.listedMissing.isEmpty, "the other languages' missing words are English")
        for (name, text) in table.texts {
            let known = Set(name.key.placeholders + name.key.optionalPlaceholders)
            let needed = name.category == .one || text.isEmpty ? [] : Set(name.key.placeholders)
            let found = Set(Self.placeholders(in: text))
            #expect(found.isSubset(of: known) && found.isSuperset(of: needed), "\(language) \(name.text)")
            guard !["punctuation", "numbers", "duration", "time", "date", "tokens"].contains(name.text.prefix { $0 != "." }) else {
                continue
            }
            #expect(!text.isEmpty && text.last != "." && text.last?.isWhitespace == false, "\(language) \(name.text)")
        }
    }

    @Test(arguments: WordTables.languages)
    func `E6: what is built in is what config/words says`(_ language: String) throws {
        let text = try repositoryText("config/words/\(language).toml")
        #expect(WordTables.file(of: language) == text)
        let texts = WordTable(file: text, language: language).texts
        let english = WordTables.words(for: "en")
        // The words of the other languages that are missing are English.
        let whole = language == "en" ? Words(language: language, texts: texts) : Words(language: language, former: english, texts: texts)
        #expect(WordTables.words(for: language) == whole)
    }

    @Test(arguments: [
        ("de", "de", "Taste"), ("de-AT", "de", "Taste"), ("de_AT.UTF-8", "de", "Taste"), ("DE", "de", "Taste"),
        ("fr_FR@euro", "fr", "Bouton"),
        ("es-419", "es", "Botón"), ("en-us", "en", "Button"), ("pt_BR", "pt", "Botão"), ("sv", "en", "Button"), ("den", "en", "Button"),
        ("C", "en", "Button"),
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

    @Test(
        arguments: [
            ("\n[talkback]\nbuton = \"x\"", 3, "\"talkback.buton\" is not a word; did you mean \"talkback.button\"?"),
            ("qwertz = \"x\"", 1, "\"qwertz\" is not a word; the English table, words/en.toml, lists all"),
            ("row = 1", 1, "row: expected a text"),
            ("index = \"{index}\"", 1, "index: expected a text with {index} and {count}"),
            ("\n\nrow = \"Row {rwo}\"", 3, "row: expected a text with {row}"), ("row = \"a\\u0000{row}\"", 1, "row: expected a text"),
            (
                "mistakes.one = \"x\"\nmistakes.oter = \"{count}\"", 2,
                "mistakes: \"oter\" is not a plural category of this language; did you mean \"other\"? allowed: one, other"
            ),
            ("\nrowSpan.few = \"{count}\"", 2, "rowSpan: \"few\" is not a plural category of this language; allowed: one, other"),
            ("rowSpan.other = \"x\"", 1, "rowSpan.other: expected a text with {count}"),
            ("row = \"{row} {clumn}\"", 1, "row: {clumn} is not known here; expected no others than {row}"),
            ("\nlink = \"Link {0}\"", 2, "link: {0} is not known here; expected a text without braces"),
            (
                "[time]\nminutes = \"{hour} {second}\"", 2,
                "time.minutes: {second} is not known here; expected no others than {hour}, {minute}, {minuteName}, {minutes}"
            ),
            (
                "[symbols]\nstar.oen = \"star\"", 2,
                "symbols.star: \"oen\" is not a plural category of this language; did you mean \"one\"? allowed: one, other"
            ),
            ("[symbols]\nstr = \"star\"", 2, "\"symbols.str\" is not a word; did you mean \"symbols.star\"?"),
            (
                "[numbers]\nhours = \"un\"", 2,
                "numbers.hours: expected numbers below 100, each with its name, such as \"1 un, 21 veintiún\""
            ),
            ("row.one = \"{row}\"", 1, "\"row.one\" is not a word; did you mean \"row\"?"),
        ] as [(String, Int, String)])
    func `E6: a mistake in a table has its place, and says what is expected`(_ text: String, _ line: Int, _ message: String) {
        let table = WordTable(file: text, language: "en")
        #expect(table.mistakes.listed.contains { $0.message == message && $0.place.line == line }, "\(table.mistakes.listed)")
    }

    @Test func `E6: words that a file lacks are named, but not the ones that are misspelt or may be in a broken line`() throws {
        let whole = WordTables.file(of: "en")
        func missing(_ text: String) -> [String] {
            WordTable(file: text, language: "en").mistakes.listed.map(\.message).filter { $0.hasPrefix("missing") }
        }
        let without = whole.replacing("link = \"Link\"\n", with: "").replacing("listEnd = \"List end\"\n", with: "")
        let expected = "expected every word of the English table, words/en.toml"
        #expect(missing(without) == ["missing: link, listEnd; \(expected)"])
        #expect(missing(whole.replacing("listEnd =", with: "lsitEnd =")) == [])
        #expect(missing(whole.replacing("listEnd =", with: "listEnd")) == [])
        #expect(missing(whole) == [])
        let link = WordTable(file: "\n" + whole.replacing("link = \"link\"", with: ""), language: "en").mistakes.listed
        let line = 2 + whole.split(separator: "\n[talkback]")[0].count { $0 == "\n" } + 1
        #expect(link == [TOMLMistake(place: TOMLPlace(line: line, column: 2), message: "missing: talkback.link; \(expected)")])
        let sections = WordTable(file: String(whole.prefix(upTo: try #require(whole.firstRange(of: "[touch]")).lowerBound)), language: "en")
        #expect(
            sections.mistakes.listed.map(\.message).first
                == "missing: [touch], [keyboard], [punctuation], [numbers], [duration], [time], [date], [signs], [tokens], [symbols], "
                + "and 3 others; \(expected)")
        #expect(sections.mistakes.listed.count == 1)
        let few = WordTable(file: WordTables.file(of: "pl").replacing("rowSpan.few", with: "# "), language: "pl")
        #expect(few.mistakes.listed.map(\.message) == ["missing: rowSpan.few; \(expected)"])
        #expect(few.mistakes.listed.first.map { $0.place.line > 1 } == true)
        let decimals = WordTable(file: WordTables.file(of: "ru").replacing("\nseconds.other", with: "\n# "), language: "ru")
        #expect(decimals.mistakes.listed.map(\.message) == ["missing: duration.seconds.other; \(expected)"])
    }

    @Test func `E6: a word may be missing from a file that lists it, which says so once it has the word`() throws {
        func mistakes(_ list: String, _ changed: (String) -> String = { $0 }) -> [TOMLMistake] {
            WordTable(file: "missing = \(list)\n" + changed(WordTables.file(of: "en")), language: "en").mistakes.listed
        }
        func without(_ text: String) -> String {
            ["\nlistEnd =", "\nmistakes.one =", "\nmistakes.other ="].reduce(text) { $0.replacing($1, with: "\n#") }
        }
        #expect(mistakes(#"["listEnd", "mistakes"]"#, without) == [])
        #expect(mistakes("[]") == [])
        #expect(
            mistakes(#"["listEnd"]"#, without).map(\.message).first?.hasPrefix("missing: mistakes.one, mistakes.other; expected") == true)
        for (list, column, message) in [
            (#"["link"]"#, 12, "missing: the table has \"link\"; expected only words that it lacks"),
            (#"["rowSpan"]"#, 12, "missing: the table has \"rowSpan\"; expected only words that it lacks"),
            (#"["lnk"]"#, 12, "missing: \"lnk\" is not a word; did you mean \"link\"?"), ("[1]", 12, "missing: expected a list of words"),
            (#""link""#, 1, "missing: expected a list of words"),
        ] { #expect(mistakes(list) == [TOMLMistake(place: TOMLPlace(line: 1, column: column), message: message)], "\(list)") }
    }
}
