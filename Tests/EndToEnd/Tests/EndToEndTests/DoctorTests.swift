import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce doctor`: in health, and in each state that it names.
    struct DoctorTests {
        /// The output with `--json`.
        private struct Report: Decodable {
            struct Check: Decodable {
                var check: String, state: String, message: String, advice: String?
            }
            var checks: [Check]
            var works: Bool

            subscript(_ name: String) -> Check? { checks.first { $0.check == name } }
            var failed: [String] { checks.filter { $0.state == "failed" }.map(\.check) }
        }

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Runs it in this environment, without sound servers unless one is named there.
        private func report(
            _ arguments: String..., at socket: String? = nil, environment: [String: String?] = [:],
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Report {
            let quiet: [String: String?] = [
                "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "PULSE_SERVER": nil, "PULSE_RUNTIME_PATH": nil,
                "SPEECHD_ADDRESS": nil,
            ]
            let doctor = try announceProcess(
                ["doctor", "--json"] + arguments + (socket.map { ["--socket", $0] } ?? []),
                environment: quiet.merging(environment) { _, own in own })
            let lines = try await doctor.output.remainingLines(within: .seconds(60))
            #expect(try await doctor.error.remainingLines() == [], sourceLocation: sourceLocation)
            let report = try JSONDecoder().decode(Report.self, from: Data(#require(lines.first).utf8))
            let exit = try await doctor.exit()
            #expect(lines.count == 1 && exit == .code(report.works ? 0 : 1), sourceLocation: sourceLocation)
            #expect(report.works == report.failed.isEmpty, sourceLocation: sourceLocation)
            #expect(
                report.checks.map(\.check).prefix(9) == [
                    "socket", "service", "voice", "synthesizer", "device", "sound server", "configuration", "speech", "speech-dispatcher",
                ], sourceLocation: sourceLocation)
            return report
        }

        @Test func `In health each check is well, and --speak is heard; then paused, without volume, and its sound server gone or hung`()
            async throws
        {
            let speechDispatcher = folder.path("speechd.sock")
            let stage = try await Stage(["--speech-dispatcher", speechDispatcher])
            let start = SuspendingClock.now
            let doctor = try announceProcess(
                ["doctor", "--speak", "--socket", stage.daemon.socket],
                environment: stage.server.environment.merging(["SPEECHD_ADDRESS": "unix_socket:\(speechDispatcher)"]) { _, own in own })
            let lines = try await doctor.output.remainingLines(within: .seconds(60))
            #expect(try await doctor.exit() == .code(0), "\(lines)")
            let checks = [
                "socket", "voice", "synthesizer", "device", "sound server", "configuration", "speech", "speech-dispatcher", "spoken",
            ]
            for check in checks {
                #expect(lines.contains { $0.hasPrefix("✓ \(check): ") }, "\(check): \(lines)")
            }
            #expect(lines.contains { $0.contains("process \(stage.daemon.process.processID)") })
            #expect(lines.contains("✓ configuration: \(stage.daemon.folder.path("config.toml")): no mistakes"))
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.isLike(reference("Hello from announced.")))

            let terminal = try Terminal(columns: 250)
            let colors = stage.server.environment.merging(["NO_COLOR": ""]) { _, own in own }
            let shown = try announceProcess(["doctor", "--socket", stage.daemon.socket], environment: colors, in: terminal)
            let colored = try await terminal.rest()
            #expect(colored.hasPrefix("\u{1B}[32m✓\u{1B}[0m socket: announced "), "\(colored)")
            #expect(try await shown.exit() == .code(0))

            let environment = stage.server.environment as [String: String?]
            let client = try await stage.client()
            try await client.ask("pause")
            let paused = try await report(at: stage.daemon.socket, environment: environment)
            #expect(paused.failed == ["speech"] && paused["speech"]?.advice?.contains("`announce resume`") == true)
            let mute = try stage.announce("doctor", "--speak")
            #expect(
                try await mute.output.remainingLines().last
                    == "✗ spoken: “Hello from announced.” is not spoken while speech is paused; `announce resume`, then try again")
            #expect(try await mute.exit() == .code(1))
            try await client.ask("resume")
            try client.send(#"{"type":"subscribe","id":"s","events":["posted"]}"#)
            try client.announce("a", "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa")
            try await client.message { $0.event == "posted" }
            let unheard = try stage.announce("doctor", "--speak")
            try await client.message { $0.event == "posted" }
            try await client.ask("stop")
            let silenced = "✗ spoken: “Hello from announced.” was not heard: it was silenced by stop, skip or cancel (stopped); "
            #expect(try await unheard.output.remainingLines().last?.hasPrefix(silenced) == true)
            #expect(try await unheard.exit() == .code(1))
            try client.send(#"{"type":"settings","id":"v","volume":0}"#)
            try await client.reply("v")
            #expect(try await report(at: stage.daemon.socket, environment: environment)["speech"]?.message == "the volume is 0")
            try client.send(#"{"type":"settings","id":"w","volume":100,"mode":"off"}"#)
            try await client.reply("w")
            #expect(try await report(at: stage.daemon.socket, environment: environment)["speech"]?.message == "the speech mode is off")
            try client.send(#"{"type":"settings","id":"x","mode":"talk"}"#)
            try await client.reply("x")

            stage.server.freeze()
            let hung = try await report(at: stage.daemon.socket, environment: environment)
            stage.server.thaw()
            #expect(hung.failed == ["device", "sound server"], "\(hung)")
            #expect(hung["device"]?.advice?.contains("restart") == true)
            try await stage.server.kill()
            let gone = try await report(at: stage.daemon.socket, environment: environment)
            #expect(gone.failed == ["device", "sound server"], "\(gone)")
        }

        @Test func `PipeWire answers too, by its own protocol where PulseAudio's is not there`() async throws {
            let server = try await PipeWireServer()
            let daemon = try await Daemon(environment: server.environment)
            let environment = server.environment as [String: String?]
            let pulse = try await report(at: daemon.socket, environment: environment)
            #expect(pulse.works && pulse["sound server"]?.message.hasPrefix("PulseAudio's protocol answers") == true, "\(pulse)")
            let own = environment.merging(["PULSE_SERVER": nil, "PULSE_RUNTIME_PATH": folder.path("none")]) { _, own in own }
            let native = try await report(at: daemon.socket, environment: own)
            #expect(native.works && native["sound server"]?.message.hasPrefix("PipeWire answers") == true, "\(native)")
        }

        @Test func `A muted or very quiet sink is a failure with the command that mends it, and nothing is called heard on it`()
            async throws
        {
            let server = try await SoundSystem.pulseAudio.start()
            try await server.addSink("speaker", properties: [:])
            try await server.makeDefault("speaker")
            let daemon = try await Daemon(configuration: steady, environment: server.environment)
            let environment = server.environment as [String: String?]
            #expect(try await report(at: daemon.socket, environment: environment)["volume"]?.message == "the sink speaker is at 100 %")
            for (command, message, advice) in [
                (["set-sink-volume", "speaker", "3%"], "the sink speaker is at 3 %", "`pactl set-sink-volume speaker 50%`"),
                (["set-sink-mute", "speaker", "1"], "the sink speaker is muted", "`pactl set-sink-mute speaker 0`"),
            ] {
                try await ChildProcess("pactl", command, environment: .inherited(with: environment)).exit()
                let found = try await report(at: daemon.socket, environment: environment)
                #expect(!found.works && found["volume"]?.state == "failed")
                #expect(found["volume"]?.message == message && found["volume"]?.advice == advice)
            }
        }

        @Test(arguments: SoundSystem.allCases)
        func `A stream that the sound server remembers as muted or very quiet is a failure`(_ system: SoundSystem) async throws {
            let server = try await system.start()
            let environment = server.environment as [String: String?]
            func pactl(_ arguments: String...) async throws -> [String] {
                try await ChildProcess("pactl", arguments, environment: .inherited(with: environment)).output.remainingLines()
            }
            if system == .pulseAudio { _ = try await pactl("load-module", "module-stream-restore") }
            let daemon = try await Daemon(configuration: steady + "audio.linger = 5\n", environment: server.environment)
            let client = try await Client(daemon.socket)
            for (command, value, message) in [
                ("set-sink-input-volume", "3%", "the sound server keeps announced's own stream at 3 %"),
                ("set-sink-input-mute", "1", "the sound server keeps announced's own stream muted"),
            ] {
                try client.announce(command, "Hello.")
                try await client.finish(command)
                let input = try #require(try await pactl("list", "short", "sink-inputs").first?.split(separator: "\t").first)
                _ = try await pactl(command, String(input), value)
                let found = try await report(at: daemon.socket, environment: environment)
                #expect(found["volume"]?.state == "failed" && found["volume"]?.message == message, "\(found)")
                #expect(found["volume"]?.advice?.contains("`pactl \(command) N ") == true)
            }
        }

        @Test func `O1: It names a sink that loses its first sound, and says whether silence comes first`() async throws {
            let server = try await SoundSystem.pulseAudio.start()
            try await server.addSink("screen", properties: ["device.profile.name": "hdmi-stereo"])
            try await server.makeDefault("screen")
            let daemon = try await Daemon(configuration: steady, environment: server.environment)
            let chosen = try await report(at: daemon.socket, environment: server.environment)["lead-in"]
            let loss = "the sink screen is HDMI and loses the first sound after a pause"
            #expect(chosen?.state == "ok" && chosen?.message == "\(loss), so 60 ms of silence come first")
            let other = try await Daemon(configuration: steady + "audio.lead-in = 0\n", environment: server.environment)
            let without = try await report(at: other.socket, environment: server.environment)["lead-in"]
            #expect(without?.state == "skipped" && without?.message == "\(loss); audio.lead-in is 0")
            #expect(without?.advice?.hasPrefix("set it to \"auto\"") == true)
        }

        @Test func `No socket, a folder without one, a stale one, a hung daemon, and another server: each is reported with what to do`()
            async throws
        {
            let folders = ["XDG_RUNTIME_DIR": folder.path]
            for environment in [folders, ["XDG_RUNTIME_DIR": nil], ["XDG_RUNTIME_DIR": folder.path("none")]] as [[String: String?]] {
                let none = try await report(environment: environment)
                #expect(none.failed.first == "socket" && none["socket"]?.message.hasPrefix("there is no socket at ") == true)
                // Just built, it is not in PATH.
                let build = try "start it with `\(builtProduct("announced")) &`; `make install` puts it into your PATH"
                switch environment["XDG_RUNTIME_DIR"] {
                case folder.path: #expect(none["socket"]?.advice == build)
                case folder.path("none"):
                    let advice =
                        "nothing can be made in \(folder.path("none")) (No such file or directory): set XDG_RUNTIME_DIR to a folder"
                    #expect(none["socket"]?.advice?.hasPrefix(advice) == true)
                default: #expect(none["socket"]?.advice?.contains("XDG_RUNTIME_DIR is not set") == true)
                }
                #expect(
                    none["speech-dispatcher"]?.advice
                        == "start announced when nothing else serves it, without --socket: announced serves it then")
            }
            let programs = try builtProduct("announced").split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
                separator: "/")
            let installed = try await report(environment: folders.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 })
            #expect(installed["socket"]?.advice == "start it with `announced &`")
            let daemon = try await Daemon(["--device", "null"])
            let unheard = try await report("--speak", at: daemon.socket)
            #expect(unheard.failed == ["device"] && unheard["device"]?.message.contains("plays nothing") == true, "\(unheard)")
            #expect(unheard["spoken"]?.state == "skipped")
            #expect(unheard["service"]?.message.contains("by hand: process \(daemon.process.processID)") == true)
            let file = try await Daemon(["--wav", folder.path("out.wav")])
            let written = try await report(at: file.socket)
            #expect(written.failed == ["device"] && written["device"]?.message.contains("out.wav: nothing is heard") == true, "\(written)")
            try suspend(daemon.process.processID)
            let start = SuspendingClock.now
            let hung = try await report(at: daemon.socket)
            #expect(hung.failed == ["socket", "device"] && start.duration(to: .now) < .seconds(12))
            #expect(hung["socket"]?.message.contains("process \(daemon.process.processID), listens") == true)
            #expect(hung["socket"]?.advice == "end it with `kill -9 \(daemon.process.processID)` and start it again")
            daemon.process.signal(SIGCONT)
            daemon.process.signal(SIGKILL)
            try await daemon.process.exit()
            #expect(try await report(at: daemon.socket)["socket"]?.message.hasPrefix("no one listens at ") == true)

            let echo = try ChildProcess("socat", ["UNIX-LISTEN:\(folder.path("echo")),fork", "SYSTEM:echo hello"], error: .null)
            try await look(for: "a server") { (try? UnixSocketConnection(to: folder.path("echo"))) != nil }
            #expect(try await report(at: folder.path("echo"))["socket"]?.message.contains("instead of announced") == true)
            echo.close()
        }

        @Test func `No data, a dead voice, no device, a wrong configuration and a language that no voice speaks`() async throws {
            try await ChildProcess("mkdir", [folder.path("espeak-ng-data")]).exit()
            let noData = ["ESPEAK_DATA_PATH": folder.path]
            let socket = folder.path("run/socket")
            let process = try Daemon.start("", ["--socket", socket, "--device", "null"], in: folder, noData)
            _ = try await process.error.firstLine(within: .seconds(60)) { $0.contains("voice lost") }
            let none = try await report(at: socket, environment: noData)
            #expect(none.failed == ["voice", "synthesizer", "device"], "\(none)")
            #expect(none["synthesizer"]?.message.contains("install the package espeak-ng-data") == true)
            let dead = try await report(at: socket)
            #expect(dead.failed == ["voice", "device"], "\(dead)")
            #expect(dead["voice"]?.advice?.hasSuffix("end it with `kill \(process.processID)` and start it again") == true, "\(dead)")
            process.signal(SIGTERM)
            try await process.exit()

            let daemon = try await Daemon(["--device", "nowhere"])
            let client = try await Client(daemon.socket)
            try client.announce("unheard", "unheard", #""priority":"high""#)
            try await client.reply("unheard")
            try await client.awaitStatus(\.device.state, is: "unavailable")
            let deaf = try await report(at: daemon.socket)
            #expect(deaf["speech"]?.message == "something of client-1 waits for the sound device")
            #expect(deaf.failed == ["device"] && deaf["device"]?.message.contains("knows no sound device \"nowhere\"") == true, "\(deaf)")
            let card = try await Daemon(["--device", "plughw:31,0"])
            let absent = try await report(at: card.socket)["device"]
            #expect(absent?.message.contains("there is no such device now; plug it in, or choose one of `aplay -L`") == true, "\(absent)")
            _ = try daemon.folder.write("voice.rate = 1\nvoice.language = \"tlh\"\n", to: "config.toml")
            let wrong = try await report(at: daemon.socket)
            #expect(wrong.failed == ["synthesizer", "device", "configuration"])
            #expect(wrong["configuration"]?.message.contains("config.toml:1:") == true)
            #expect(wrong["configuration"]?.advice?.hasSuffix("then `kill -HUP \(daemon.process.processID)`") == true, "\(wrong)")
            _ = try daemon.folder.write("voice.language = \"tlh\"\n", to: "config.toml")
            let klingon = try await report(at: daemon.socket)
            #expect(klingon.failed == ["synthesizer", "device", "configuration"])
            #expect(klingon["configuration"]?.message.contains("config.toml: No voice of eSpeak NG speaks \"tlh\"") == true)
            #expect(klingon["synthesizer"]?.message.hasPrefix("No voice of eSpeak NG speaks \"tlh\"") == true)
        }

        @Test func `Without announced, or without its voice, beside it, it says so`() async throws {
            try await ChildProcess("cp", [builtProduct("announce"), folder.path("announce")]).exit()
            func checks() async throws -> [String] {
                let variables: [String: String?] = ["XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": nil]
                let doctor = try ChildProcess(
                    folder.path("announce"), ["doctor"], environment: .inherited(with: variables.merging(americanEnglish) { own, _ in own })
                )
                let lines = try await doctor.output.remainingLines(within: .seconds(60))
                #expect(try await doctor.exit() == .code(1))
                return lines
            }
            #expect(try await checks().contains { $0.hasPrefix("✗ voice: ") && $0.contains("announced is not in announce's folder") })
            try await ChildProcess("cp", [builtProduct("announced"), folder.path("announced")]).exit()
            #expect(try await checks().contains { $0.hasPrefix("✗ voice: ") && $0.contains("announced-voice is neither beside") })
        }
    }
}
