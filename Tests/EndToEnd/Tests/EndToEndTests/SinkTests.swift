import TestSupport
import Testing

extension EndToEnd {
    /// O4: the sound server's devices come and go, sleep and are chosen during speech.
    struct SinkTests {
        private static let first = "Alpha bravo."
        /// Long enough for a device to go while it is spoken, on a busy machine too.
        private static let second = "Charlie delta echo golf hotel india juliett kilo foxtrot."
        private static let text = "\(first) \(second)"

        /// Expects a reply without a noticeable delay.
        private func expectAnswer(_ client: Client, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let stopwatch = Stopwatch()
            let answered = try client.askBlocking("ping")
            #expect(stopwatch.elapsed(at: answered) < .milliseconds(100), sourceLocation: sourceLocation)
        }

        /// Returns when `part` begins in the recording. A move to another device, or a busy machine, may have left a gap in it.
        private func place(of part: Sound, in heard: Sound, sourceLocation: SourceLocation = #_sourceLocation) throws -> Duration {
            let match = heard.find(part)
            return try #require(match.correlation > Self.likeness ? match.time : nil, "at best \(match)", sourceLocation: sourceLocation)
        }
        private static let likeness = 0.7

        /// Expects the second sentence's end, then "Afterwards.", and nothing more. The sentence was spoken again on a device that came
        /// back, whose capture may have missed its beginning.
        private func expectSecond(in heard: Sound, sourceLocation: SourceLocation = #_sourceLocation) async throws {
            let (second, next) = try await (reference(Self.second), reference("Afterwards."))
            let placeOfEnd = try place(of: second.end(), in: heard, sourceLocation: sourceLocation)
            #expect(try place(of: next, in: heard, sourceLocation: sourceLocation) > placeOfEnd, sourceLocation: sourceLocation)
            #expect(heard.duration < second.duration + next.duration + .seconds(1), sourceLocation: sourceLocation)
        }

