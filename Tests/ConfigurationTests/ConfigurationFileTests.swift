import Messages
import Narration
import SpeechQueue
import Testing
import Watch

@testable import Configuration

@Suite struct ConfigurationFileTests {
    private static let defaults = Configuration(language: "en")

    private static func read(_ text: String) throws -> Configuration {
        let read = ConfigurationFile.configuration(from: text, file: "c.toml", defaults: defaults)
        try #require(read.mistakes == [])
        return read.configuration
    }

    private static func mistakes(_ text: String) -> [String] {
        ConfigurationFile.configuration(from: text, file: "c.toml", defaults: defaults).mistakes.map(\.description)
    }

    private static func changed(_ change: (inout Configuration) -> Void) -> Configuration {
        var configuration = defaults
        change(&configuration)
        return configuration
    }

    @Test(arguments: [
        ("voice", "name = \"gmw/en-US\"", changed { $0.speech.voice = "gmw/en-US" }),
        ("voice", "language = 'de-at'", changed { $0.speech.language = "de-at" }),
        ("voice", "rate = 80", changed { $0.speech.rate = 80 }), ("voice", "rate = 900", changed { $0.speech.rate = 900 }),
        ("voice", "rate = 0xC8", changed { $0.speech.rate = 200 }),
        ("voice", "inflection = 0", changed { $0.speech.inflection = 0 }),
        ("voice", "pitch = 0", changed { $0.speech.pitch = 0 }), ("voice", "pitch = 100", changed { $0.speech.pitch = 100 }),
        ("voice", "volume = 0", changed { $0.speech.volume = 0 }), ("voice", "volume = 99", changed { $0.speech.volume = 99 }),
        ("voice", "punctuation = \"most\"", changed { $0.speech.punctuation = .most }),
        ("voice", "capitals = \"sound\"", changed { $0.speech.capitals = .sound }),
        ("audio", "device = \"plughw:1,0\"", changed { $0.audio.device = "plughw:1,0" }),
        ("audio", "buffer-ms = 10", changed { $0.audio.bufferMilliseconds = 10 }),
        ("audio", "buffer-ms = 2000", changed { $0.audio.bufferMilliseconds = 2000 }),
        ("audio", "linger = 0", changed { $0.audio.linger = 0 }), ("audio", "linger = 2.5", changed { $0.audio.linger = 2.5 }),
        ("audio", "linger = 60", changed { $0.audio.linger = 60 }),
        ("audio", "lead-in = 5000", changed { $0.audio.leadInMilliseconds = 5000 }),
        ("audio", "lead-in = 0", changed { $0.audio.leadInMilliseconds = 0 }),
        ("queue", "limit = 1", changed { $0.queueLimit = 1 }), ("queue", "limit = 4096", changed { $0.queueLimit = 4096 }),
        ("watch", "enabled = false", changed { $0.watch.isEnabled = false }),
        ("watch", "microphone = \"nothing\"", changed { $0.watch.microphone = .nothing }),
        ("watch", "notifications = \"critical\"", changed { $0.watch.notifications = .critical }),
        ("watch", "players = \"hold-low\"", changed { $0.watch.players = .holdLow }),
        ("watch", "beside-screen-reader = true", changed { $0.watch.speaksBesideScreenReader = true }),
        ("watch", "apps.Slack.notifications = \"title\"", changed { $0.watch.apps["Slack"] = .init(notifications: .title) }),
        ("watch", "apps.Firefox.microphone = \"nothing\"", changed { $0.watch.apps["Firefox"] = .init(microphone: .nothing) }),
        ("watch", "apps.\"My app\" = { microphone = \"hold\" }", changed { $0.watch.apps["My app"] = .init(microphone: .hold) }),
        ("typing", "password = \"bullet\"", changed { $0.narration.typedPassword = .bullet }),
        ("text", "long-tokens = \"full\"", changed { $0.narration.longTokens = .full }),
        ("speech", "mode = \"on-demand\"", changed { $0.narration.mode = .onDemand }),
        ("apps", "mail.voice = \"de+f3\"", changed { $0.narration.apps["mail", default: .init()].speech.voice = "de+f3" }),
        ("apps", "mail.rate = 80", changed { $0.narration.apps["mail", default: .init()].speech.rate = 80 }),
        ("apps", "mail.pitch = 0", changed { $0.narration.apps["mail", default: .init()].speech.pitch = 0 }),
        ("apps", "mail.volume = 100", changed { $0.narration.apps["mail", default: .init()].speech.volume = 100 }),
        ("apps", "mail.verbosity = \"label\"", changed { $0.narration.apps["mail", default: .init()].verbosity = .label }),
        ("apps", "mail.long-tokens = \"full\"", changed { $0.narration.apps["mail", default: .init()].longTokens = .full }),
        ("apps", "mail.mode = \"off\"", changed { $0.narration.apps["mail", default: .init()].mode = .off }),
        ("text", "durations = false", changed { $0.text.durations = false }),
        ("text", "dictionary = 'words.toml'", changed { $0.text.dictionary = "words.toml" }),
    ])
    func `Each key goes where it belongs, and the rest stays`(_ section: String, _ line: String, _ expected: Configuration) throws {
        #expect(expected != Self.defaults)
        #expect(try Self.read("[\(section)]\n\(line)\n") == expected)
        #expect(try Self.read("\(section).\(line)") == expected)
        #expect(try Self.read("\(section) = { \(line) }") == expected)
        #expect(try Self.read("\r\n[ \"\(section)\" ]\r\n  \(line)  # a comment\r\n") == expected)
    }

