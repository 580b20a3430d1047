import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Sockets that come from whoever starts the daemon; `systemd-socket-activate` needs neither a manager nor root.
    struct ActivationTests {
        @Test func `A socket that is passed by name is served and outlives the daemon; what is not known is closed, and said so`()
            async throws
        {
            let folder = try TemporaryFolder()
            let config = try folder.write("", to: "config.toml")
            let (socket, other) = (folder.path("socket"), folder.path("other"))
            let program = try ChildProcess(
                "systemd-socket-activate",
                [
                    "--listen=\(socket)", "--listen=\(other)", "--fdname=announced:other", builtProduct("announced"), "--config", config,
                    "--device", "null", "--idle-exit", "0.2", "--socket", folder.path("unused"),
                ], environment: .inherited(with: americanEnglish), output: .null, error: .pipe)
            _ = try await program.error.firstLine { $0.contains("Listening on \(other)") }
            let client = try await Client(socket)
            #expect(try await client.ask("ping").ok == true)
            let said = try await program.error.firstLine { $0.contains("--socket \(folder.path("unused")) is not used") }
            #expect(said?.hasPrefix("announced: ") == true)
            let closed = try await program.error.firstLine { $0.contains("a descriptor that is not known") }
            #expect(closed?.contains("name=other") == true)
            #expect(throws: SystemCallError.self) { try UnixSocketConnection(to: other) }
            client.close()
            #expect(try await program.exit() == .code(0))
            #expect(try await ChildProcess("test", ["-S", socket]).exit() == .code(0), "it is not the daemon's to remove")
            #expect(try await ChildProcess("test", ["-e", folder.path("unused")]).exit() == .code(1))
        }
    }
}