        @Test(arguments: SoundSystem.allCases)
        func `O4: A sound server that starts after the daemon is waited for, and what was posted is heard once`(_ system: SoundSystem)
            async throws
        {
            let server = try await system.start()
            try await server.kill()
            let daemon = try await Daemon(configuration: steady + "audio.buffer-ms = 1000\n", environment: server.environment)
            let client = try await Client(daemon.socket)
            try client.announce("a", Self.text, #""priority":"high""#)
            try client.announce("b", "Afterwards.", #""priority":"high""#)
            _ = try await daemon.log("sound device unavailable")
            let status = try #require(await client.ask("status").status)
            #expect(status.device.state == "unavailable" && status.speaking?.id == "a")
            #expect(status.device.message?.contains("start PipeWire or PulseAudio") == true)
            try expectAnswer(client)
            try await server.restart()
            let capture = try Capture(of: server)
            let start = SuspendingClock.now
            for id in ["a", "b"] {
                let did = try await client.finish(id)
                #expect(did.successful == true && did.reason == "spoken" && did.attempts == 1)
            }
            let heard = try await capture.whole(since: start)
            let (text, next) = try await (reference(Self.text), reference("Afterwards."))
            _ = try place(of: next, in: heard.sound)
            #expect(heard.sound.duration < text.duration + next.duration + .seconds(1))
            #expect(try await client.ask("status").status?.device.message == nil)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
        }

        @Test(arguments: [(SoundSystem.pulseAudio, 200), (.pulseAudio, 2000), (.pipeWire, 2000)])
        func `O4: The only device is unplugged while it speaks: the sentence is heard once more from the next one that comes`(
            _ system: SoundSystem, buffer: Int
        ) async throws {
            let stage = try await Stage(buffer: buffer, on: system)
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try client.announce("b", "Afterwards.", #""priority":"high""#)
            try await client.word("delta", of: "a")
            let unplugged = SuspendingClock.now
            try await stage.server.removeFirstSink()
            _ = try await stage.daemon.log("sound device unavailable")
            // PulseAudio ends the stream; PipeWire keeps it and accepts no more sound.
            #expect(unplugged.duration(to: .now) < .seconds(system == .pulseAudio ? 2 : 4.5))
            let status = try #require(await client.ask("status").status)
            #expect(status.device.state == "unavailable" && status.device.message != nil && status.speaking?.id == "a")
            try expectAnswer(client)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
            try await stage.server.addSink("two")
            let capture = try Capture(of: stage.server, sink: "two")
            let start = SuspendingClock.now
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await client.finish("b").reason == "spoken")
            try await expectSecond(in: capture.all(since: start))
            let end = try #require(await client.ask("status").status)
            #expect(end.device.message == nil && end.voice.restarts == 0)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
        }

        @Test(arguments: SoundSystem.allCases)
        func `O4: The server moves what is spoken to another device, chosen or left: nothing is lost or said twice`(_ system: SoundSystem)
            async throws
        {
            let stage = try await Stage(on: system)
            try await stage.server.addSink("two")
            // Otherwise PulseAudio would move the captures too.
            try await stage.server.control("set-default-source", "nul.monitor")
            try await stage.server.control("set-default-sink", "nul")
            let other = try Capture(of: stage.server, sink: "two")
            try await other.ready()
            let client = try await stage.client(hello: #""progress":true"#)
            let text = try await reference(Self.text)
            let ending = text.end()
            let beginning = text.beginning(.milliseconds(600))

            let start = SuspendingClock.now
            try client.announce("a", Self.text)
            try await client.word("Charlie", of: "a")
            try await stage.server.control("set-default-sink", "two")
            #expect(try await client.finish("a").reason == "spoken")
            _ = try place(of: beginning, in: stage.capture.samples(since: start))
            let moved = try await other.whole(since: start)
            _ = try place(of: ending, in: moved.sound)
            #expect(moved.sound.find(beginning).correlation < 0.7)

            let between = SuspendingClock.now
            try client.announce("b", "Afterwards.")
            #expect(try await client.finish("b").reason == "spoken")
            let next = try await other.whole(since: between)
            #expect(try await next.sound.isLike(reference("Afterwards.")))
            #expect(try await stage.capture.isSilent(from: between, to: next.ended))

            try client.announce("c", Self.text)
            try await client.word("Charlie", of: "c")
            let unplugged = SuspendingClock.now
            try await stage.server.removeSink("two")
            #expect(try await client.finish("c").reason == "spoken")
            let left = try await stage.capture.whole(since: unplugged)
            _ = try place(of: ending, in: left.sound)
            #expect(left.sound.find(beginning).correlation < 0.7)
            let status = try #require(await client.ask("status").status)
            #expect(status.device.message == nil && status.voice.restarts == 0)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
        }

        @Test func `O4: A device that is suspended while it speaks: the sentence is heard when it wakes up, once`() async throws {
            // PipeWire never suspends a playing device, and wakes one for new sound.
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", Self.text, #""priority":"high""#)
            try client.announce("b", "Afterwards.", #""priority":"high""#)
            try await client.word("Charlie", of: "a")
            try await stage.server.control("suspend-sink", "nul", "1")
            _ = try await stage.daemon.log("sound device unavailable")
            let status = try #require(await client.ask("status").status)
            #expect(status.device.message?.contains("suspended") == true && status.speaking?.id == "a")
            try expectAnswer(client)
            #expect(try await client.allSoFar().filter { $0.type == "announcementDidFinish" }.isEmpty)
            let start = SuspendingClock.now
            try await stage.server.control("suspend-sink", "nul", "0")
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await stage.capture.whole(since: start)
            try await expectSecond(in: heard.sound)
            // The whole sentence, not only the part that had not been heard.
            let (second, next) = try await (reference(Self.second), reference("Afterwards."))
            let placeOfBeginning = try place(of: second.beginning(.milliseconds(300)), in: heard.sound)
            #expect(try place(of: second.end(), in: heard.sound) > placeOfBeginning)
            #expect(heard.sound.duration > second.duration + next.duration - .milliseconds(300))
            #expect(try await client.ask("status").status?.device.message == nil)
        }

        @Test(arguments: [
            (SoundSystem.pulseAudio, "rate=44100 channels=2 format=s16le"), (.pulseAudio, "rate=48000 channels=2 format=float32le"),
            (.pipeWire, "rate 48000 channels 2 format S32_LE"),
        ])
        func `A device gets the rate, channels and format it insists on, and the same is heard`(
            _ system: SoundSystem, insisting: String
        ) async throws {
            let server: any SoundServer =
                switch system {
                case .pulseAudio: try await PulseAudioServer(idling: .fiftyMillisecondsAhead, sink: insisting)
                case .pipeWire: try await PipeWireServer(insisting: insisting)
                }
            let stage = try await Stage(buffer: 200, on: server)
            let client = try await stage.client()
            let same = try await reference("The same at any rate.")
            var heard: [Sound] = []
            // More than once, because a busy machine leaves gaps.
            while heard.count < 3, heard.last?.isLike(same) != true {
                let start = SuspendingClock.now
                try client.announce("a", "The same at any rate.", #""allowRepeat":true"#)
                #expect(try await client.finish("a").reason == "spoken")
                heard.append(try await stage.capture.all(since: start))
            }
            #expect(heard.last?.isLike(same) == true, "\(heard.map { $0.find(same) })")
        }

        /// ALSA's rate converter hands on whole periods, of a quarter of the buffer.
        @Test(arguments: [200, 1000])
        func `D2: A sound that ALSA converts for a device is heard to its end, the outcome comes then, and the next begins at once`(
            buffer: Int
        ) async throws {
            let stage = try await Stage(buffer: buffer, on: PipeWireServer(insisting: "rate 48000 channels 2 format S32_LE"))
            let client = try await stage.client()
            let next = try await reference("Next.")
            // Each ends at another place in a period, and without a mark that calls for a pause (E11).
            for text in ["Stop", "Hello there", "The same at any rate"] {
                let first = try await reference(text)
                let endOfFirst = first.end(.milliseconds(200))
                var heard: Capture.Heard
                var told: SuspendingClock.Instant
                var stopwatch: Stopwatch
                var attempts = 0
                // More than once, because a busy machine leaves gaps.
                repeat {
                    attempts += 1
                    let start = SuspendingClock.now
                    stopwatch = Stopwatch()
                    try client.announce("a", text, #""allowRepeat":true"#)
                    try client.announce("b", "Next.", #""queue":true,"allowRepeat":true"#)
                    #expect(try await client.finish("a").reason == "spoken")
                    told = .now
                    #expect(try await client.finish("b").reason == "spoken")
                    heard = try await stage.capture.whole(since: start)
                } while attempts < 5 && [endOfFirst, next].contains { heard.sound.find($0).correlation <= Self.likeness }
                let (late, waited) = (heard.began.duration(to: told) - first.duration, stopwatch.waited)
                #expect(late > .milliseconds(-60) - waited && late < .milliseconds(100) + waited, "told \(late) after the end")
                let end = try place(of: endOfFirst, in: heard.sound) + .milliseconds(200)
                let gap = try place(of: next.beginning(.milliseconds(200)), in: heard.sound) - end
                #expect(gap > .milliseconds(-10) - waited && gap < .milliseconds(100) + waited, "\(text) \(gap)")
                #expect(heard.sound.duration > end + gap + next.duration - .milliseconds(20), "\(text) the end of the next")
            }
        }
    }
}