    @Test(arguments: [
        ("voice", "name = \"\"", "voice.name: expected a voice's name, as `announce voices` lists them"),
        ("watch", "microphone = \"record\"", "watch.microphone: expected \"hold\", \"nothing\""),
        ("watch", "notifications = true", "watch.notifications: expected \"off\", \"critical\", \"all\""),
        ("watch", "apps = 5", "watch.apps: expected sections, such as [watch.apps.\"Firefox\"]"),
        ("watch", "apps.Firefox = \"nothing\"", "watch.apps.Firefox: expected a section, [watch.apps.\"Firefox\"]"),
        ("watch", "apps.Firefox.microphone = true", "watch.apps.Firefox.microphone: expected \"hold\", \"nothing\""),
        ("voice", "name = 5", "voice.name: expected a voice's name, as `announce voices` lists them"),
        ("voice", "language = true", "voice.language: expected a language tag, such as \"en-us\""),
        ("voice", "rate = 79", "voice.rate: expected a whole number from 80 to 900, in words a minute"),
        ("voice", "rate = 901", "voice.rate: expected a whole number from 80 to 900, in words a minute"),
        ("voice", "rate = 175.0", "voice.rate: expected a whole number from 80 to 900, in words a minute"),
        ("voice", "rate = \"175\"", "voice.rate: expected a whole number from 80 to 900, in words a minute"),
        ("voice", "rate = [175]", "voice.rate: expected a whole number from 80 to 900, in words a minute"),
        ("voice", "pitch = -1", "voice.pitch: expected a whole number from 0 to 100"),
        ("voice", "volume = 101", "voice.volume: expected a whole number from 0 to 100"),
        ("voice", "punctuation = \"lots\"", "voice.punctuation: expected \"none\", \"some\", \"most\", \"all\""),
        ("voice", "capitals = \"Say\"", "voice.capitals: expected \"none\", \"pitch\", \"say\", \"sound\""),
        ("audio", "device = 1979-05-27", "audio.device: expected an ALSA PCM's name, as `aplay -L` lists them"),
        ("audio", "buffer-ms = 9", "audio.buffer-ms: expected a whole number from 10 to 2000, in milliseconds"),
        ("audio", "linger = 60.1", "audio.linger: expected a number from 0 to 60, in seconds"),
        ("audio", "linger = nan", "audio.linger: expected a number from 0 to 60, in seconds"),
        ("audio", "linger = true", "audio.linger: expected a number from 0 to 60, in seconds"),
        ("audio", "lead-in = 5001", "audio.lead-in: expected \"auto\", or a whole number from 0 to 5000, in milliseconds"),
        ("audio", "lead-in = \"Auto\"", "audio.lead-in: expected \"auto\", or a whole number from 0 to 5000, in milliseconds"),
        ("audio", "lead-in = 0.5", "audio.lead-in: expected \"auto\", or a whole number from 0 to 5000, in milliseconds"),
        (
            "earcons", "theme = \"../mine\"",
            "earcons.theme: expected the name of a folder of /usr/share/sounds: up to 64 letters, digits, \"-\", \"_\" and \".\""
        ),
        ("speech", "mode = \"quiet\"", "speech.mode: expected \"talk\", \"on-demand\", \"beeps\", \"off\""),
        ("apps", "a.voice = 5", "apps.a.voice: expected a voice's name, as `announce voices` lists them"),
        ("apps", "a.rate = 79", "apps.a.rate: expected a whole number from 80 to 900, in words a minute"),
        ("apps", "a.pitch = 101", "apps.a.pitch: expected a whole number from 0 to 100"),
        ("apps", "a.volume = \"loud\"", "apps.a.volume: expected a whole number from 0 to 100"),
        ("apps", "a.verbosity = \"long\"", "apps.a.verbosity: expected \"full\", \"brief\", \"label\""),
        ("apps", "a.long-tokens = true", "apps.a.long-tokens: expected \"short\", \"full\""),
        ("apps", "a.mode = \"mute\"", "apps.a.mode: expected \"talk\", \"on-demand\", \"beeps\", \"off\""),
        ("queue", "limit = 0", "queue.limit: expected a whole number from 1 to 4096, in utterances"),
    ])
    func `A wrong value is reported with its place and what is allowed`(_ section: String, _ line: String, _ message: String) {
        #expect(Self.mistakes("\n[\(section)]\n  \(line)\n") == ["c.toml:3:3: \(message)"])
        #expect(Self.mistakes("\r\n[\(section)]\r\n\t\(line)\r\n") == ["c.toml:3:2: \(message)"])
        #expect(Self.mistakes("\(section).\(line)") == ["c.toml:1:1: \(message)"])
    }

