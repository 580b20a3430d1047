import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// Text that has crashed synthesizers, and must not silence anybody.
    struct HostileTextTests {
        static let texts: [String] = [
            String(repeating: "s'", count: 220), String(repeating: "s\u{2019}", count: 220), "[[hello]] [[",
            #"<audio src="/dev/null; touch /tmp/announced-was-here"/>"#, #"<speak><audio src="x">y</audio></speak>"#,
            "\u{1}\u{2}\u{7}\u{8}\u{1B}[31mred\u{7F}\u{9B}", String(repeating: "x", count: 20_000), String(repeating: "7", count: 100_000),
            "Кириллица Ελληνικά עברית العربية 漢字 かな 한글 देवनागरी ไทย ქართული 𐍈𐌰𐌹", "\u{202E}right to left\u{202C} \u{200F}\u{200E}\u{FEFF}",
            "🏳️‍🌈👩‍👩‍👧‍👦❤️", String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 500), "𝕱𝖚𝖑𝖑 ｗｉｄｅ", "-----", "\u{FFFD}\u{FFFF}",
        ]

        @Test(arguments: HostileTextTests.texts.indices)
        func `Whatever the text, it has one outcome, the voice lives, and the next announcement is heard`(_ index: Int) async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            for spell in ["false", "true"] {
                let text = String(decoding: try JSONEncoder().encode(Self.texts[index]), as: UTF8.self)
                try client.send(#"{"type":"announcement","id":"\#(spell)","text":\#(text),"spell":\#(spell),"priority":"high"}"#)
                if spell == "true", Self.texts[index].count > 1000 { try await client.ask("skip") }
                let reason = try await client.finish(spell).reason
                #expect(["spoken", "unspeakable", "stopped"].contains(reason))
            }
            try client.announce("next", "Hello.", #""priority":"high""#)
            #expect(try await client.finish("next").successful == true)
            #expect(try await client.ask("status").status?.voice.restarts == 0)
            #expect(!FileManager.default.fileExists(atPath: "/tmp/announced-was-here"))
        }

        @Test("T10: SSML is spoken without its markup, and a sound's address is never opened or run")
        func ssml() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            for (id, text) in [
                ("sound", "<audio src='x; touch \(folder.path("ran"))'>Bell.</audio>"),
                ("broken", "<audio src='|touch \(folder.path("ran"))'>Bell."),
            ] {
                try client.send(#"{"type":"announcement","id":"\#(id)","runs":[{"text":"\#(text)","ssml":true}],"priority":"high"}"#)
                let finish = try await client.finish(id)
                #expect(finish.successful == true)
                #expect(finish.text == (id == "sound" ? "Bell." : text))
            }
            #expect(try await client.ask("status").status?.voice.restarts == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
        }

        @Test func `A lone surrogate in an escape is an error or is spoken, and costs that line only`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            try client.send(#"{"type":"announcement","id":"s","text":"lone \ud800 surrogate"}"#)
            let answer = try #require(try await client.next())
            #expect(answer.type == "error" ? answer.code == "invalidJSON" || answer.code == "invalidMessage" : answer.type == "reply")
            try client.announce("next", "Hello.", #""priority":"high""#)
            #expect(try await client.finish("next").successful == true)
        }
    }
}
