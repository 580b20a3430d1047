import Configuration
import Messages
import Narration
import Testing

/// A dictionary whose regular expressions are PCRE2's, as the daemon's are.
func dictionary(_ entries: [PronunciationDictionary.Entry]) throws(PronunciationDictionary.Mistake) -> PronunciationDictionary {
    var dictionary = PronunciationDictionary()
    for entry in entries { try dictionary.append(entry, compile: PCREPattern.init) }
    return dictionary
}

@Suite struct PronunciationDictionaryTests {
    private typealias Entry = PronunciationDictionary.Entry

    private static func read(_ text: String, _ entries: [PronunciationDictionary.Entry], _ language: String = "en-us") throws -> ReadText {
        var reading = Reading(lexicons: WordTables.lexicons, dictionary: try dictionary(entries))
        return reading.read([SpeechRun(text: text, attributes: SpeechAttributes(language: language))], voices: nil)
    }

    @Test(
        "T2: literal text, whole words, regular expressions, each for its language",
        arguments: [
            ("aujourd’hui, aujourd'hui", Entry(find: .word("aujourd'hui"), say: "ce jour"), "ce jour, ce jour"),
            ("l’ONU l'ONU", Entry(find: .literal("l’ONU"), say: "lonu"), "lonu lonu"),
            ("qu’il qu'elle", Entry(find: .regex("qu'"), say: "que "), "que il que elle"),
            ("qu’il qu'elle", Entry(find: .regex("qu[’]"), say: "que "), "que il que elle"),
            ("SQL and MySQL", Entry(find: .literal("SQL"), say: "sequel"), "sequel and Mysequel"),
            ("sql SQL", Entry(find: .literal("SQL"), say: "sequel"), "sql sequel"),
            ("Nginx, NGINX; nginxes nginx_", Entry(find: .word("nginx"), say: "engine x"), "engine x, engine x; nginxes nginx_"),
            ("C++ is C", Entry(find: .word("c++"), say: "see plus plus"), "see plus plus is C"),
            ("ÄÖ äö", Entry(find: .word("Äö"), say: "x"), "x x"),
            ("the the New York", Entry(find: .word("new york"), say: "NY"), "the the NY"),
            ("v1.2 v22", Entry(find: .regex(#"v\d"#), say: "version "), "version .2 version 2"),
            ("aXb", Entry(find: .regex("(?i)x"), say: ""), "ab"), ("Köln", Entry(language: "de", find: .word("Köln"), say: "x"), "Köln"),
            ("Köln", Entry(language: "en", find: .word("Köln"), say: "x"), "x"),
            ("Köln", Entry(language: "EN_US", find: .word("köln"), say: "x"), "x"),
        ] as [(String, PronunciationDictionary.Entry, String)])
    func entries(_ text: String, _ entry: PronunciationDictionary.Entry, _ spoken: String) throws {
        #expect(try Self.read(text, [entry]).runs.map(\.text) == [spoken])
    }

    @Test("T2: entries come in their order and never touch what another has put there; durations come after them")
    func order() throws {
        let entries = [
            Entry(find: .word("a"), say: "b"), Entry(find: .word("b"), say: "a a"), Entry(find: .regex("[ab]"), say: "x"),
            Entry(find: .literal("@"), say: "0:00:10"),
        ]
        #expect(try Self.read("a b a", entries).runs.map(\.text) == ["b a a b"])
        #expect(try Self.read("@", entries).runs.map(\.text) == ["ten seconds"])
    }

    @Test("T2: a replaced word leads back to the client's as a whole")
    func places() throws {
        let read = try Self.read("the GUI is", [Entry(find: .word("gui"), say: "gooey thing")])
        #expect(read.runs.map(\.text) == ["the gooey thing is"])
        #expect(read.place(run: 0, offset: 10, length: 5) == ReadText.Place(offset: 4, length: 3))
        #expect(read.place(run: 0, offset: 16, length: 2) == ReadText.Place(offset: 8, length: 2))
    }

    @Test("T2: what matches nothing, or without end, does no harm")
    func bounds() throws {
        #expect(try Self.read("abc", [Entry(find: .regex("(?=b)"), say: "x")]).runs.map(\.text) == ["abc"])
        let long = String(repeating: "x", count: 1000)
        let grown = try Self.read(String(repeating: "a ", count: 1000), [Entry(find: .word("a"), say: long)])
        #expect((grown.runs.first?.text.unicodeScalars.count ?? 0) <= 2000 + 16 * 1024)
        let many = String(repeating: "x v1 ", count: 1000)
        #expect(try Self.read(many, [Entry(find: .regex(#"v\d"#), say: "w")]).runs.map(\.text) == [String(repeating: "x w ", count: 1000)])
        let huge = String(repeating: "v1 ", count: 50_000)
        #expect(try Self.read(huge, [Entry(find: .regex(#"v\d"#), say: "w")]).runs.map(\.text) == [huge])
    }

    @Test(
        "T2: an entry that can't be used is named",
        arguments: [
            (PronunciationDictionary.Find.regex("("), "is not a regular expression"), (.regex("x*"), "matches the empty text"),
            (.regex(""), "matches the empty text"), (.regex("a(b"), "missing closing parenthesis, after 3 of its characters"),
            (.regex(#"é\u"#), "after 3 of its characters"), (.regex(#"a\C"#), "is disabled"), (.regex(#"a\Xb"#), #"\X; a dot"#),
            (.regex("[a-z&&[^e]]"), "&& in a class"), (.regex(String(repeating: "a", count: 5000)), "longer than the limit"),
            (.word(""), "is empty"), (.literal(""), "is empty"),
        ])
    func mistakes(_ find: PronunciationDictionary.Find, _ message: String) throws {
        let mistake = try #require(throws: PronunciationDictionary.Mistake.self) { try dictionary([Entry(find: find, say: "c")]) }
        #expect(mistake.message.contains(message), "\(mistake.message)")
    }
}
