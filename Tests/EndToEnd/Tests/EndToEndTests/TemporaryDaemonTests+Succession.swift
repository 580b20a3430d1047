import FoundationEssentials
import Glibc
import TestSupport
import Testing

// One daemon after another.
extension EndToEnd.TemporaryDaemonTests {
    @Test func `After kill -9 of both, the next command replaces the socket that was left`() async throws {
        let first = try announce("--wait", "alpha bravo charlie delta echo foxtrot golf hotel")
        let start = SuspendingClock.now
        _ = try await capture.firstSound(after: start)
        first.signal(SIGKILL)
        for daemon in try await daemons() { kill(daemon, SIGKILL) }
        #expect(try await first.exit() == .signal(SIGKILL))
        try await awaitNoDaemon()
        // A process that ends gives up its name before its sockets.
        try await look(for: "its end") { (try? UnixSocketConnection(to: socket)) == nil }
        #expect(FileManager.default.fileExists(atPath: socket))
        let quiet = SuspendingClock.now
        let second = try announce("Heard again.")
        let (exit, said) = (try await second.exit(), try await second.error.remainingLines())
        #expect(exit == .code(0), "\(said)")
        _ = try await capture.all(since: quiet).place(of: reference("Heard again."))
        #expect(try await leavesNothing(second) == [])
    }

    @Test func `A daemon that starts takes the socket; the temporary one ends, and the next command speaks through the new one`()
        async throws
    {
        let pipe = try announce("pipe", input: .pipe)
        let start = SuspendingClock.now
        try pipe.write("One line.\n")
        try await hear(pipe, after: start)
        let daemon = try await Daemon(configuration: steady, socket: socket, environment: server.environment)
        #expect(try await pipe.exit() == .code(74))
        try await awaitNoDaemon()
        let next = try announce("--wait", "Through the new one.")
        #expect(try await next.exit() == .code(0))
        let said = try await next.error.remainingLines()
        #expect(said == [])
        let client = try await Client(daemon.socket)
        #expect(try await client.ask("status").status != nil)
    }

    @Test(arguments: [["Heard anyway."], ["--wait", "Heard anyway."]])
    func `A daemon that ends while a command connects is followed by a temporary one`(arguments: [String]) async throws {
        let ending = try ClosingServer(at: socket)
        let start = SuspendingClock.now
        let announce = try announceProcess(arguments, environment: environment)
        try await ending.serve { try FileManager.default.removeItem(atPath: socket) }
        #expect(try await announce.exit() == .code(0))
        _ = try await leavesNothing(announce)
        _ = try await capture.all(since: start).place(of: reference("Heard anyway."))
    }

    @Test func `A temporary daemon that is paused gives way too: nobody could resume it`() async throws {
        let start = SuspendingClock.now
        let waiting = try announce("--wait", "alpha bravo charlie delta echo foxtrot golf hotel")
        _ = try await capture.firstSound(after: start)
        #expect(try await announce("pause").exit() == .code(0))
        let daemon = try await Daemon(configuration: steady, socket: socket, environment: server.environment)
        #expect(try await waiting.exit() != .code(0))
        try await awaitNoDaemon()
        let client = try await Client(daemon.socket)
        #expect(try await client.ask("status").status != nil)
    }
}
