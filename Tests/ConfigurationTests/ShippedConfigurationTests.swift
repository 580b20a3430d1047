import TestSupport
import Testing

@testable import Configuration

@Suite struct ShippedConfigurationTests {
    /// The keys that a text sets, or shows behind a `# `, each with its section.
    private static func keys(in text: String) -> [(key: String, value: String)] {
        var section = ""
        var keys: [(key: String, value: String)] = []
        for line in text.split(separator: "\n") {
            let shown = line.hasPrefix("# ") ? line.dropFirst(2) : line
            if shown.hasPrefix("[") { section = String(shown.dropFirst().prefix { $0 != "]" }) }
            guard let equals = shown.firstRange(of: " = ") else { continue }
            let name = shown[..<equals.lowerBound]
            guard !name.contains(" ") else { continue }
            let value = shown[equals.upperBound...].split(separator: "   #", maxSplits: 1)[0]
            keys.append(("\(section).\(name)", String(value)))
        }
        return keys
    }

    @Test func `config/announced.toml is exactly the built-in defaults`() throws {
        let text = try repositoryText("config/announced.toml")
        for language in ["en", "de-at"] {
            let defaults = Configuration(language: language)
            let read = ConfigurationFile.configuration(from: text, file: "announced.toml", defaults: defaults)
            #expect(read.configuration == defaults && read.mistakes == [])
        }
    }

    @Test func `config/announced.toml documents every key, once, in order, and no other`() throws {
        let documented = Self.keys(in: try repositoryText("config/announced.toml")).map(\.key)
        let app = "org.example.mail"
        #expect(
            documented == ConfigurationKey.all.filter { $0.name != "apps" }.map {
                "\($0.section).\($0.name)\($0.name == "words" ? ".header" : "")"
            }
                + ConfigurationKey.ofApp(app).map { "apps.\"\(app)\".\($0.name)" }
                + ConfigurationKey.ofWatchedApp("Firefox").map { "watch.apps.\"Firefox\".\($0.name)" })
        #expect(Set(ConfigurationKey.all.map(\.section) + ["apps"]) == Set(ConfigurationKey.sections))
    }

    @Test func `Settings shown behind a comment sign are allowed too`() throws {
        for (key, value) in Self.keys(in: try repositoryText("config/announced.toml")) {
            let defaults = Configuration(language: "en")
            #expect(ConfigurationFile.configuration(from: "\(key) = \(value)", file: key, defaults: defaults).mistakes == [])
        }
    }

    @Test func `The ranges in its comments are those that hold`() throws {
        let text = try repositoryText("config/announced.toml")
        for range in [
            "80 to 900", "10 to 2000", "0 to 60", "0 to 5000", "1 to 4096", "0 to 100", "none, some, most, all", "none, pitch, say, sound",
            "0 to 3600", "1 to 100", "0 to 5", "touch, keyboard, none", "full, brief, label", "voiceover, talkback", "low, default, high",
        ] {
            #expect(text.contains(range), "\(range)")
            let plain = (ConfigurationKey.all + ConfigurationKey.ofApp("app")).map { $0.allowed.filter { $0 != "\"" } }
            #expect(plain.contains { $0.contains(range) }, "\(range)")
        }
    }
}
