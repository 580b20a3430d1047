import TestSupport
import Testing

extension EndToEnd {
    /// The times of events, compared with the times of the sound.
    struct HeardMomentTests {
        /// The largest difference between a time measured here and one from the capture: half of the device's buffer, and this machine's
        /// noise.
        private static let tolerance = Duration.milliseconds(100)

        @Test func `D2: announce --wait ends when the last sample was heard, not before`() async throws {
            let stage = try await Stage(buffer: 200)
            for text in ["One.", "A sentence that takes its time, and then a little more."] {
                let start = SuspendingClock.now
                let stopwatch = Stopwatch()
                let announce = try stage.announce("--wait", text)
                #expect(try await announce.exit(within: .seconds(60)) == .code(0))
                let exited = SuspendingClock.now
                let heard = try await stage.capture.whole(since: start)
                let (late, waited) = (heard.ended.duration(to: exited), stopwatch.waited)
                #expect(late > .milliseconds(-20) - waited && late < .milliseconds(400) + waited, "ended \(late) after the last sample")
                #expect(try await heard.sound.isLike(reference(text)))
            }
        }

        @Test func `D2: The outcome comes when the last sample was heard, and says for how long`() async throws {
            let stage = try await Stage(buffer: 200)
            let client = try await stage.client()
            let start = SuspendingClock.now
            let stopwatch = Stopwatch()
            try client.announce("a", "Only a few words.")
            let outcome = try await client.finish("a")
            let told = SuspendingClock.now
            let heard = try await stage.capture.whole(since: start)
            let (late, waited) = (heard.ended.duration(to: told), stopwatch.waited)
            #expect(late > .milliseconds(-20) - waited && late < .milliseconds(300) + waited, "told \(late) after the last sample")
            let seconds = try #require(outcome.spokenSeconds)
            #expect(abs(seconds - heard.sound.duration / .seconds(1)) < 0.3, "\(seconds), heard \(heard.sound.duration)")
        }

        @Test func `D5: Each word is reported when it is heard`() async throws {
            let stage = try await Stage(buffer: 200)
            let client = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            let stopwatch = Stopwatch()
            try client.announce("a", "Twelve. Big! Doors, too.")
            var told: [(message: Message, at: SuspendingClock.Instant)] = []
            while told.count < 4 {
                let message = try await client.message { $0.type == "progress" }
                told.append((message, .now))
            }
            #expect(told.map(\.message.word) == ["Twelve", "Big", "Doors", "too"])
            #expect(told.map(\.message.offset) == [0, 8, 13, 20])
            #expect(told.map(\.message.length) == [6, 3, 5, 3])
            #expect(try await client.finish("a").reason == "spoken")
            // Between the words are pauses of 100 ms or more.
            var from = start
            for (message, at) in told {
                let sound = try await stage.capture.heard(after: from, untilQuiet: .milliseconds(90))
                let early = at.duration(to: sound.began)
                let tolerance = Self.tolerance + stopwatch.waited
                #expect(early < tolerance && early > .zero - tolerance, "\(message.word ?? "") \(early)")
                from = sound.ended + .milliseconds(20)
            }
        }
    }
}
