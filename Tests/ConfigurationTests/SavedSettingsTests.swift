import Configuration
import Messages
import Narration
import TestSupport
import Testing

/// O8: the saved choice beside the hand-written file.
@Suite struct SavedSettingsTests {
    private static func load(_ configuration: String, _ saved: String?) throws -> (ConfigurationLocation.Loaded, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let file = try folder.write(configuration, to: "config.toml")
        if let saved { _ = try folder.write(saved, to: "config.saved.toml") }
        return (ConfigurationLocation.load(file: file) { _ in nil }, folder)
    }

    @Test(
        arguments: [
            (["HOME": "/h"], nil, "/h/.local/state/announced/settings.toml"),
            (["HOME": "/h", "XDG_STATE_HOME": "/s"], nil, "/s/announced/settings.toml"),
            (["HOME": "/h", "XDG_STATE_HOME": "s"], nil, "/h/.local/state/announced/settings.toml"),
            ([:], nil, nil), (["HOME": "/h"], "/c/my.toml", "/c/my.saved.toml"), ([:], "/c/my", "/c/my.saved.toml"),
        ] as [([String: String], String?, String?)])
    func `O8: in the state folder, or beside the file that was named`(
        _ environment: [String: String], _ file: String?, _ expected: String?
    ) {
        #expect(ConfigurationLocation.settingsFile(beside: file) { environment[$0] } == expected)
    }

    @Test func `O8: what is saved wins, and the rest is the configuration's`() throws {
        let saved = """
            voice.rate = 300
            description.verbosity = "brief"
            description.dialect = "talkback"
            hints.enabled = false
            hints.gestures = "none"
            updates.interval = 2.5
            earcons.enabled = false
            typing.echo = "words"
            speech.mode = "beeps"
            """
        let (loaded, folder) = try Self.load("voice.rate = 200\nvoice.pitch = 60\n", saved)
        let narration = loaded.configuration.narrationSettings
        #expect(loaded.mistakes == [] && loaded.hasSettings && loaded.settingsFile == folder.path("config.saved.toml"))
        #expect(loaded.configuration.speech.rate == 300 && loaded.configuration.speech.pitch == 60)
        #expect(
            narration.userSettings(with: SpeechAttributes())
                == UserSettings(
                    verbosity: .brief, dialect: .talkback, hints: false, gestures: Gestures.none, interval: 2.5, earcons: false,
                    typing: .words, mode: .beeps))
        #expect(try !Self.load("", nil).0.hasSettings)
    }

    @Test func `O8: a saved language replaces a configured voice`() throws {
        let speech = try Self.load("voice.name = \"x\"\n", "voice.language = \"de\"\n").0.configuration.speech
        #expect(speech.voice == nil && speech.language == "de")
    }

    @Test(arguments: [
        ("voice.rat = 200", ":1:1: \"rat\" is not a key of [voice]; did you mean \"rate\"? "),
        ("voice.rate = 1", ":1:1: voice.rate: expected a whole number from 80 to 900, in words a minute"),
        ("audio.device = \"null\"", ":1:1: \"audio\" is not a section; "), ("apps.a.muted = true", ":1:1: \"apps\" is not a section; "),
        ("earcons.page-border = true", ":1:1: \"page-border\" is not a key of [earcons]; "),
    ])
    func `O8: a mistake there is one of the configuration's, and the rest counts`(_ line: String, _ message: String) throws {
        let (loaded, _) = try Self.load("", line + "\nvoice.pitch = 60\n")
        #expect(loaded.mistakes.count == 1)
        #expect(loaded.mistakes.first?.description.contains("config.saved.toml" + message) == true, "\(loaded.mistakes)")
        #expect(loaded.configuration.speech.pitch == 60)
    }
}
