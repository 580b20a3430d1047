import Configuration
import FoundationEssentials
import Messages
import Narration
import TestSupport
import Testing

@Suite struct WordFilesTests {
    /// Writes tables into the user's and the installed folder, and loads the configuration.
    private static func load(
        _ own: [String: String], installed: [String: String] = [:]
    ) throws -> (loaded: ConfigurationLocation.Loaded, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        for (place, files) in [("announced/words", own), ("share/words", installed)] {
            try FileManager.default.createDirectory(atPath: folder.path(place), withIntermediateDirectories: true)
            for (name, text) in files { _ = try folder.write(text, to: "\(place)/\(name)") }
        }
        let loaded = ConfigurationLocation.load(file: nil, share: folder.path("share")) { ["XDG_CONFIG_HOME": folder.path][$0] }
        return (loaded, folder)
    }

    private static func english(_ changes: [(String, String)] = []) throws -> String {
        try changes.reduce(repositoryText("config/words/en.toml")) { text, change in
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("\(change.0) =") ? "\(change.0) = \"\(change.1)\"" : String($0) }.joined(separator: "\n")
        }
    }

    @Test func `E6: a file adds a language or replaces a table, and the user's takes precedence over the installed one`() throws {
        let (loaded, _) = try Self.load(
            [
                "sv.toml": Self.english([("link", "Länk")]), "de.toml": Self.english([("link", "Verweis")]), "notes.txt": "x",
                ".#sv.toml": "x",
            ],
            installed: [
                "sv.toml": Self.english([("link", "x")]), "da.toml": Self.english([("link", "Hyperlink")]), "en.toml": Self.english(),
            ])
        #expect(loaded.mistakes.isEmpty)
        let tables = loaded.configuration.narrationSettings.tables
        #expect(tables.mapValues { $0[.link] } == ["sv": "Länk", "de": "Verweis", "da": "Hyperlink"])
    }

    @Test func `E6, O6: a mistake has its file and line, and the rest of the table applies`() throws {
        let (loaded, folder) = try Self.load(["pt_BR.toml": "linc = \"x\"\n\nbutton = \"Botão\"\nrow = \"Linha\"\n", "nl.toml": "[[[\n"])
        let file = folder.path("announced/words/pt_BR.toml")
        let mistakes = loaded.mistakes.filter { $0.file == file }.map(\.description)
        try #require(mistakes.count == 3)
        #expect(mistakes[0].hasPrefix("\(file):1:1: \"linc\" is not a word; did you mean \"link\"?"))
        #expect(mistakes[1].hasPrefix("\(file):1:1: missing: selected, notEnabled, backButton,"))
        #expect(mistakes[2] == "\(file):4:1: row: expected a text with {row}")
        #expect(loaded.mistakes.first?.description.hasPrefix("\(folder.path("announced/words/nl.toml")):1:") == true)
        let tables = loaded.configuration.narrationSettings.tables
        #expect(Set(tables.keys) == ["pt-br"])
        #expect(tables["pt-br"]?[.button] == "Botão")
    }

    @Test func `E6: a word that a table lacks is the built-in one of its language`() throws {
        let (loaded, _) = try Self.load(["de.toml": "link = \"Verweis\"\n"])
        #expect(loaded.mistakes.count == 1)
        let german = try #require(loaded.configuration.narrationSettings.tables["de"])
        #expect(german[.link] == "Verweis" && german[.button] == "Taste")
    }

    @Test(arguments: ["my words.toml", "dutch.toml", "nl.old.toml", "n.toml", "nl!.toml"])
    func `E6: a file's name is a language's tag`(_ name: String) throws {
        let (loaded, folder) = try Self.load([name: "link = \"x\"\n"])
        #expect(
            loaded.mistakes.map(\.description) == [
                "\(folder.path("announced/words/\(name)")):1:1: expected a language's tag as the file's name, such as nl.toml or pt-br.toml"
            ])
        #expect(loaded.configuration.narrationSettings.tables.isEmpty)
    }

    @Test func `E6: a table that can't be read is a mistake`() throws {
        let folder = try TemporaryFolder()
        let read = WordFiles.tables(in: [folder.path("nl.toml")])
        #expect(read.mistakes.count == 1 && read.tables.isEmpty)
    }
}
