import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// Texts that have crashed synthesizers, in the middle of speech: they must not silence anyone.
    struct HostileTextTests {
        static let texts: [String] = [
            String(repeating: "s'", count: 220), String(repeating: "s\u{2019}", count: 220), "[[hello]] [[",
            #"<speak><audio src="x">y</audio></speak>"#, "\u{1}\u{2}\u{7}\u{8}\u{1B}[31mred\u{7F}\u{9B}",
            String(repeating: "x", count: 20_000), String(repeating: "7", count: 100_000),
            "Кириллица Ελληνικά עברית العربية 漢字 かな 한글 देवनागरी ไทย ქართული 𐍈𐌰𐌹", "\u{202E}right to left\u{202C} \u{200F}\u{200E}\u{FEFF}",
            "🏳️‍🌈👩‍👩‍👧‍👦❤️", String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 500), "𝕱𝖚𝖑𝖑 ｗｉｄｅ", "-----", "\u{FFFD}\u{FFFF}",
        ]

        /// Starts a long announcement.
        private func speak(_ client: Client, _ id: String) async throws {
            let text = "This is being said all the while, and goes on for longer than anybody has the patience to listen to it."
            try client.announce(id, text, #""allowRepeat":true"#)
            #expect(try await client.reply(id).state == "speaking")
        }

        /// Has "Hello." spoken, and finds it in the recording.
        private func expectHello(_ client: Client, _ stage: Stage, _ id: String, _ what: String) async throws {
            let start = SuspendingClock.now
            try client.announce("hello \(id)", "Hello.", #""priority":"high","allowRepeat":true"#)
            #expect(try await client.finish("hello \(id)").successful == true, "after \(what)")
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.withoutGaps.find(reference("Hello.").withoutGaps).correlation > 0.9, "after \(what)")
        }

        @Test func `Whatever the text, in mid-speech, it has one outcome, the voice lives, and the next announcement is heard`()
            async throws
        {
            let stage = try await Stage()
            let folder = try TemporaryFolder()
            let client = try await stage.client()
            let texts = Self.texts + [#"<audio src="/dev/null; touch \#(folder.path("ran"))"/>"#]
            for (index, text) in texts.enumerated() {
                try await speak(client, "speech \(index)")
                let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
                for spell in [false, true] {
                    let id = "\(index) \(spell)"
                    try client.send(
                        #"{"type":"announcement","id":"\#(id)","text":\#(json),"spell":\#(spell),"priority":"high","rate":900}"#)
                    // Listen to a long one for a moment only.
                    let finish = try? await client.finish(id, within: .milliseconds(text.count > 400 ? 300 : 700))
                    if finish == nil { try await client.ask("skip") }
                    let reason = try await (finish == nil ? client.finish(id) : finish!).reason
                    #expect(["spoken", "unspeakable", "stopped"].contains(reason), "\(text.prefix(40))")
                }
                try await expectHello(client, stage, "\(index)", "\(text.prefix(40))")
            }
            #expect(try await client.ask("status").status?.voice.restarts == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
        }

        @Test("T10: SSML is spoken without its markup, and a sound's address is never opened or run")
        func ssml() async throws {
            let folder = try TemporaryFolder()
            let stage = try await Stage()
            let client = try await stage.client()
            for (id, text) in [
                ("sound", "<audio src='x; touch \(folder.path("ran"))'>Bell.</audio>"),
                ("broken", "<audio src='|touch \(folder.path("ran"))'>Bell."),
            ] {
                try await speak(client, "speech \(id)")
                try client.send(#"{"type":"announcement","id":"\#(id)","runs":[{"text":"\#(text)","ssml":true}],"priority":"high"}"#)
                let finish = try await client.finish(id)
                #expect(finish.successful == true)
                #expect(finish.text == (id == "sound" ? "Bell." : text))
                try await expectHello(client, stage, id, text)
            }
            try await speak(client, "speech")
            let markup = "<speak><audio src='x; touch \(folder.path("ran"))'/>Bell.</speak>"
            let announce = try stage.announce("--ssml", "--wait", "--priority", "high", markup)
            #expect(try await announce.exit(within: .seconds(60)) == .code(0))
            try await expectHello(client, stage, "announce", "announce --ssml")
            #expect(try await client.ask("status").status?.voice.restarts == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
        }

        @Test func `Surrogates in escapes, paired, reversed or alone, in any field, cost at most their line`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            for (index, (fields, isGood)) in [
                (#""text":"a pair \ud83d\ude00 of them""#, true), (#""text":"reversed \ude00\ud83d ones""#, false),
                (#""text":"lone \ud800 high""#, false), (#""text":"lone \udc00 low""#, false), (#""text":"at the end \ud800""#, false),
                (#""text":"good","group":"lone \ud800""#, false), (#""runs":[{"text":"lone \udfff run"}]"#, false),
                (#""text":"good","id":"lone \ud800""#, false),
            ].enumerated() {
                try await speak(client, "speech \(index)")
                try client.send(#"{"type":"announcement","priority":"high",\#(fields)}"#)
                let answer = try await client.message { $0.type == "error" || $0.type == "reply" }
                if isGood { #expect(answer.type == "reply") }
                #expect(answer.type == "reply" || answer.code == "invalidJSON" || answer.code == "invalidMessage", "\(fields): \(answer)")
                try await expectHello(client, stage, "\(index)", fields)
            }
        }
    }
}
