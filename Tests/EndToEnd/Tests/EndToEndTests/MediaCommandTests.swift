import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce media`: silence while something plays or is recorded.
    struct MediaCommandTests {
        /// A daemon whose device plays instantly.
        private let daemon: Daemon
        private let client: Client

        init() async throws {
            daemon = try await Daemon(["--device", "null"])
            client = try await Client(daemon.socket)
        }

        private func media(_ arguments: String..., input: ChildProcess.Stream = .null) throws -> ChildProcess {
            try announceProcess(["media"] + [arguments[0], "--socket", daemon.socket] + arguments.dropFirst(), input: input)
        }

        /// Waits until this many sessions exist.
        private func sessions(_ count: Int) async throws -> [Message.Status.Media] {
            var media: [Message.Status.Media] = []
            try await look(for: "\(count) sessions instead of \(media)") {
                media = try #require(try await client.ask("status").status?.media)
                return media.count == count
            }
            return media
        }

        @Test(
            "M6: media run exits as its command does",
            arguments: [
                (["true"], 0, nil), (["sh", "-c", "exit 7"], 7, nil), (["sh", "-c", "kill -9 $$"], 137, nil),
                (["sh", "-c", "kill -PIPE $$"], 141, nil),
                (["no-such-command"], 127, "announce: no-such-command: No such file or directory"),
                (["/tmp"], 126, "announce: /tmp: Permission denied"),
            ] as [([String], Int32, String?)])
        func exitCode(_ command: [String], _ code: Int32, _ message: String?) async throws {
            let run = try announceProcess(["--socket", daemon.socket, "media", "run", "--"] + command)
            #expect(try await run.exit() == .code(code))
            #expect(try await run.error.remainingLines() == (message.map { [$0] } ?? []))
            #expect(try await sessions(0) == [])
        }

        @Test("M6: media run's command has its standard streams and arguments")
        func streams() async throws {
            let run = try media("run", "--", "sh", "-c", "cat; echo \"$1\" >&2", "sh", "--socket", input: .pipe)
            try run.write("in\n")
            run.closeInput()
            #expect(try await run.output.remainingLines() == ["in"])
            #expect(try await run.error.remainingLines() == ["--socket"])
            #expect(try await run.exit() == .code(0))
        }

        @Test("M6: media run begins its session again with the next daemon")
        func nextDaemon() async throws {
            let folder = try TemporaryFolder()
            func start() async throws -> (Daemon, Client) {
                let daemon = try await Daemon(["--device", "null"], socket: folder.path("socket"))
                return (daemon, try await Client(daemon.socket))
            }
            let (former, first) = try await start()
            let run = try announceProcess(
                ["media", "run", "--mode", "record", "--session", "memo", "--socket", former.socket, "--", "cat"], input: .pipe)
            let memo = [Message.Status.Media(client: "announce", session: "memo", mode: "record")]
            try await first.awaitStatus(\.media, is: memo)
            try await former.end()
            let (next, second) = try await start()
            try await second.awaitStatus(\.media, is: memo)
            run.closeInput()
            #expect(try await run.exit() == .code(0))
            try await second.awaitStatus(\.media, is: [])
            try await next.end()
        }

        @Test("M3, M5: what is posted meanwhile is held, and spoken afterwards; status shows the session")
        func held() async throws {
            let run = try media("run", "--mode", "record", "--session", "take 1", "--", "cat", input: .pipe)
            #expect(try await sessions(1) == [Message.Status.Media(client: "announce", session: "take 1", mode: "record")])
            let status = try announceProcess(["--socket", daemon.socket, "status"])
            #expect(
                try await status.output.remainingLines().contains("media     take 1 (announce, record): silences everything, for 30 s more")
            )
            try client.announce("a", "Held.")
            #expect(try await client.reply("a").state == "held")
            let wait = try announceProcess(["--socket", daemon.socket, "--wait", "Held, too.", "--priority", "low"])
            run.closeInput()
            #expect(try await run.exit() == .code(0))
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await wait.exit() == .code(0))
        }

        @Test("M4: announce killed, the session is gone, whatever its command does")
        func killed() async throws {
            let run = try media("run", "--", "sh", "-c", "echo ready; cat", input: .pipe)
            #expect(try await run.output.nextLine() == "ready")
            _ = try await sessions(1)
            run.signal(SIGKILL)
            #expect(try await run.exit() == .signal(SIGKILL))
            #expect(try await sessions(0) == [])
            // The command continues, and does not hold the connection.
            #expect(run.hasProcesses)
            run.closeInput()
        }

        @Test("M6: the lease is renewed while the command runs")
        func renewed() async throws {
            try client.send(#"{"type":"subscribe","id":"s","events":["mediaSession"]}"#)
            let run = try media("run", "--lease", "1", "--", "cat", input: .pipe)
            for rule in ["M2", "M2", "M2", "M2", "M2"] {
                #expect(try await client.message { $0.event == "mediaSession" }.rule == rule)
            }
            run.closeInput()
            #expect(try await run.exit() == .code(0))
            #expect(try await client.message { $0.event == "mediaSession" && $0.rule == "M4" }.client == "announce")
        }

        @Test("M6: signals are passed on", arguments: [(SIGTERM, "TERM"), (SIGINT, "INT"), (SIGHUP, "HUP"), (SIGUSR1, "USR1")])
        func signals(_ number: Int32, _ name: String) async throws {
            let script = "trap 'echo got \(name); exit 5' \(name); echo ready; while :; do sleep 0.02; done"
            let run = try media("run", "--", "sh", "-c", script)
            #expect(try await run.output.nextLine() == "ready")
            run.signal(number)
            #expect(try await run.output.nextLine() == "got \(name)")
            #expect(try await run.exit() == .code(5))
            #expect(try await sessions(0) == [])
        }

        @Test("M4: media begin lasts until its lease ends, or Ctrl-C")
        func begin() async throws {
            let lease = try media("begin", "--lease", "1", "--mode", "listen")
            #expect(try await sessions(1)[0].mode == "listen")
            #expect(try await lease.exit() == .code(0))
            let begin = try media("begin")
            _ = try await sessions(1)
            begin.signal(SIGINT)
            #expect(try await begin.exit() == .code(130))
            #expect(try await sessions(0) == [])
        }

        @Test("M7: media list shows every app's sessions, and media end ends them; the command that held one gives up")
        func endByUser() async throws {
            try client.send(#"{"type":"hello","app":"recorder"}"#)
            try client.send(#"{"type":"mediaSession","op":"begin","session":"take 2","mode":"record"}"#)
            let run = try media("begin")
            _ = try await sessions(2)
            let list = try media("list")
            let lines = try await list.output.remainingLines()
            #expect(lines.count == 2 && lines.contains { $0.hasPrefix("take 2 (recorder, record): silences everything, for ") }, "\(lines)")
            #expect(try await media("end", "--of", "recorder").exit() == .code(0))
            #expect(try await sessions(1)[0].client == "announce")
            #expect(try await media("end", "--all").exit() == .code(0))
            #expect(try await run.exit() == .code(0))
            #expect(try await sessions(0) == [])
            let json = try media("list", "--json")
            #expect(try await json.output.remainingLines() == ["[]"])
            // The app must wait; a later run of announce is the user's.
            try client.send(#"{"type":"mediaSession","id":"again","op":"begin","session":"take 3"}"#)
            #expect(try await client.message { $0.id == "again" }.type == "error")
            let again = try media("begin")
            _ = try await sessions(1)
            again.signal(SIGINT)
            #expect(try await again.exit() == .code(130))
        }

        @Test func `Exit 1: no such session`() async throws {
            for arguments in [["extend"], ["end"], ["extend", "--session", "x"], ["end", "--session", "x"]] {
                let run = try announceProcess(["--socket", daemon.socket, "media"] + arguments)
                #expect(try await run.exit() == .code(1))
                let said = try await run.error.remainingLines()
                #expect(said.count == 1 && said[0].contains("session"), "\(said)")
            }
        }
    }
}
