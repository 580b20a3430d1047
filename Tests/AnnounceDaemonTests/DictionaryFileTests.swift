import AnnounceDaemon
import Narration
import TestSupport
import Testing

@Suite struct DictionaryFileTests {
    private static func mistakes(_ text: String) -> [String] {
        do throws(ConfigurationFile.Mistakes) {
            _ = try DictionaryFile.dictionary(from: text, file: "d.toml")
            return []
        } catch {
            return error.all.map(\.description)
        }
    }

    @Test("T2: the shipped example is a dictionary")
    func example() throws {
        let dictionary = try DictionaryFile.dictionary(from: try repositoryText("config/dictionary.toml"), file: "dictionary.toml")
        #expect(
            dictionary.entries == [
                .init(find: .word("nginx"), say: "engine x"), .init(language: "en", find: .word("GUI"), say: "gooey"),
                .init(find: .literal("=>"), say: " becomes "), .init(language: "de", find: .regex("(?i)z\\.\\s?b\\."), say: "zum Beispiel"),
            ])
        #expect(try DictionaryFile.dictionary(from: "", file: "d.toml").isEmpty)
    }

    @Test(
        "T2: each mistake has its place",
        arguments: [
            ("[[entry]]\nword = \"a\"\n", ["d.toml:1:1: say is missing; expected what is to be spoken"]),
            ("\n[[entry]]\nsay = \"a\"\n", ["d.toml:2:1: expected exactly one of literal, word and regex"]),
            ("[[entry]]\nsay = \"a\"\nword = \"b\"\nregex = \"c\"", ["d.toml:1:1: expected exactly one of literal, word and regex"]),
            (
                "[[entry]]\nword = \"a\"\nsay = \"b\"\n[[entry]]\n  wrod = \"a\"\nword = 5\nsay = \"b\"",
                [
                    "d.toml:5:3: \"wrod\" is no key of an entry; did you mean \"word\"? allowed: language, literal, word, regex, say",
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
            Self.mistakes("[[entry]]\nsay = \"b\"\nregex = \"(\"").first?.hasPrefix("d.toml:3:1: \"(\" is no regular expression") == true)
        #expect(Self.mistakes("[[entry]]\nword = \n").first?.hasPrefix("d.toml:2:") == true)
    }

    @Test("T2: it is read from where the configuration says, else from the usual place, else there is none")
    func places() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration(language: "en")
        let environment = { (name: String) in name == "XDG_CONFIG_HOME" ? folder.path("none") : nil }
        #expect(try DictionaryFile.load(configuration, environment: environment).isEmpty)
        configuration.text.dictionary = try folder.write("[[entry]]\nword = \"a\"\nsay = \"b\"\n", to: "d.toml")
        #expect(try DictionaryFile.load(configuration, environment: environment).entries == [.init(find: .word("a"), say: "b")])
        configuration.text.dictionary = folder.path("missing.toml")
        #expect(throws: ConfigurationFile.Mistakes.self) { try DictionaryFile.load(configuration, environment: environment) }
    }
}
