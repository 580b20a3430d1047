import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Socket activation and notifications, with the test in the role of the service manager: needs neither systemd nor root.
    struct ActivationTests {
        private func monotonicMicroseconds() -> Int {
            var now = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &now)
            return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
        }

        @Test func `A socket that is passed by name is served and outlives the daemon; an unknown one is closed, with a warning`()
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
            let said = try await program.error.firstLine { $0.contains("--socket \(folder.path("unused")) has no effect") }
            #expect(said?.hasPrefix("announced: ") == true)
            let closed = try await program.error.firstLine { $0.contains("closed an unknown descriptor") }
            #expect(closed?.contains("name=other") == true)
            // Until the voice's process has begun its program, it holds a copy of the socket; a connection to that is cut.
            do { #expect(try await UnixSocketConnection(to: other).nextLine() == nil) } catch is SystemCallError {}
            client.close()
            #expect(try await program.exit() == .code(0))
            #expect(try await ChildProcess("test", ["-S", socket]).exit() == .code(0), "it is not the daemon's to remove")
            #expect(try await ChildProcess("test", ["-e", folder.path("unused")]).exit() == .code(1))
        }

        @Test func `A manager is notified of each step: ready, alive, reloading since when, ready again, stopping`() async throws {
            let folder = try TemporaryFolder()
            let script = """
                import socket, sys
                manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                manager.bind(sys.argv[1])
                print("bound", flush=True)
                while True: print(manager.recv(4096).decode().replace("\\n", " | "), flush=True)
                """
            let manager = try ChildProcess("python3", ["-c", script, folder.path("notify")])
            #expect(try await manager.output.nextLine() == "bound")
            let daemon = try await Daemon(
                ["--device", "null"], environment: ["NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": "1000000"])
            func told(_ beginning: String) async throws -> String {
                try #require(await manager.output.firstLine(within: .seconds(60)) { $0.hasPrefix(beginning) })
            }
            #expect(try await told("READY=1").hasPrefix("READY=1 | STATUS="))
            _ = try await told("STATUS=No clients")
            _ = try await told("WATCHDOG=1")
            _ = try daemon.folder.write("voice.rat = 1\n", to: "config.toml")
            let before = monotonicMicroseconds()
            daemon.process.signal(SIGHUP)
            let reloading = try await told("RELOADING=1 | MONOTONIC_USEC=")
            let since = try #require(Int(reloading.split(separator: "=").last ?? ""))
            #expect((before...monotonicMicroseconds()).contains(since))
            let refused = try await told("READY=1")
            #expect(refused.contains("STATUS=The configuration has mistakes: ") && refused.contains("config.toml:1:1"), "\(refused)")
            _ = try daemon.folder.write("", to: "config.toml")
            daemon.process.signal(SIGHUP)
            _ = try await told("RELOADING=1")
            #expect(try await told("READY=1") == "READY=1 | STATUS=No clients")
            _ = try await told("WATCHDOG=1")
            #expect(try await daemon.end() == .code(0))
            #expect(try await told("STOPPING=1") == "STOPPING=1 | STATUS=Stopping")
        }
    }
}
