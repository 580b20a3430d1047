import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// announced-watch: what is recorded is noticed by itself.
    struct WatchTests {
        @Test(arguments: SoundSystem.allCases)
        func `While an app records from a microphone, announcements are held; when it is killed, they are heard`(_ system: SoundSystem)
            async throws
        {
            let scene = try await WatchStage(on: system)
            let recorder = try await scene.record()
            try await scene.session("began")
            let client = try await scene.stage.client()
            try client.announce("a", "Alpha bravo charlie.")
            #expect(try await client.reply("a").state == "held")
            // As in every session of mode play.
            try client.announce("h", "Delta echo.", #""priority":"high""#)
            #expect(try await client.finish("h").reason == "spoken")
            let status = try scene.stage.announce("status")
            let lines = try await status.output.remainingLines()
            #expect(
                lines.contains {
                    $0.hasPrefix(
                        "media     Recorder uses the microphone (announced-watch, play): silences all except highs and what you focus")
                }, "\(lines)")
            let doctor = try scene.stage.announce("doctor")
            let findings = try await doctor.output.remainingLines()
            #expect(findings.contains("✓ watch: announced-watch \(WatchStage.inHealth)"), "\(findings)")
            #expect(
                findings.contains { $0.contains("Recorder uses the microphone, so all announcements except highs wait") }, "\(findings)")
            #expect(lines.contains("note      announced-watch: \(WatchStage.inHealth)"), "\(lines)")

            let start = SuspendingClock.now
            // Its process group, with SIGKILL.
            recorder.close()
            #expect(try await scene.session("ended").reason == "end")
            #expect(try await client.finish("a").reason == "spoken")
            let heard = try await scene.stage.capture.all(since: start)
            #expect(try await heard.isLike(reference("Alpha bravo charlie.")))
        }

        @Test(arguments: SoundSystem.allCases)
        func `A monitor's recorder, a loopback and an echo canceller hold nothing`(_ system: SoundSystem) async throws {
            let scene = try await WatchStage(on: system)
            let server = scene.stage.server
            let before = try await server.control("list", "short", "source-outputs").count
            let monitor = try await scene.record(server.monitor, as: "Screen")
            try await server.control("load-module", "module-loopback", "source=mic", "sink=nul")
            try await server.control("load-module", "module-echo-cancel", "source_name=cancelled", "source_master=mic", "sink_master=nul")
            try await look(for: "three more that record") {
                try await server.control("list", "short", "source-outputs").count >= before + 3
            }
            // The events arrive in order: what began earlier has been noticed too.
            let recorder = try await scene.record()
            try await scene.session("began")
            #expect(try await scene.sessions() == ["Recorder uses the microphone"])
            // A program that records without the echo uses the microphone too.
            let caller = try await scene.record("cancelled", as: "Caller")
            try await scene.session(of: "Caller", "began")
            withExtendedLifetime((monitor, recorder, caller)) {}
        }

        @Test func `A recorder of PipeWire's own is noticed too, by its name`() async throws {
            let scene = try await WatchStage(on: .pipeWire)
            let folder = try TemporaryFolder()
            let recorder = try ChildProcess(
                "pw-record", ["--target", "mic", folder.path("memo.wav")], environment: .inherited(with: scene.stage.server.environment))
            try await scene.session(of: "pw-record", "began")
            let client = try await scene.stage.client()
            try client.announce("a", "Alpha.")
            #expect(try await client.reply("a").state == "held")
            recorder.close()
            try await scene.session(of: "pw-record", "ended")
            #expect(try await client.finish("a").reason == "spoken")
        }

        @Test func `Two apps have a session each; the user ends them, and they stay ended`() async throws {
            let scene = try await WatchStage()
            let first = try await scene.record()
            try await scene.session("began")
            let second = try await scene.record(as: "Caller")
            try await scene.session(of: "Caller", "began")
            first.close()
            try await scene.session("ended")
            #expect(try await scene.sessions() == ["Caller uses the microphone"])
            let end = try scene.stage.announce("media", "end", "--all")
            #expect(try await end.exit() == .code(0))
            #expect(try await scene.session(of: "Caller", "ended").reason == "user")
            let client = try await scene.stage.client()
            try client.announce("a", "Alpha.")
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await scene.sessions() == [])
            // Another app's begins at once.
            let third = try await scene.record(as: "Dictation")
            try await scene.session(of: "Dictation", "began")
            withExtendedLifetime((second, third)) {}
        }

        @Test(arguments: SoundSystem.allCases)
        func `With headphones nothing is held, from the moment that they are chosen`(_ system: SoundSystem) async throws {
            let scene = try await WatchStage(on: system)
            let server = scene.stage.server
            try await server.control(
                "load-module", "module-null-sink", "sink_name=phones", "sink_properties=device.form_factor=headphone", "rate=22050",
                "channels=1")
            try await server.control("set-default-sink", "nul")
            let recorder = try await scene.record()
            try await scene.session("began")
            try await server.control("set-default-sink", "phones")
            try await scene.session("ended")
            try await scene.noted("Recorder uses the microphone; you have headphones on, so nothing is held")
            try await server.control("set-default-sink", "nul")
            try await scene.session("began")
            try await scene.noted(WatchStage.inHealth)
            withExtendedLifetime(recorder) {}
        }

        @Test(arguments: SoundSystem.allCases)
        func `Watcher, sound server and daemon are killed and come back: the session ends with each, and begins again`(
            _ system: SoundSystem
        )
            async throws
        {
            let scene = try await WatchStage(on: system)
            let server = scene.stage.server
            let recorder = try await scene.record()
            try await scene.session("began")
            try await scene.killWatcher()
            #expect(try await scene.session("ended").reason == "disconnect")
            try scene.startWatcher()
            try await scene.session("began")

            try await server.kill()
            #expect(try await scene.session("ended").reason == "end")
            try await scene.noted("no sound server answers; recordings go unnoticed")
            recorder.close()
            try await server.restart()
            try await scene.noted(WatchStage.inHealth)
            try await WatchStage.addMicrophone(to: server)
            let second = try await scene.record()
            try await scene.session("began")

            scene.stage.daemon.process.signal(SIGKILL)
            _ = try await scene.stage.daemon.process.exit()
            let daemon = try await Daemon(configuration: steady, socket: scene.stage.daemon.socket, environment: server.environment)
            let client = try await WatchStage.client(of: daemon)
            try await client.awaitStatus({ $0.media.map(\.session) }, is: ["Recorder uses the microphone"])
            second.close()
            try await scene.session("ended", at: client)
        }

        @Test(arguments: SoundSystem.allCases)
        func `With headphones on, a recording's start begins no session, not even for a moment`(_ system: SoundSystem) async throws {
            let scene = try await WatchStage(on: system)
            let server = scene.stage.server
            try await server.control(
                "load-module", "module-null-sink", "sink_name=phones", "sink_properties=device.form_factor=headphone", "rate=22050",
                "channels=1")
            try await server.control("set-default-sink", "phones")
            // The more events, the sooner one comes before the headphones are known.
            for _ in 0..<3 {
                let recorders = try await scene.run("for each in 1 2 3 4 5 6; do parecord -d mic --raw --client-name=Recorder & done; wait")
                try await scene.noted("Recorder uses the microphone; you have headphones on, so nothing is held")
                recorders.close()
                try await scene.noted(WatchStage.inHealth)
            }
            let changes = try await scene.client.allSoFar().filter { $0.event == "mediaSession" }
            #expect(changes.isEmpty, "\(changes)")
        }

        @Test func `A lease that the configuration cuts is renewed in time`() async throws {
            let scene = try await WatchStage(configuration: "media.longest-lease = 2\n")
            let recorder = try await scene.record()
            try await scene.session("began")
            for _ in 0..<3 { try await scene.session("extended") }
            let changes = try await scene.client.allSoFar().compactMap(\.session?.change)
            #expect(!changes.contains("ended") && !changes.contains("began"), "\(changes)")
            recorder.close()
            try await scene.session("ended")
        }

        /// How long a session may begin after the stream runs, or end after it stops.
        private static let limit = Duration.milliseconds(20)

        @Test(arguments: SoundSystem.allCases)
        func `A session begins 20 ms after the stream runs at the latest, and ends 20 ms after it stops or its program is killed`(
            _ system: SoundSystem
        ) async throws {
            let scene = try await WatchStage(on: system)
            let folder = try TemporaryFolder()
            var times: [String: [Duration]] = [:]
            func note(_ what: String, _ stopwatch: Stopwatch) {
                let elapsed = stopwatch.elapsed
                times[what, default: []].append(elapsed)
                print("\(system), \(what): \(elapsed + stopwatch.waited) by the clock")
            }
            for (round, signal) in [SIGINT, SIGKILL, SIGINT, SIGKILL, SIGINT, SIGKILL].enumerated() {
                // It runs once its first sound has arrived. The shell becomes the recorder.
                let script = """
                    mkfifo "$0"
                    { head -c 100 >/dev/null; echo running; exec cat >/dev/null; } <"$0" &
                    exec parecord -d mic --raw --latency-msec=5 --client-name=Recorder --property=node.dont-reconnect=true >"$0"
                    """
                let recorder = try ChildProcess(
                    "sh", ["-c", script, folder.path("sound\(round)")], environment: .inherited(with: scene.stage.server.environment))
                #expect(try await recorder.output.nextLine() == "running")
                var stopwatch = Stopwatch()
                try await scene.session("began")
                note("began", stopwatch)
                stopwatch = Stopwatch()
                recorder.signal(signal)
                try await scene.session("ended")
                note(signal == SIGKILL ? "killed" : "stopped", stopwatch)
            }
            for (what, times) in times {
                let sorted = times.sorted()
                #expect(sorted[sorted.count / 2] < Self.limit, "\(what): \(sorted)")
            }
        }

        @Test func `[watch] turns it off, for all apps or for one, and a reload applies it`() async throws {
            let scene = try await WatchStage(configuration: "watch.apps.Recorder.microphone = 'nothing'\n")
            let recorder = try await scene.record()
            let caller = try await scene.record(as: "Caller")
            try await scene.session(of: "Caller", "began")
            #expect(try await scene.sessions() == ["Caller uses the microphone"])

            func reload(_ configuration: String) throws {
                _ = try scene.stage.daemon.folder.write(configuration, to: "config.toml")
                scene.watcher.signal(SIGHUP)
            }
            try reload("watch.microphone = 'nothing'\nwatch.apps.Recorder.microphone = 'hold'\n")
            try await scene.session("began")
            try await scene.session(of: "Caller", "ended")
            try reload("watch.enabled = false\n")
            try await scene.session("ended")
            try await scene.noted("off by [watch] in the configuration")
            // A mistake changes nothing; the next one without any is applied.
            try reload("watch.enabled = 1\n")
            try reload("")
            try await scene.session("began")
            try await scene.session(of: "Caller", "began")
            withExtendedLifetime((recorder, caller)) {}
        }

        @Test func `It sleeps until something happens, with a sound server and without; only a session has a timer`() async throws {
            let scene = try await WatchStage()
            try await awaitSleep(of: scene.watcher, isEndless: true)
            let recorder = try await scene.record()
            try await scene.session("began")
            try await awaitSleep(of: scene.watcher, isEndless: false)
            recorder.close()
            try await scene.session("ended")
            try await awaitSleep(of: scene.watcher, isEndless: true)
            // After a few attempts, the last of them 2.5 s later.
            try await scene.stage.server.kill()
            try await awaitSleep(of: scene.watcher, isEndless: true)
        }
    }
}
