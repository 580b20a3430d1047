import TestSupport
import Testing

extension EndToEnd {
    /// The user's commands for silence.
    struct SilenceTests {
        private static let long = "alpha bravo charlie delta echo foxtrot golf hotel"

        /// How long after the reply sound may still arrive: the device's buffer, and this machine's noise.
        private static let limit = Duration.milliseconds(60)

        /// Expects exact silence for a while.
        private func expectSilence(
            _ stage: Stage, from start: SuspendingClock.Instant, for time: Duration = .milliseconds(700)
        ) async throws {
            #expect(try await stage.capture.isSilent(from: start, to: start + time))
            let samples = stage.capture.samples(since: start).samples.prefix(Sound.samples(in: time))
            #expect(samples.allSatisfy { $0 == 0 })
        }

        @Test func `Q4, Q14: After a stop nothing is heard until the next announcement, and nothing waits`() async throws {
            let stage = try await Stage(buffer: 40)
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("speaking", Self.long, #""priority":"high""#)
            try client.announce("default", "Never heard.", #""queue":true"#)
            try client.announce("low", "Neither.", #""priority":"low""#)
            try await client.word("charlie", of: "speaking")
            let stopwatch = Stopwatch()
            let stopped = try client.askBlocking("stop")
            for id in ["speaking", "default", "low"] {
                let finish = try await client.finish(id)
                #expect(finish.reason == "stopped" && finish.successful == false)
            }
            try await expectSilence(stage, from: stopped + Self.limit + stopwatch.waited)
            let start = SuspendingClock.now
            try client.announce("after", "Back again.")
            #expect(try await client.finish("after").reason == "spoken")
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("Back again.")))
            #expect(start.duration(to: heard.began) < .milliseconds(300) + stopwatch.waited)
        }

        @Test func `Q4: A stop by somebody else is everybody's, and its sender may be announce`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.long)
            try await client.word("bravo", of: "a")
            let stop = try stage.announce("stop")
            let stopwatch = Stopwatch()
            #expect(try await stop.exit() == .code(0))
            let stopped = SuspendingClock.now
            #expect(try await client.finish("a").reason == "stopped")
            try await expectSilence(stage, from: stopped + Self.limit + stopwatch.waited)
            #expect(try await stop.output.remainingLines() == [])
        }

        @Test func `Q4: Skip gives up what is spoken, and what waits follows`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.long)
            try client.announce("b", "The next one.", #""queue":true"#)
            try await client.word("charlie", of: "a")
            let start = SuspendingClock.now
            let stopwatch = Stopwatch()
            #expect(try await stage.announce("skip").exit() == .code(0))
            #expect(try await client.finish("a").reason == "stopped")
            let waited = stopwatch.waited
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.place(of: reference("The next one.")) < 0.6 + waited / .seconds(1))
        }

        @Test func `Q18: Cancel means one announcement, waiting or spoken, by its id`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try client.announce("spoken", Self.long)
            try client.announce("waiting", "Certainly never.", #""queue":true"#)
            try client.announce("kept", "But this one.", #""queue":true"#)
            try await client.word("bravo", of: "spoken")
            #expect(try await stage.announce("cancel", "waiting").exit() == .code(0))
            #expect(try await client.finish("waiting").reason == "stopped")
            let explained = try await stage.announce("explain", "waiting").output.remainingLines()
            #expect(explained.contains { $0.contains("it was cancelled") }, "\(explained)")
            try client.send(#"{"type":"cancel","id":"c","target":"spoken"}"#)
            #expect(try await client.reply("c").ok == true)
            #expect(try await client.finish("spoken").reason == "stopped")
            #expect(try await client.finish("kept").reason == "spoken")
            try client.send(#"{"type":"cancel","id":"d","target":"spoken"}"#)
            #expect(try await client.message { $0.id == "d" }.code == "unknownTarget")
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.place(of: reference("But this one.")) > 0.1)
            #expect(try await heard.find(reference("Certainly never.")).correlation < 0.8)
        }

        @Test func `O5: A pause is silent at once, and resume continues at the word it stopped in`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try client.announce("a", Self.long)
            try client.announce("b", "It follows.", #""queue":true"#)
            try await client.word("delta", of: "a")
            let stopwatch = Stopwatch()
            let paused = try client.askBlocking("pause")
            #expect(try await client.ask("status").status?.paused == true)
            try await expectSilence(stage, from: paused + Self.limit + stopwatch.waited)
            let beginning = stage.capture.samples(since: start).trimmed()

            let resumed = SuspendingClock.now
            #expect(try await stage.announce("resume").exit() == .code(0))
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await client.finish("b").reason == "spoken")
            let rest = try await stage.capture.all(since: resumed)

            let whole = try await reference(Self.long)
            #expect(try whole.place(of: beginning.part(from: .zero, for: beginning.duration - .milliseconds(20))) < 0.01)
            for (word, offset) in [("charlie", 12), ("echo", 26)] { #expect(try await client.word(word, of: "a").offset == offset) }
            // The rest begins with the word that was cut: eSpeak NG's sound of the text from there on.
            #expect(try await rest.place(of: reference("delta echo foxtrot golf hotel")) < 0.01)
            #expect(try await rest.place(of: reference("It follows.")) > 1)
        }

        @Test func `O5: Announcements posted while paused wait, and a stop is silent then too`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            try await client.ask("pause")
            let start = SuspendingClock.now
            try client.announce("high", "Urgent.", #""priority":"high""#)
            #expect(try await client.reply("high").state == "queued")
            try await expectSilence(stage, from: start, for: .milliseconds(300))
            try await client.ask("stop")
            #expect(try await client.finish("high").reason == "stopped")
            try await client.ask("resume")
            try client.announce("after", "Heard.")
            #expect(try await client.finish("after").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.isLike(reference("Heard.")))
        }
    }
}
