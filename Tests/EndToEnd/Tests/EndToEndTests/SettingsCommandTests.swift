import TestSupport
import Testing

extension EndToEnd {
    /// `announce settings` as it changes what is heard, and `--capitals`.
    struct SettingsCommandTests {
        private func run(
            _ arguments: [String], at daemon: Daemon
        ) async throws -> (output: [String], error: [String], exit: ChildProcess.Exit) {
            let announce = try announceProcess(arguments, environment: ["ANNOUNCED_SOCKET": daemon.socket])
            return try await (announce.output.remainingLines(), announce.error.remainingLines(), announce.exit())
        }

        @Test func `O8: steps move what is in force, up to the ends, and those of two commands at once both count`() async throws {
            let daemon = try await Daemon(configuration: "voice.rate = 200\n", ["--device", "null"])
            let changes: [(arguments: [String], output: [String])] = [
                (["rate", "+20"], ["220"]), (["rate", "-20"], ["200"]), (["voice.pitch", "-5"], ["45"]), (["pitch", "60"], ["60"]),
                (["rate", "+10", "volume", "-30", "capitals", "say"], ["rate 210", "volume 70", "capitals say"]),
                (["volume", "+10", "verbosity", "brief"], ["volume 80", "verbosity brief"]), (["rate", "-10"], ["200"]),
            ]
            for (arguments, output) in changes {
                let found = try await run(["settings"] + arguments, at: daemon)
                #expect(found == (output, [], .code(0)), "\(arguments): \(found)")
            }
            let top = try await run(["settings", "rate", "+800"], at: daemon)
            #expect(top == (["900"], ["announce: warning: rate: 1000 is out of range; set to 900, the highest"], .code(0)), "\(top)")
            let bottom = try await run(["settings", "volume", "-81"], at: daemon)
            #expect(bottom == (["0"], ["announce: warning: volume: -1 is out of range; set to 0, the lowest"], .code(0)), "\(bottom)")

            _ = try await run(["settings", "rate", "100"], at: daemon)
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { _ = try await run(["settings", "rate", "+20"], at: daemon) } }
                try await group.waitForAll()
            }
            #expect(try await run(["settings", "rate"], at: daemon).output == ["260"])
        }

        @Test func `O8: what a key changes is spoken, and saving names what is saved`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--device", "null"], environment: ["XDG_STATE_HOME": folder.path])
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            for (arguments, text) in [(["rate", "+20"], "195"), (["rate", "300", "pitch", "40"], "rate 300, pitch 40")] {
                let announce = try announceProcess(
                    ["settings"] + arguments, environment: ["ANNOUNCED_SOCKET": daemon.socket], output: .null)
                #expect(try await announce.exit() == .code(0))
                try await watcher.message { $0.event == "started" && $0.text == text }
            }
            // A script reads it.
            #expect(try await run(["settings", "rate", "310"], at: daemon).output == ["310"])
            #expect(try await run(["settings", "--save"], at: daemon).output == ["rate 310", "pitch 40"])
            #expect(try await watcher.allSoFar().isEmpty)
        }

        @Test func `An unknown setting or step is named, and changes nothing`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let wrong: [(arguments: [String], message: String)] = [
                (["rate", "+"], "rate: expected 80 to 900, or a step of -900 to +900, found +"),
                (["rate", "20"], "rate: expected 80 to 900, or a step of -900 to +900, found 20"),
                (["pitch", "+101"], "pitch: expected 0 to 100, or a step of -100 to +100, found +101"),
                (["interval", "+1"], "interval: expected seconds, 0 to 3600, found +1"),
                (["rate", "-20", "-30"], "\"-30\" is not a setting"),
                (["rate", "+20", "rate", "+20"], "rate: it is given twice"),
                (["rate", "200", "--savee"], "Unknown option '--savee'"), (["rate", ""], "rate: expected a value, found nothing"),
                (["capitals", "loud"], "capitals: expected none, pitch, say, sound, found loud"),
                (["--forget", "rate", "+20"], "--forget: it removes all that was saved"),
            ]
            let before = try await run(["settings", "--json"], at: daemon).output
            for (arguments, message) in wrong {
                let found = try await run(["settings"] + arguments, at: daemon)
                #expect(found.exit == .code(64) && found.error.first?.contains(message) == true, "\(arguments): \(found)")
            }
            #expect(try await run(["settings", "--json"], at: daemon).output == before)
        }

        @Test func `T6, O8: a step and --capitals are heard`() async throws {
            let stage = try await Stage()
            func heard(_ arguments: String...) async throws -> Sound {
                let start = SuspendingClock.now
                let announce = try announceProcess(
                    ["--socket", stage.daemon.socket, "--wait"] + arguments, environment: stage.server.environment)
                #expect(try await announce.exit() == .code(0))
                return try await stage.capture.all(since: start)
            }
            let text = "hello NASA"
            #expect(try await heard(text).isLike(reference(text)))
            let said = try await ESpeakReference(text, voice: steadyVoice, rate: 240, capitals: 2).sound().trimmed()
            #expect(try await heard("--capitals", "say", text).isLike(said))
            #expect(try await !said.isLike(reference(text)))
            let slower = try await stage.announce("settings", "rate", "-60").output.remainingLines()
            #expect(slower == ["180"])
            let expected = try await ESpeakReference(text, voice: steadyVoice, rate: 180).sound().trimmed()
            #expect(try await heard(text).isLike(expected))
            #expect(try await !expected.isLike(reference(text)))
        }
    }
}
