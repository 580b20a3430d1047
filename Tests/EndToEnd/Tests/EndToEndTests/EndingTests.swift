import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The end of the daemon.
    struct EndingTests {
        /// The promised time, and as much again for this machine's noise.
        private static let limit = Duration.milliseconds(400)

        @Test(arguments: [SIGTERM, SIGINT])
        func `TERM and INT end it within 200 ms: silence, every outcome shutdown, nothing left`(signal: Int32) async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("speaking", "alpha bravo charlie delta echo foxtrot golf hotel")
            for id in ["1", "2", "3"] { try client.announce(id, "Waiting \(id).", #""queue":true"#) }
            try await client.word("charlie", of: "speaking")
            let stopwatch = Stopwatch()
            let signalled = SuspendingClock.now
            stage.daemon.process.signal(signal)
            #expect(try await stage.daemon.process.exit() == .code(0))
            let ended = SuspendingClock.now
            let waited = stopwatch.waited
            #expect(ended - signalled < Self.limit + waited)
            #expect(try await survivors(of: stage.daemon.process) == [])
            for id in ["speaking", "1", "2", "3"] { #expect(try await client.finish(id).reason == "shutdown") }
            #expect(try await client.message { _ in true }.type == "reply", "only replies are left")
            #expect(try await ChildProcess("test", ["-e", stage.daemon.socket]).exit() == .code(1))
            #expect(try await stage.capture.isSilent(from: ended + .milliseconds(100) + waited, to: ended + .seconds(1)))
        }

        @Test func `It ends in time though its voice hangs, and the voice ends too`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            try suspend(await daemon.voice())
            let stopwatch = Stopwatch()
            #expect(try await daemon.end() == .code(0))
            #expect(stopwatch.elapsed < Self.limit)
            #expect(try await survivors(of: daemon.process) == [])
        }

        @Test func `The voice ends with a daemon that is killed`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            try client.announce("a", "alpha bravo charlie delta echo foxtrot golf hotel")
            try await client.word("bravo", of: "a")
            stage.daemon.process.signal(SIGKILL)
            #expect(try await stage.daemon.process.exit() == .signal(SIGKILL))
            // The voice has the same standard error, which ends when both have ended.
            _ = try await stage.daemon.process.error.remainingLines()
            #expect(try await survivors(of: stage.daemon.process) == [])
        }

        @Test func `With --idle-exit it ends when no one is connected and nothing speaks, and not before`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--idle-exit", "2", "--wav", folder.path("out.wav")])
            let client = try await Client(daemon.socket)
            try client.announce("a", "Longer than that, surely, and then some.")
            try await client.reply("a")
            client.close()
            let start = SuspendingClock.now
            #expect(try await daemon.process.exit() == .code(0))
            let spoken = try await ESpeakReference("Longer than that, surely, and then some.", voice: "en-us").sound().duration
            #expect(start.duration(to: .now) > spoken)
        }

        /// The voice is started again every 5 s.
        @Test func `With --idle-exit it ends though its voice fails again and again`() async throws {
            let folder = try TemporaryFolder()
            try await ChildProcess("cp", [builtProduct("announced"), folder.path("announced")]).exit()
            try await ChildProcess("ln", ["-s", "/bin/false", folder.path("announced-voice")]).exit()
            let process = try ChildProcess(
                folder.path("announced"), ["--idle-exit", "6", "--socket", folder.path("run/socket")],
                environment: .inherited(with: americanEnglish), output: .null, error: .null)
            #expect(try await process.exit() == .code(0))
        }
    }
}
