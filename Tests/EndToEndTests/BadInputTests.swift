import TestSupport
import Testing

extension EndToEnd {
    /// What is wrong costs only what is wrong.
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
            // Line ends of any kind, blank lines, and a line in pieces are no mistakes.
            try bad.send(bytes: Array("\n \r\n{\"type\":\"pi".utf8))
            try bad.send(bytes: Array("ng\",\"id\":\"p\"}\r\n".utf8))
            #expect(try await bad.reply("p").ok == true)
            #expect(try await good.finish("heard").reason == "spoken")
            let heard = try await stage.capture.heard(after: start, untilQuiet: .milliseconds(500))
            #expect(try await heard.sound.isLike(reference(text)))
        }

        @Test func `A field that nobody knows is a warning, and the announcement is heard`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            try client.announce("a", "Anyway.", #""volme":3"#)
            #expect(try await client.reply("a").warnings?.first?.contains("volme") == true)
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

        @Test func `A configuration with mistakes is not used: each with file, line, column and what is allowed`() async throws {
            let folder = try TemporaryFolder()
            let mistaken = "[audio]\nlingr = 1\n[voice]\n  rate = \"fast\"\n"
            let program = try Daemon.start(mistaken, ["--device", "null", "--socket", folder.path("socket")], in: folder)
            let file = folder.path("config.toml")
            let said = try await program.error.remainingLines()
            #expect(said.count == 2)
            #expect(said.first?.hasPrefix("\(file):2:1: \"lingr\" is no key of [audio]; did you mean \"linger\"?") == true, "\(said)")
            #expect(said.last?.hasPrefix("\(file):4:3: voice.rate: expected a whole number from 80 to 900") == true, "\(said)")
            #expect(try await program.exit() == .code(78))
            let check = try ChildProcess(builtProduct("announced"), ["check-config", file], error: .pipe)
            #expect(try await check.error.remainingLines() == said)
            #expect(try await check.exit() == .code(78))
        }
    }
}