    @Test func `E6: Each wrong word is reported with its own line and a suggestion`() {
        let text = """
            [description]
            words.header = "Heading"
            words.hedaer = "x"
            words.link = 5
            words.row = "Row {rw}"
            words.touch.edit = "tap"
            """
        #expect(
            Self.mistakes(text) == [
                "c.toml:3:1: \"hedaer\" is not a word; did you mean \"header\"?", "c.toml:4:1: description.words.link: expected a text",
                "c.toml:5:1: description.words.row: expected a text with {row}",
            ])
    }

    @Test func `An unknown key or section is reported with its place, a suggestion and what is allowed`() {
        let sections =
            "voice, speech, audio, queue, updates, typing, hints, description, earcons, media, missed, text, speech-dispatcher, watch, apps"
        let keys = "name, language, rate, pitch, inflection, volume, punctuation, capitals"
        #expect(
            Self.mistakes("[voice]\n raet = 5") == ["c.toml:2:2: \"raet\" is not a key of [voice]; did you mean \"rate\"? allowed: \(keys)"]
        )
        #expect(Self.mistakes("[voice]\n\"a = b\" = 5") == ["c.toml:2:1: \"a = b\" is not a key of [voice]; allowed: \(keys)"])
        #expect(
            Self.mistakes("[vioce]\nrate = 5") == [
                "c.toml:1:2: \"vioce\" is not a section; did you mean \"voice\"? allowed: \(sections)"
            ])
        #expect(Self.mistakes("rate = 5") == ["c.toml:1:1: \"rate\" is not a section; allowed: \(sections)"])
        #expect(
            Self.mistakes("[audio]\n[queue]\nlimit.x = 5") == [
                "c.toml:3:1: queue.limit: expected a whole number from 1 to 4096, in utterances"
            ])
    }

    @Test func `A section that is a value or an array is reported`() {
        #expect(Self.mistakes("voice = 5") == ["c.toml:1:1: voice: expected a section, [voice]"])
        #expect(Self.mistakes("[[voice]]\nrate = 200") == ["c.toml:1:3: voice: expected a section, [voice]"])
    }

    @Test func `All mistakes are reported at once, in the order of the file`() {
        let text = """
            [queue]
            limit = 0
            [voice]
            rate = "fast"
            volume = 100
            colour = 1
            [sound]
            """
        #expect(Self.mistakes(text).map { $0.prefix { $0 != " " } } == ["c.toml:2:1:", "c.toml:4:1:", "c.toml:6:1:", "c.toml:7:2:"])
    }

    @Test(arguments: [
        ("[voice\n", "c.toml:1:7: "), ("[voice]\nrate = \n", "c.toml:2:8: "), ("[voice]\nrate = 100\nrate = 200\n", "c.toml:3:1: "),
        ("[voice]\n[voice]\n", "c.toml:2:2: "), ("nonsense", "c.toml:1:9: "),
        ("[voice]\nrate = 99999999999999999999", "c.toml:2:8: "), ("[voice]\nname = \"\\x\"", "c.toml:2:9: "),
        ("[voice]\nrate = 200\n\u{0}limit = 5", "c.toml:3:1: "), ("[ä]\nrate = 5", "c.toml:1:2: "), ("[!voice]\nrate = 5", "c.toml:1:2: "),
        ("[$HOME]", "c.toml:1:2: "), ("[“voice”]", "c.toml:1:2: "), ("[[!entry]]", "c.toml:1:3: "), ("[#x]", "c.toml:1:2: "),
        ("[voice]\nlanguage = 1979-05-27T!", "c.toml:2:12: "),
    ])
    func `O6: a syntax error costs only its own line, and is reported with its place`(_ text: String, _ place: String) {
        let read = ConfigurationFile.configuration(
            from: text + "\n[audio]\nlinger = 3\n[queue]\nlimit = 0", file: "c.toml", defaults: Self.defaults)
        #expect(read.mistakes.count == 2)
        #expect(read.mistakes[0].description.hasPrefix(place) && read.mistakes[0].message.count > 10, "\(read.mistakes)")
        #expect(read.mistakes[1].message.hasPrefix("queue.limit: expected"))
        #expect(read.configuration.audio.linger == 3)
    }

    @Test func `An empty file is the defaults`() throws {
        #expect(try Self.read("") == Self.defaults)
        #expect(try Self.read("\u{FEFF}# nothing\r\n[voice]\r\n[audio]\n[queue]") == Self.defaults)
        #expect(Self.defaults.limits.count == 256)
    }

    @Test func `O6: a message quotes no more of the file than a line can show`() {
        for text in [String(repeating: "x", count: 600_000) + " = 1", "[voice]\nname = " + String(repeating: "x", count: 600_000)] {
            let mistakes = Self.mistakes(text)
            #expect(mistakes.count == 1 && mistakes.allSatisfy { $0.count < 500 })
        }
    }

    @Test func `O6: of more than 20 mistakes the first are listed, and the last line counts the rest`() {
        let lines = (1...60_000).map { "key\($0) = 1\n" }.joined()
        for (text, what) in [
            ("[voice]\n", "is not a key of [voice]"), ("[description.words]\n", "is not a word"), ("#\n", "is not a section"),
        ] {
            let read = ConfigurationFile.configuration(from: text + lines, file: "c.toml", defaults: Self.defaults)
            #expect(read.mistakes.map(\.line) == Array(2...21))
            #expect(read.mistakes.dropLast().allSatisfy { $0.message.contains(what) && $0.inStatus == .worded($0.description) })
            let last = "c.toml:21:1: and 59981 more mistakes from here on"
            #expect(read.mistakes.last?.inStatus == .others(last, count: 59_981))
        }
        #expect(Self.mistakes("[voice]\n" + (1...20).map { "key\($0) = 1\n" }.joined()).last?.contains("\"key20\" is not a key") == true)
        // Each entry lacks what it is to say.
        let dictionary = DictionaryFile.dictionary(
            from: String(repeating: "[[entry]]\nword = 'a'\nsya = 'b'\n", count: 1000), file: "d.toml")
        #expect(dictionary.dictionary.entries.isEmpty && dictionary.mistakes.last?.message == "and 1981 more mistakes from here on")
    }

    @Test func `O6: what is right counts, what is wrong keeps its default`() {
        let text = """
            [voice]
            rate = 200
            pitch = 200
            [apps."org.example.mail"]
            muted = true
            hints = 5
            [description]
            words.header = "Heading"
            words.row = "no place"
            [nothing]
            rate = 300
            """
        let read = ConfigurationFile.configuration(from: text, file: "c.toml", defaults: Self.defaults)
        let expected = Self.changed {
            $0.speech.rate = 200
            $0.narration.apps["org.example.mail"] = .init()
            $0.narration.apps["org.example.mail"]?.isMuted = true
            $0.narration.words = ["header": "Heading"]
        }
        #expect(read.configuration == expected)
        #expect(read.mistakes.map(\.line) == [3, 6, 9, 10])
    }
}
