import TestSupport
import Testing

struct UnixSocketConnectionTests {
    /// A server that sends back what it gets, and a folder with its socket.
    private func echo() async throws -> (server: ChildProcess, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let server = try ChildProcess(
            "socat", ["-d", "-d", "UNIX-LISTEN:\(folder.path("socket")),fork", "EXEC:cat"], error: .pipe)
        _ = try await server.error.firstLine { $0.contains("listening") }
        return (server, folder)
    }

    @Test func `Lines go and come`() async throws {
        let (server, folder) = try await echo()
        let connection = try UnixSocketConnection(to: folder.path("socket"))
        try connection.send(line: "one")
        #expect(try await connection.nextLine() == "one")
        try connection.send(Array("two\nthr".utf8))
        #expect(try connection.nextLine(blockingFor: .seconds(2)) == "two")
        await #expect(throws: TimedOut.self) { try await connection.nextLine(within: .milliseconds(30)) }
        connection.finishSending()
        #expect(try await connection.nextLine() == "thr")
        #expect(try await connection.nextLine() == nil)
        connection.close()
        server.close()
    }

    @Test func `Connecting where no one listens is an error`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SystemCallError.self) { try UnixSocketConnection(to: folder.path("socket")) }
        let long = String(repeating: "x", count: 200)
        #expect(throws: SystemCallError.self) { try UnixSocketConnection(to: folder.path(long)) }
    }
}
