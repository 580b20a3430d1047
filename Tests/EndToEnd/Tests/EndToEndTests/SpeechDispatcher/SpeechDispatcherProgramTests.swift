import TestSupport
import Testing

extension EndToEnd {
    /// speech-dispatcher's own program on announced and on the real server.
    struct SpeechDispatcherProgramTests {
        /// A run of `spd-say`, and what arrives: the client, the class and the text of each message.
        struct Run {
            var arguments: [String]
            var input = ""
            var arriving: [String]

            init(_ arguments: String..., input: String = "", arriving: String...) {
                (self.arguments, self.input, self.arriving) = (arguments, input, arriving)
            }
        }

        @Test func `Each option of spd-say does and prints the same as with speech-dispatcher`() async throws {
            let server = try await PulseAudioServer()
            let original = try await SpeechDispatcherServer(.eSpeakNG(audio: "pulse"), sound: server.environment)
            let folder = try TemporaryFolder()
            let own = folder.path("speechd.sock")
            let daemon = try await Daemon(["--speech-dispatcher", own, "--wav", folder.path("heard.wav")])
            let monitor = try await Client(daemon.socket)
            try monitor.send(#"{"type":"subscribe","events":["posted"]}"#)
            try await monitor.ask("ping")
            for run in Self.runs {
                async let expected = say(run, to: original.socket)
                #expect(try await say(run, to: own) == expected, "\(run.arguments)")
                let arrived = try await monitor.allSoFar().filter { $0.event == "posted" }
                let words = arrived.map { "\($0.client ?? "") \($0.class ?? ""): \($0.text ?? "")" }
                #expect(words == run.arriving, "\(run.arguments)")
            }
        }

        private static let runs = [
            Run("-w", "one", arriving: "spd-say default: one"),
            Run("-w", "-r", "50", "-p", "20", "-R", "10", "-i", "-10", "one", arriving: "spd-say default: one"),
            Run("-w", "-P", "important", "one", arriving: "spd-say high: one"),
            Run("-w", "-P", "message", "one", arriving: "spd-say default: one"),
            Run("-w", "-P", "notification", "one", arriving: "spd-say low: one"),
            Run("-w", "-P", "progress", "one", arriving: "spd-say low: one"),
            Run("-w", "-P", "urgent", "one", arriving: "spd-say default: one"),
            Run("-w", "-r", "500", "one", arriving: "spd-say default: one"),
            Run("-w", "-N", "mail", "-n", "second", "one", arriving: "mail default: one"),
            Run("-w", "-l", "de", "eins", arriving: "spd-say default: eins"),
            Run("-w", "-t", "female1", "one", arriving: "spd-say default: one"),
            Run("-w", "-y", "German", "eins", arriving: "spd-say default: eins"),
            Run("-w", "-o", "espeak-ng", "one", arriving: "spd-say default: one"),
            Run("-w", "-m", "all", "one, two", arriving: "spd-say default: one, two"),
            Run("-w", "-s", "ab", arriving: "spd-say default: ab"),
            Run("-w", "-c", "a", arriving: "spd-say default: a"),
            Run("-w", "-k", "shift_a", arriving: "spd-say default: shift a"),
            Run("-w", "-I", "nonsense", arriving: "spd-say default: nonsense"),
            Run("-w", "-x", #"<speak>one <mark name="here"/>two</speak>"#, arriving: "spd-say default: one two"),
            Run("-e", input: "one\ntwo\n", arriving: "spd-say default: one\n", "spd-say default: two\n"),
            Run("-O"), Run("-S"), Run("-C"), Run("-v"), Run("-h"), Run("--nonsense"),
        ]

        /// Returns how `spd-say` ended, and what it printed.
        private func say(_ run: Run, to socket: String) async throws -> [String] {
            // Without an installed locale the program would end at once.
            let variables = ["SPEECHD_ADDRESS": "unix_socket:\(socket)", "LC_ALL": "C.UTF-8"]
            let said = try ChildProcess(
                "spd-say", run.arguments, environment: .inherited(with: variables), input: .pipe, output: .pipe, error: .pipe)
            try said.write(run.input)
            said.closeInput()
            let printed = try await said.output.remainingLines(within: .seconds(60)) + said.error.remainingLines()
            return printed + ["\(try await said.exit())"]
        }
    }
}
