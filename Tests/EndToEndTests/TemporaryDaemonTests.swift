import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// If no daemon listens, `announce` starts a temporary one, and never leaves it behind.
    struct TemporaryDaemonTests {
        private let server: PulseAudioServer
        private let capture: Capture
        /// The user's configuration, and no socket.
        private let folder: TemporaryFolder

        init() async throws {
            server = try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
            capture = try Capture(of: server)
            folder = try TemporaryFolder()
            try await ChildProcess("mkdir", [folder.path("announced")]).exit()
            // More than the default, so that a busy machine leaves no gaps.
            try folder.write(steady + "audio.buffer-ms = 1000\n", to: "announced/config.toml")
            try await capture.ready()
        }

        private func announce(_ arguments: String..., input: ChildProcess.Stream = .null) throws -> ChildProcess {
            let own: [String: String?] = ["ANNOUNCED_SOCKET": folder.path("none"), "XDG_CONFIG_HOME": folder.path]
            return try announceProcess(arguments, environment: own.merging(server.environment) { own, _ in own }, input: input)
        }

        /// Expects that no process is left, and returns the standard error. The daemon and the voice share it, so it ends when all of them
        /// have ended.
        private func leavesNothing(_ announce: ChildProcess) async throws -> [String] {
            let said = try await announce.error.remainingLines()
            #expect(try await survivors(of: announce) == [])
            return said
        }

        @Test func `A text is heard to its end, with a note on standard error, and nothing is left`() async throws {
            let file = try folder.write("From standard input.\n", to: "text")
            for (arguments, input, text) in [
                ("Heard anyway.", ChildProcess.Stream.null, "Heard anyway."), ("-", .file(file), "From standard input."),
            ] {
                let start = SuspendingClock.now
                let stopwatch = Stopwatch()
                let announce = try announce(arguments, input: input)
                #expect(try await announce.exit() == .code(0))
                let exited = SuspendingClock.now
                let said = try await leavesNothing(announce)
                #expect(said == ["announce: no daemon listens at \(folder.path("none")); starting a temporary one"])
                let heard = try await capture.whole(since: start)
                #expect(try await heard.sound.isLike(reference(text)))
                #expect(heard.ended.duration(to: exited) > .milliseconds(-20) - stopwatch.waited)
            }
        }

        @Test func `A pipe's lines are heard to their end, too`() async throws {
            let start = SuspendingClock.now
            let pipe = try announce("pipe", input: .pipe)
            try pipe.write("One line.\n")
            // Spoken before its input ends.
            _ = try await capture.firstSound(after: start)
            try pipe.write("Another.\n")
            pipe.closeInput()
            #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
            #expect(try await leavesNothing(pipe) == ["announce: no daemon listens at \(folder.path("none")); starting a temporary one"])
            let heard = try await capture.all(since: start)
            #expect(try await heard.place(of: reference("One line.")) < heard.place(of: reference("Another.")))
        }

        @Test func `Outcomes are reported as by any daemon`() async throws {
            let blank = try announce("--wait", " ")
            #expect(try await blank.exit() == .code(3))
            #expect(
                try await leavesNothing(blank).last == "announce: not heard: there is nothing in it that can be spoken (unspeakable)")
            let wait = try announce("--wait", "a")
            #expect(try await wait.exit() == .code(0))
            _ = try await leavesNothing(wait)
        }

        @Test func `O6: a configuration with mistakes, each shown with its place, keeps nothing from being heard`() async throws {
            let config = try folder.write(
                steady + "voice.rate = \"fast\"\n[audio]\nlingr = 1\nbuffer-ms = 1000\n[ä]\n", to: "announced/config.toml")
            let start = SuspendingClock.now
            let announce = try announce("Heard all the same.")
            #expect(try await announce.exit() == .code(0))
            let said = try await leavesNothing(announce)
            #expect(said.dropFirst().map { $0.prefix { $0 != " " } } == ["\(config):3:1:", "\(config):5:1:", "\(config):7:2:"], "\(said)")
            let heard = try await capture.all(since: start)
            #expect(try await heard.isLike(reference("Heard all the same.")))
        }

        @Test(arguments: [(SIGKILL, ChildProcess.Exit.signal(SIGKILL)), (SIGTERM, .code(143)), (SIGINT, .code(130))])
        func `When announce is ended, its daemon falls silent and nothing is left`(signal: Int32, exit: ChildProcess.Exit) async throws {
            let start = SuspendingClock.now
            let announce = try announce("alpha bravo charlie delta echo foxtrot golf hotel")
            _ = try await capture.firstSound(after: start)
            let stopwatch = Stopwatch()
            announce.signal(signal)
            #expect(try await announce.exit() == exit)
            _ = try await leavesNothing(announce)
            let ended = SuspendingClock.now
            #expect(try await capture.isSilent(from: ended + .milliseconds(100) + stopwatch.waited, to: ended + .milliseconds(500)))
        }
    }
}
