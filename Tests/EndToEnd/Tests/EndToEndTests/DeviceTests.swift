import FoundationEssentials
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
            try await look(for: "an event from pactl") {
                let other = try ChildProcess("pactl", ["info"], environment: .inherited(with: variables), output: .null)
                try await other.exit()
                return (try? await events.output.nextLine(within: .milliseconds(200))) != nil
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
            // The voice reports it after the server has removed the stream.
            let stopwatch = Stopwatch()
            var state: String?
            repeat {
                state = try await client.ask("status").status?.device.state
            } while state != "closed" && stopwatch.elapsed < .seconds(1)
            #expect(state == "closed")
        }

        /// Returns the server's list of our connections: their numbers.
        private func connections(_ server: any SoundServer) async throws -> [Substring] {
            try await server.control("list", "short", "clients").filter { $0.contains("announced-voice") }
                .compactMap { $0.split(separator: "\t").first }
        }

        /// Returns how often a process's threads have slept.
        private func sleeps(of process: Int32) throws -> Int {
            let tasks = "/proc/\(process)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
                return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
            }
        }

        @Test(arguments: [(SoundSystem.pipeWire, "default", 1), (.pipeWire, "pulse", 0), (.pulseAudio, "default", 0)])
        func `O2: A stream kept while nothing sounds wakes no one, and is used by the next sound`(
            _ system: SoundSystem, _ device: String, _ streams: Int
        ) async throws {
            let stage = try await Stage(configuration: "audio.linger = 0.1\n", ["--device", device], on: system)
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", "First.")
            #expect(try await client.finish("a").reason == "spoken")
            _ = try await stage.daemon.log("sound device closed")
            let kept = try await connections(stage.server)
            #expect(kept.count == 1)
            #expect(try await playing(stage.server).count == streams)
            let voice = try await stage.daemon.voice()
            // The servers' last messages have arrived by then.
            let now = SuspendingClock.now
            #expect(try await stage.capture.isSilent(from: now, to: now + .milliseconds(300)))
            let before = try sleeps(of: voice)
            #expect(try await stage.capture.isSilent(from: now, to: now + .milliseconds(800)))
            #expect(try sleeps(of: voice) == before)

            let start = SuspendingClock.now
            try client.announce("b", "And again, a little longer.")
            try await client.word("again", of: "b")
            let stream = try #require(await playing(stage.server).first)
            #expect(stream.split(separator: "\t").dropFirst(2).first == kept.first, "\(stream), \(kept)")
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("And again, a little longer.")))
        }

        @Test(arguments: [(SoundSystem.pipeWire, "default"), (.pipeWire, "pulse"), (.pulseAudio, "default")])
        func `O2: A kept stream is forgotten with its sound server`(_ system: SoundSystem, _ device: String) async throws {
            let stage = try await Stage(configuration: "audio.linger = 0.1\n", ["--device", device], on: system)
            let client = try await stage.client()
            try client.announce("a", "First.")
            #expect(try await client.finish("a").reason == "spoken")
            _ = try await stage.daemon.log("sound device closed")
            try await stage.server.restart()
            let capture = try Capture(of: stage.server)
            try await capture.ready()
            let start = SuspendingClock.now
            try client.announce("b", "And again.")
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("And again.")))
            let status = try #require(await client.ask("status").status)
            #expect(status.device.message == nil && status.voice.restarts == 0)
        }

        /// PipeWire's PulseAudio server keeps the last 11 ms until more follows, if nothing else does.
        @Test(arguments: [(SoundSystem.pipeWire, "default"), (.pipeWire, "pulse"), (.pulseAudio, "default")])
        func `D2: A sound within the linger has nothing of the one before, which was heard to its last sample`(
            _ system: SoundSystem, _ device: String
        ) async throws {
            let stage = try await Stage(configuration: "audio.linger = 2\n", ["--device", device], on: system)
            let client = try await stage.client()
            for (id, text) in [("a", "And again, a little longer."), ("b", "And one more.")] {
                let start = SuspendingClock.now
                try client.announce(id, text)
                #expect(try await client.finish(id).reason == "spoken")
                let heard = try await stage.capture.whole(since: start)
                let expected = try await reference(text)
                #expect(heard.sound.isLike(expected))
                let missing = expected.duration - heard.sound.duration
                #expect(missing < .milliseconds(3), "\(missing) of \(text)")
            }
        }

        @Test func `O2: Within the linger the same stream is used`() async throws {
            let pcm = try ALSAFilePCM()
            // Longer than a busy machine takes to post the second.
            let daemon = try await Daemon(configuration: "audio.linger = 10\n", environment: pcm.environment)
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

        @Test func `O4: A client that posts learns of an unknown device once, with near matches, and announce --wait exits 4`()
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
