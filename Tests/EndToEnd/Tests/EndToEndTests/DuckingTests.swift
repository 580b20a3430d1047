import TestSupport
import Testing

extension EndToEnd {
    /// The sound server knows our stream, and lowers others if it is asked to.
    struct DuckingTests {
        /// Returns the description of our stream, once it is there.
        private func stream(on server: any SoundServer) async throws -> [String] {
            var ours: [String]?
            try await look(for: "our stream") {
                let all = try await server.control("list", "sink-inputs")
                let streams = all.split { $0.hasPrefix("Sink Input #") }.map(Array.init)
                ours = streams.first { $0.contains { $0.contains("announced") } }
                return ours != nil
            }
            return try #require(ours).map { String($0.drop(while: \.isWhitespace)) }
        }

        @Test(arguments: [(SoundSystem.pulseAudio, "default"), (.pipeWire, "default"), (.pipeWire, "pulse")])
        func `Our stream says its role and its name, through each of ALSA's plugins`(_ system: SoundSystem, _ device: String) async throws {
            let stage = try await Stage(["--device", device], on: system)
            let client = try await stage.client()
            try client.announce("a", "Alpha bravo charlie delta echo foxtrot golf hotel.")
            let stream = try await stream(on: stage.server)
            #expect(stream.contains("media.role = \"a11y\"") && stream.contains("application.name = \"announced\""), "\(stream)")
            try client.send(#"{"type":"stop"}"#)
        }

        @Test func `The user's own settings stay`() async throws {
            let server = try await SoundSystem.pulseAudio.start()
            let own = ["PULSE_PROP": "media.role=event", "PULSE_PROP_OVERRIDE": "application.name=announced-mine"]
            let daemon = try await Daemon(environment: server.environment.merging(own) { _, own in own })
            let client = try await Client(daemon.socket)
            try client.announce("a", "Alpha bravo charlie delta echo foxtrot golf hotel.")
            let stream = try await stream(on: server)
            #expect(stream.contains("media.role = \"event\"") && stream.contains("application.name = \"announced-mine\""), "\(stream)")
        }

        @Test func `With module-role-ducking a tone falls by 15 dB or more while announced speaks, and comes back`() async throws {
            let stage = try await Stage()
            let lines = try repositoryText("docs/RECIPES.md").split(separator: "\n")
            let recipe = try #require(lines.first { $0.hasPrefix("pactl load-module module-role-ducking ") })
            try await stage.server.control(Array(recipe.split(separator: " ").dropFirst().map(String.init)))
            try await stage.server.addSink("music")
            let music = try Capture(of: stage.server, sink: "music")
            // 15 dB are a factor of 5.6.
            try await expectDucking(on: stage, of: music, playing: ["-d", "music"], by: 5.6)
            let findings = try await stage.announce("doctor").output.remainingLines()
            #expect(findings.contains { $0.hasPrefix("✓ ducking: PulseAudio's module-role-ducking") }, "\(findings)")
        }

        @Test(.enabled("this release of Debian has no WirePlumber 0.5") { try await hasRoles() })
        func `With WirePlumber's roles a tone falls to a fifth while announced speaks, and comes back`() async throws {
            let blocks = try repositoryText("docs/RECIPES.md").split(separator: "```\n")
            let recipe = try #require(blocks.first { $0.hasPrefix("wireplumber.profiles") })
            // The speech itself is silent, since both are heard on one sink.
            let server = try await PipeWireServer(sessionConfiguration: String(recipe))
            let stage = try await Stage(configuration: "voice.volume = 0\n", ["--device", "pulse"], on: server)
            try await expectDucking(on: stage, of: stage.capture, playing: ["--property=media.role=music"], by: 4.5)
            let findings = try await stage.announce("doctor").output.remainingLines()
            #expect(findings.contains { $0.hasPrefix("✓ ducking: WirePlumber's roles") }, "\(findings)")
        }

        private static func hasRoles() async throws -> Bool {
            let lines = try await ChildProcess("wireplumber", ["--version"]).output.remainingLines()
            return lines.contains { $0.contains("libwireplumber 0.5") }
        }

        /// A program plays a tone, announced speaks meanwhile, and the tone falls by a factor and comes back.
        private func expectDucking(on stage: Stage, of music: Capture, playing options: [String], by factor: Double) async throws {
            let folder = try TemporaryFolder()
            let file = folder.path("tone.wav")
            let made = try ChildProcess(
                "sox", ["-n", "-r", "22050", "-c", "1", "-b", "16", file, "synth", "600", "sine", "440", "vol", "0.5"])
            #expect(try await made.exit() == .code(0))
            let player = try ChildProcess("paplay", options + [file], environment: .inherited(with: stage.server.environment))
            _ = try await music.firstSound(after: .now)

            /// Waits until the tone is at most or at least as loud as that, for a tenth of a second.
            func awaitTone(_ isThere: (Int) -> Bool) async throws -> Int {
                var loudest = 0
                try await look(for: "another tone than \(loudest)") {
                    let heard = music.samples(since: .now - .milliseconds(300)).samples.suffix(2205)
                    loudest = heard.map { Int($0.magnitude) }.max() ?? 0
                    return heard.count == 2205 && isThere(loudest)
                }
                return loudest
            }
            let full = try await awaitTone { $0 > 8000 }
            let client = try await stage.client()
            try client.announce("a", "Alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa.")
            let ducked = try await awaitTone { Double($0) < Double(full) / factor }
            print("ducking: from \(full) to \(ducked)")
            #expect(try await client.finish("a").reason == "spoken")
            _ = try await awaitTone { $0 > full * 9 / 10 }
            player.close()
        }
    }
}
