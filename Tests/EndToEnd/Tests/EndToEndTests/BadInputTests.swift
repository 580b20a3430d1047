import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Bad input affects nothing but itself.
    struct BadInputTests {
        private static let bad: [(line: [UInt8], code: String, message: String)] = [
            (Array("hello?".utf8), "invalidJSON", ""),
            (Array("[1,2]".utf8), "invalidJSON", "object"),
            (Array(#""text""#.utf8), "invalidJSON", "object"),
            (Array(#"{"type":"announcement","text":"cut off"#.utf8), "invalidJSON", ""),
            (Array(#"{"id":"1"}"#.utf8), "invalidMessage", "type"),
            (Array(#"{"type":"announcement"}"#.utf8), "invalidMessage", "text"),
            (Array(#"{"type":"announcement","text":5}"#.utf8), "invalidMessage", "text"),
            (Array(#"{"type":"announcement","text":"a","rate":9000}"#.utf8), "invalidMessage", "80 to 900"),
            (Array(#"{"type":"announcement","text":"a","priority":"urgent"}"#.utf8), "invalidMessage", "low, default, high"),
            (Array(#"{"type":"announcement","text":"a","voice":"englisch (america)"}"#.utf8), "invalidMessage", "English (America)"),
            (Array(#"{"type":"announcement","text":"a","language":"enn"}"#.utf8), "invalidMessage", "en"),
            (Array(#"{"type":"announcment","text":"a"}"#.utf8), "unknownType", "announcement"),
            (Array(#"{"type":"cancel","target":"nobody's"}"#.utf8), "unknownTarget", "nobody's"),
            (Array(#"{"type":"announcement","text":"a\u0000b"}"#.utf8), "invalidMessage", "NUL"),
            (Array(#"{"type":"announcement","text":"a"#.utf8) + [0] + Array(#"b"}"#.utf8), "invalidJSON", "NUL"),
            (Array(#"{"type":"announcement","text":"a"#.utf8) + [0xff, 0xfe] + Array(#"b"}"#.utf8), "invalidJSON", "UTF-8"),
            (Array(#"{"text":""#.utf8) + [UInt8](repeating: 0x61, count: 300_000) + Array(#""}"#.utf8), "tooLarge", "262144"),
        ]

        @Test func `Each bad line is answered with an error that names it, and others are heard meanwhile`() async throws {
            let stage = try await Stage()
            let (good, bad) = (try await stage.client(hello: #""progress":true"#), try await stage.client())
            let text = "Nothing of this is heard in the voice of the other client, whatever it sends."
            let start = SuspendingClock.now
            try good.announce("heard", text, #""priority":"high""#)
            try await good.word("of", of: "heard")
            for (index, (line, code, message)) in Self.bad.enumerated() {
                try bad.send(bytes: line + [UInt8(ascii: "\n")])
                let error = try #require(await bad.next())
                #expect(error.type == "error" && error.ok == false && error.code == code, "\(index): \(error)")
                #expect(error.message?.contains(message) == true, "\(index): \(error.message ?? "")")
                #expect(error.line == index + 1)
            }
            // Line ends of any kind, blank lines, and a line in pieces are not mistakes.
            try bad.send(bytes: Array("\n \r\n{\"type\":\"pi".utf8))
            try bad.send(bytes: Array("ng\",\"id\":\"p\"}\r\n".utf8))
            #expect(try await bad.reply("p").ok == true)
            #expect(try await good.finish("heard").reason == "spoken")
            let heard = try await stage.capture.heard(after: start, untilQuiet: .milliseconds(500))
            #expect(try await heard.sound.isLike(reference(text)))
        }

        @Test func `An unknown field causes a warning, and the announcement is heard`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            try client.announce("a", "Anyway.", #""volme":3"#)
            #expect(try await client.reply("a").warnings?.first?.message.contains("volme") == true)
            #expect(try await client.finish("a").reason == "spoken")
        }

        @Test func `T8, T11: Text that makes no sound and text that would crash eSpeak NG have their outcomes`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            for (id, text, reasons) in [
                ("spaces", "   ", ["unspeakable"]), ("empty", "", ["unspeakable"]),
                ("crash", String(repeating: "s'", count: 400), ["spoken"]), ("long", String(repeating: "x", count: 5_000), ["spoken"]),
                ("ssml", "<speak><audio src='x'/></speak>", ["spoken"]), ("phonemes", "[[h@l'oU]]", ["spoken"]),
            ] {
                try client.announce(id, text, #""rate":900"#)
                let reason = try #require(await client.finish(id).reason)
                #expect(reasons.contains(reason), "\(id): \(reason)")
            }
            #expect(try await client.ask("status").status?.voice.restarts == 0)
        }

        @Test func `O6: a configuration with mistakes: what is right counts, and the user hears how many there are`() async throws {
            let server = try await SoundSystem.pulseAudio.start()
            let capture = try Capture(of: server)
            try await capture.ready()
            let start = SuspendingClock.now
            let mistakes = "audio.buffer-ms = 1000\nvoice.pitch = \"high\"\n[!audio]\nlinger = 5\n"
            let daemon = try await Daemon(configuration: steady + mistakes, environment: server.environment)
            let heard = try await capture.heard(after: start, untilQuiet: .milliseconds(900)).sound
            #expect(try await heard.isLike(reference("The configuration has 2 mistakes: announced check-config shows them")))
            let file = daemon.folder.path("config.toml")
            let shown = try await announceProcess(["--socket", daemon.socket, "status"]).output.remainingLines()
            #expect(
                shown.filter { $0.hasPrefix("mistake") }.map { $0.split(separator: " ")[1] } == ["\(file):4:1:", "\(file):5:2:"], "\(shown)"
            )
        }

        @Test func `O6: a device that does not exist gives way to the default one, and the user hears so, once`() async throws {
            let server = try await SoundSystem.pulseAudio.start()
            let capture = try Capture(of: server)
            try await capture.ready()
            let start = SuspendingClock.now
            let configuration = steady + "audio.device = \"hw:77\"\naudio.buffer-ms = 1000\naudio.linger = 0\n"
            let daemon = try await Daemon(configuration: configuration, environment: server.environment)
            let client = try await Client(daemon.socket)
            try client.announce("low", "First this.", #""priority":"low","maxAge":60"#)
            #expect(try await client.finish("low").successful == true)
            let heard = try await capture.all(since: start)
            // The substitution is known only after the device has been opened for other speech.
            let first = try await heard.place(of: reference("First this."))
            #expect(try await heard.place(of: reference("The chosen sound device does not exist, so the default device speaks")) > first)
            let device = try #require(await client.ask("status").status?.device)
            #expect(device.message?.contains("audio.device in the configuration") == true, "\(device)")
            try client.announce("again", "Only this.", #""priority":"low""#)
            let second = SuspendingClock.now
            #expect(try await client.finish("again").successful == true)
            #expect(try await capture.all(since: second).isLike(reference("Only this.")))
        }

        @Test func `O6: --strict does not start with mistakes: each with file, line, column and what is allowed`() async throws {
            let folder = try TemporaryFolder()
            let mistaken = "[audio]\nlingr = 1\n[voice]\n  rate = \"fast\"\n"
            let program = try Daemon.start(mistaken, ["--strict", "--device", "null", "--socket", folder.path("socket")], in: folder)
            let file = folder.path("config.toml")
            let said = try await program.error.remainingLines()
            #expect(said.count == 2)
            #expect(said.first?.hasPrefix("\(file):2:1: \"lingr\" is not a key of [audio]; did you mean \"linger\"?") == true, "\(said)")
            #expect(said.last?.hasPrefix("\(file):4:3: voice.rate: expected a whole number from 80 to 900") == true, "\(said)")
            #expect(try await program.exit() == .code(78))
            let check = try ChildProcess(builtProduct("announced"), ["check-config", file], error: .pipe)
            #expect(try await check.error.remainingLines() == said)
            #expect(try await check.exit() == .code(78))
        }

        @Test func `T2: a regular expression that takes too long holds up no client; it is off until a reload, and that is reported`()
            async throws
        {
            let dictionary = "[[entry]]\nregex = \"(a+)+b\"\nsay = \"x\"\n[[entry]]\nword = \"nginx\"\nsay = \"engine x\"\n"
            let files = try TemporaryFolder()
            let file = try files.write(dictionary, to: "dictionary.toml")
            let daemon = try await Daemon(configuration: "text.dictionary = \"\(file)\"\n", ["--wav", files.path("heard.wav")])
            let other = try await Client(daemon.socket)
            let client = try await Client(daemon.socket)
            // Without a limit this takes 2 to the power of 200 attempts.
            let hostile = "nginx \(String(repeating: "a", count: 200)) \\nb"
            let mistake = "\(file):2:1: \"(a+)+b\" takes too long and is off until the configuration is read again"
            try client.send(#"{"type":"subscribe","id":"s","events":["posted"]}"#)
            try await client.reply("s")
            try client.announce("a", hostile)
            try await client.reply("a")
            try await other.ask("ping")
            let posted = try await client.message { $0.event == "posted" && $0.id == "a" }
            #expect(posted.text?.hasPrefix("engine x aaa") == true, "the other entries hold")
            #expect(try await daemon.log("an entry of the pronunciation dictionary was turned off").contains("(a+)+b"))
            #expect(try await other.ask("status").status?.mistakes == [mistake])
            let status = try announceProcess(["status", "--socket", daemon.socket])
            #expect(try await status.output.remainingLines().contains("mistake   \(mistake)"))
            try client.announce("b", "ab nginx", #""priority":"high""#)
            #expect(try await client.message { $0.event == "posted" && $0.id == "b" }.text == "ab engine x", "it is off")
            #expect(try await client.finish("b").reason == "spoken")
            #expect(try await client.finish("a").reason == "interrupted")
            let doctor = try announceProcess(["doctor", "--socket", daemon.socket])
            let lines = try await doctor.output.remainingLines(within: .seconds(60))
            #expect(lines.contains { $0.hasPrefix("✗ configuration: \(mistake)") && $0.contains("kill -HUP") }, "\(lines)")
            daemon.process.signal(SIGHUP)
            _ = try await daemon.log("configuration reloaded")
            #expect(try await other.ask("status").status?.mistakes == nil)
            try client.announce("c", "ab", #""priority":"high""#)
            #expect(try await client.message { $0.event == "posted" && $0.id == "c" }.text == "x", "it is on again")
            let check = try ChildProcess(builtProduct("announced"), ["check-config", daemon.folder.path("config.toml")], error: .pipe)
            let warning = "\(file):2:1: warning: \"(a+)+b\" takes too long in a text such as \"aaaaaaaa…\", and would be turned off then"
            #expect(try await check.error.remainingLines() == [warning])
            #expect(try await check.exit() == .code(0))
        }
    }
}
