import TestSupport
import Testing

extension EndToEnd {
    /// O4: the sound server ends, returns and hangs during speech; the socket keeps answering.
    struct DeviceFaultTests {
        private static let text = "This is the first of two sentences. And here, rather longer, the second one is being spoken."

        /// Expects a reply without a noticeable delay.
        private func expectAnswer(_ client: Client, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let stopwatch = Stopwatch()
            let answered = try client.askBlocking("ping")
            #expect(stopwatch.elapsed(at: answered) < .milliseconds(100), sourceLocation: sourceLocation)
        }

        /// Waits until `status` reports this state of the device.
        private func device(_ state: String, _ stage: Stage, _ client: Client) async throws -> Message.Status {
            while true {
                let status = try #require(try await client.ask("status").status)
                if status.device.state == state { return status }
                _ = try await stage.daemon.process.error.firstLine(within: .seconds(60)) {
                    $0.contains("sound device") || $0.contains("voice")
                }
            }
        }

        @Test(arguments: SoundSystem.allCases)
        func `O4: A sound server that is killed and comes back: the sentence is heard again, once`(_ system: SoundSystem) async throws {
            let stage = try await Stage(on: system)
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try client.announce("b", "Afterwards.", #""priority":"high""#)
            try await client.word("rather", of: "a")
            try await stage.server.kill()
            let status = try await device("unavailable", stage, client)
            #expect(status.speaking?.id == "a" && status.device.message != nil)
            try expectAnswer(client)
            try await stage.server.restart()
            let capture = try Capture(of: stage.server)
            try await capture.ready()
            let back = SuspendingClock.Instant.now
            #expect(try await client.finish("a").successful == true)
            #expect(try await client.finish("b").successful == true)
            let heard = try await capture.heard(after: back - .seconds(8), untilQuiet: .milliseconds(900)).sound
            _ = try await heard.place(of: reference("Afterwards."))
            let first = try await reference("This is the first of two sentences.")
            #expect(heard.find(first).correlation < 0.9, "that was heard before")
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
        }

        @Test(arguments: SoundSystem.allCases)
        func `O4: A sound server that hangs: the sentence is heard when it recovers, and a stop is possible meanwhile`(
            _ system: SoundSystem
        ) async throws {
            let stage = try await Stage(on: system)
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try await client.word("rather", of: "a")
            stage.server.freeze()
            _ = try await device("unavailable", stage, client)
            try expectAnswer(client)
            stage.server.thaw()
            #expect(try await client.finish("a").successful == true)

            try client.announce("c", Self.text, #""priority":"high","allowRepeat":true"#)
            try await client.word("first", of: "c")
            stage.server.freeze()
            try expectAnswer(client)
            try await client.ask("stop")
            #expect(try await client.finish("c").reason == "stopped")
            stage.server.thaw()
            try client.announce("d", "Once more.", #""priority":"high""#)
            #expect(try await client.finish("d").successful == true)
        }

        @Test func `O4: A device that begins late is not lost: its sound is heard once, and only then reported as heard`()
            async throws
        {
            let stage = try await Stage(buffer: 2000)
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            // The short one fits into the device's buffer, the long one does not. The short one is long enough for the server to freeze
            // before its end.
            for text in ["One two three four five", "This is a sentence of some length, which goes on for a while."] {
                let start = SuspendingClock.now
                try client.announce(text, text)
                try await client.message { $0.event == "started" && $0.id == text }
                stage.server.freeze()
                // Longer than a playing device may be silent, shorter than a device may take to begin.
                await #expect(throws: TimedOut.self) {
                    try await client.message(within: .seconds(3)) { $0.type == "announcementDidFinish" }
                }
                #expect(try await client.ask("status").status?.device.state == "open")
                let stopwatch = Stopwatch()
                stage.server.thaw()
                #expect(try await client.finish(text).reason == "spoken")
                let finished = SuspendingClock.now
                let silent = finished + .milliseconds(50) + stopwatch.waited
                #expect(try await stage.capture.isSilent(from: silent, to: silent + .milliseconds(450)))
                // The server froze in the middle, wherever that was.
                let heard = stage.capture.samples(since: start).withoutGaps
                let whole = try await reference(text).withoutGaps
                #expect(heard.correlation(with: whole) > 0.999, "\(text)")
                // A quiet end would make no difference to that.
                #expect((-1...20).contains((heard.duration - whole.duration) / .milliseconds(1)), "\(text): \(heard.duration)")
            }
        }

        @Test func `O4: A device that is missing at the start is waited for: a high is heard when it comes, the rest fails after 10 s`()
            async throws
        {
            let stage = try await Stage()
            try await stage.server.kill()
            let client = try await stage.client()
            let begin = SuspendingClock.now
            try client.announce("default", "A default one.", #""allowRepeat":true"#)
            try client.announce("high", "A high one.", #""priority":"high""#)
            try client.announce("low", "A low one.", #""priority":"low","maxAge":2"#)
            try client.announce("rest", "The rest.")
            #expect(try await client.finish("default").reason == "interrupted")
            #expect(try await client.finish("low").reason == "expired")
            #expect(try await client.finish("rest").reason == "deviceFailed")
            #expect(SuspendingClock.now - begin > .seconds(9))
            #expect(try await client.ask("status").status?.device.state == "unavailable")
            try await stage.server.restart()
            let capture = try Capture(of: stage.server)
            try await capture.ready()
            try client.announce("nudge", "Now.", #""priority":"low","maxAge":30"#)
            #expect(try await client.finish("high").successful == true)
            #expect(try await client.finish("nudge").successful == true)
        }
    }
}
