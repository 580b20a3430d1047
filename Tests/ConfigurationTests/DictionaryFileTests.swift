import Narration
import TestSupport
import Testing

@testable import Configuration

@Suite struct DictionaryFileTests {
    private static func mistakes(_ text: String) -> [String] {
        DictionaryFile.dictionary(from: text, file: "d.toml").mistakes.map(\.description)
    }

    @Test("T2: the shipped example is a dictionary")
    func example() throws {
        let read = DictionaryFile.dictionary(from: try repositoryText("config/dictionary.toml"), file: "dictionary.toml")
        #expect(read.mistakes == [])
        #expect(
            read.dictionary.entries
                == [
                    .init(find: .word("nginx"), say: "engine x"), .init(language: "en", find: .word("GUI"), say: "gooey"),
                    .init(find: .literal("=>"), say: " becomes "),
                    .init(language: "de", find: .regex("(?i)z\\.\\s?b\\."), say: "zum Beispiel"),
                ].placed(read.dictionary.entries))
        let places = read.dictionary.entries.compactMap(\.place)
        #expect(places.count == 4 && places.allSatisfy { $0.hasPrefix("dictionary.toml:") } && Set(places).count == 4, "\(places)")
        #expect(DictionaryFile.dictionary(from: "", file: "d.toml").dictionary.isEmpty)
    }

    @Test("T2, O6: entries that are right count beside those that are wrong, and broken syntax")
    func partly() {
        let text = """
            [[entry]]
            word = "a"
            say = "b"
            [[!entry]]
            word = "c"
            say = "d"
            [[entry]]
            regex = "("
            say = "e"
            [[entry]]
            literal = "f"
            say = "g"
            """
        let read = DictionaryFile.dictionary(from: text, file: "d.toml")
        #expect(read.dictionary.entries.map(\.find) == [.word("a"), .literal("f")])
        #expect(read.dictionary.entries.map(\.place) == ["d.toml:2:1", "d.toml:11:1"])
        #expect(read.mistakes.map(\.line) == [4, 8])
        // A broken line explains what its own entry lacks, and no other's.
        let lacking = "[[entry]]\nword = !\nsay = \"a\"\n[[entry]]\nword = \"b\"\n"
        #expect(Self.mistakes(lacking).map { $0.prefix(9) } == ["d.toml:2:", "d.toml:4:"])
    }

    @Test(
        "T2: each mistake has its place",
        arguments: [
            ("[[entry]]\nword = \"a\"\n", ["d.toml:1:3: say is missing; expected what is to be spoken"]),
            ("\n[[entry]]\nsay = \"a\"\n", ["d.toml:2:3: expected exactly one of literal, word and regex"]),
            ("[[entry]]\nsay = \"a\"\nword = \"b\"\nregex = \"c\"", ["d.toml:1:3: expected exactly one of literal, word and regex"]),
            (
                "[[entry]]\nword = \"a\"\nsay = \"b\"\n[[entry]]\n  wrod = \"a\"\nword = 5\nsay = \"b\"",
                [
                    "d.toml:5:3: \"wrod\" is not a key of an entry; did you mean \"word\"? allowed: language, literal, word, regex, say",
                    "d.toml:6:1: word: expected text",
                ]
            ),
            (
                "[[entry]]\nregex = \"x*\"\nsay = \"b\"",
                ["d.toml:2:1: \"x*\" matches the empty text; expected one that matches at least one character"]
            ),
            ("[entry]\nword = \"a\"", ["d.toml:1:2: entry: expected [[entry]]"]),
            ("words = 5", ["d.toml:1:1: \"words\" is not known; allowed: [[entry]]"]),
        ])
    func mistakes(_ text: String, _ expected: [String]) {
        #expect(Self.mistakes(text) == expected)
    }

    @Test("T2: a regular expression that does not compile is named with its line; a syntax error too")
    func broken() {
        #expect(
            Self.mistakes("[[entry]]\nsay = \"b\"\nregex = \"(\"").first?.hasPrefix("d.toml:3:1: \"(\" is not a regular expression") == true
        )
        #expect(Self.mistakes("[[entry]]\nword = \n").first?.hasPrefix("d.toml:2:") == true)
    }

    @Test("T2: a regular expression that may take too long is a warning, and one that takes its time is none")
    func trial() {
        func warnings(_ regex: String) -> [String] {
            let entry = "[[entry]]\n  regex = '\(regex)'\nsay = \"x\"\n"
            var configuration = Configuration(language: "en")
            configuration.narration.dictionary = DictionaryFile.dictionary(from: entry, file: "d.toml").dictionary
            return DictionaryTrial.warnings(about: configuration)
        }
        for slow in ["(a+)+b", "(a|aa)+$", "(.*)*x", ".*.*.*.*=", "([a-z]+)*!", "(x+x+)+y", #"(\w+\s?)+:"#, #"(\d+)*-"#] {
            let warnings = warnings(slow)
            #expect(warnings.count == 1, "\(slow)")
            #expect(warnings.first?.hasPrefix("d.toml:2:3: warning: \"\(slow)\" takes too long") == true, "\(warnings)")
        }
        let quick = [
            #"v\d+"#, #"\b[A-Z]{2,5}\b"#, "(?i)foo|bar", #"\w+ing\b"#, #"(?<=\d)px"#, ".*: ", #"(\w+) \1"#, #"\d{4}-\d\d-\d\d"#, "a(?!b)",
        ]
        for regex in quick {
            #expect(warnings(regex) == [], "\(regex)")
        }
    }

    @Test("T2: it is read from where the configuration says, else from the usual place, else there is none")
    func places() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration(language: "en")
        let environment = { (name: String) in name == "XDG_CONFIG_HOME" ? folder.path("none") : nil }
        #expect(DictionaryFile.load(configuration, environment: environment).dictionary.isEmpty)
        configuration.text.dictionary = try folder.write("[[entry]]\nword = \"a\"\nsay = \"b\"\n", to: "d.toml")
        let entry = PronunciationDictionary.Entry(find: .word("a"), say: "b", place: "\(folder.path("d.toml")):2:1")
        #expect(DictionaryFile.load(configuration, environment: environment).dictionary.entries == [entry])
        configuration.text.dictionary = folder.path("missing.toml")
        #expect(DictionaryFile.load(configuration, environment: environment).mistakes.count == 1)
    }
}

extension [PronunciationDictionary.Entry] {
    /// The entries at the places of others.
    fileprivate func placed(_ others: [PronunciationDictionary.Entry]) -> Self {
        zip(self, others).map { entry, other in
            var entry = entry
            entry.place = other.place
            return entry
        }
    }
}
