import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Opening, closing and waking the sound device.
    struct DeviceTests {
        /// Returns the server's list of playing streams.
        private func playing(_ server: any SoundServer) async throws -> [String] {
            let list = try ChildProcess("pactl", ["list", "short", "sink-inputs"], environment: .inherited(with: server.environment))
            return try await list.output.remainingLines()
        }

        @Test func `O2: The stream is open while there is sound, and closed when it lingered`() async throws {
            let stage = try await Stage(configuration: "audio.linger = 0.4\n")
            let variables = (stage.server.environment as [String: String?]).merging(["LC_ALL": "C"]) { $1 }
            let events = try ChildProcess("pactl", ["subscribe"], environment: .inherited(with: variables))
            let client = try await stage.client()
            // Until pactl listens, its events are lost; the first one that it reports may be its own arrival.
            var isListening = false
            while !isListening {
                let other = try ChildProcess("pactl", ["info"], environment: .inherited(with: variables), output: .null)
                try await other.exit()
                isListening = (try? await events.output.nextLine(within: .milliseconds(200))) != nil
            }
            for text in ["First.", "And again."] {
                let start = SuspendingClock.now
                let stopwatch = Stopwatch()
                try client.announce("a", text)
                let new = try #require(await events.output.firstLine { $0.hasPrefix("Event 'new' on sink-input #") })
                let stream = try #require(new.split(separator: "#").last)
                #expect(try await playing(stage.server).count == 1)
                #expect(try await client.finish("a").reason == "spoken")
                let heard = try await stage.capture.heard(after: start, untilQuiet: .milliseconds(250))
                _ = try #require(await events.output.firstLine { $0 == "Event 'remove' on sink-input #\(stream)" })
                let (lingered, waited) = (heard.ended.duration(to: .now), stopwatch.waited)
                #expect(lingered > .milliseconds(350) - waited && lingered < .seconds(1) + waited, "\(lingered)")
                #expect(try await playing(stage.server) == [])
            }
            #expect(try await client.ask("status").status?.device.state == "closed")
        }

        @Test func `O2: Within the linger the same stream is used`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(environment: pcm.environment)
            let client = try await Client(daemon.socket)
            for id in ["a", "b"] {
                try client.announce(id, "Number \(id).")
                #expect(try await client.finish(id).reason == "spoken")
            }
            #expect(try await client.ask("status").status?.device.state == "open")
            try await daemon.end()
            #expect(try pcm.recordings().count == 1)
        }

        @Test func `O1, O3: A lead-in of silence comes before the first sound, and no other silence`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(
                configuration: "audio.lead-in = 200\naudio.linger = 0\n\(steady)", environment: pcm.environment)
            let client = try await Client(daemon.socket)
            var sounds: [Sound] = []
            for text in ["First.", "Second."] {
                try client.announce(text, text)
                #expect(try await client.finish(text).reason == "spoken")
                sounds.append(try await ESpeakReference(text, voice: steadyVoice, rate: 240).sound().trimmedStart(threshold: 31))
                // Without linger the device is closed at once, and its file is complete.
                _ = try await daemon.log("sound device closed")
            }
            try await daemon.end()
            #expect(try pcm.recordings() == [.silence(.milliseconds(200)) + sounds[0], sounds[1]])
        }

        @Test func `O4: A client that posts is told of an unknown device once, with near matches, and announce --wait exits 4`()
            async throws
        {
            let daemon = try await Daemon(["--device", "defualt"])
            // Either the daemon or the command finds out first, with a different message.
            let waits = /announce: (speech waits for|warning: not heard yet:) the sound device "defualt".*: ALSA knows no sound device.*/
            let announce = try announceProcess(["--socket", daemon.socket, "--wait", "Nobody hears this."])
            let pipe = try announceProcess(["pipe", "--socket", daemon.socket], input: .pipe)
            try pipe.write("one\ntwo\n")
            let notice = try #require(await pipe.error.nextLine(within: .seconds(60)))
            #expect(notice.wholeMatch(of: waits) != nil && notice.hasSuffix("; `announce doctor` says what to do"), "\(notice)")
            #expect(try await announce.exit(within: .seconds(60)) == .code(4))
            let failure = "announce: not heard: the sound device can't be used (deviceFailed); `announce doctor` says what to do"
            let said = try await announce.error.remainingLines()
            #expect(said.count == 2 && said[0].wholeMatch(of: waits) != nil && said[1] == failure, "\(said)")
            pipe.signal(SIGINT)
            #expect(try await pipe.error.remainingLines() == [], "told once, in 10 s")
            #expect(try await pipe.exit() == .code(130))
            // A command that does not wait also reports it, and so does `status`.
            let plain = try announceProcess(["Nor", "this."], environment: ["ANNOUNCED_SOCKET": daemon.socket])
            #expect(try await plain.error.remainingLines().map { $0.hasPrefix("announce: warning: not heard yet: ") } == [true])
            #expect(try await plain.exit() == .code(0))
            let status = try await announceProcess(["--socket", daemon.socket, "status"]).output.remainingLines()
            #expect(status.contains { $0.hasPrefix("waits for the sound device: announce-") && $0.hasSuffix("Nor this.") }, "\(status)")
            #expect(!status.contains { $0.hasPrefix("speaking") })
            let client = try await Client(daemon.socket)
            try await client.ask("stop")
            let device = try #require(await client.ask("status").status?.device)
            #expect(device.state == "closed")
            let message = try #require(device.message)
            #expect(message.hasPrefix("last failed: ") && message.contains("defualt") && message.contains("default"), "\(message)")
        }
    }
}
