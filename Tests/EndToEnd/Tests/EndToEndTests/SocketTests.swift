import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The daemon's socket: its owner, and what may lie at its path.
    struct SocketTests {
        /// Returns permission bits and file type, as `stat` prints them.
        private func mode(_ path: String) async throws -> String {
            try await ChildProcess("stat", ["-c", "%a %F", path]).output.remainingLines().joined()
        }

        @Test func `The socket is the user's alone, in a folder that is too, and gone at the end`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            #expect(try await mode(daemon.socket) == "600 socket")
            #expect(try await mode(daemon.folder.path("run")) == "700 directory")
            #expect(try await daemon.end() == .code(0))
            #expect(try await ChildProcess("test", ["-e", daemon.socket]).exit() == .code(1))
        }

        @Test func `Without --socket it is at ANNOUNCED_SOCKET, else below XDG_RUNTIME_DIR`() async throws {
            let folder = try TemporaryFolder()
            for (environment, socket) in [
                (["XDG_RUNTIME_DIR": folder.path], folder.path("announced/socket")),
                (["XDG_RUNTIME_DIR": folder.path, "ANNOUNCED_SOCKET": folder.path("own")], folder.path("own")),
            ] {
                let program = try Daemon.start("", ["--device", "null"], in: folder, environment)
                _ = try #require(await program.error.firstLine { $0.hasSuffix("] ready") })
                #expect(try await mode(socket) == "600 socket")
                let variables = (environment as [String: String?]).merging(americanEnglish) { own, _ in own }
                let status = try ChildProcess(builtProduct("announce"), ["status"], environment: .inherited(with: variables))
                #expect(try await status.exit() == .code(0))
            }
        }

        @Test func `A socket without a listener is replaced`() async throws {
            let first = try await Daemon(["--device", "null"])
            first.process.signal(SIGKILL)
            #expect(try await first.process.exit() == .signal(SIGKILL))
            #expect(try await mode(first.socket) == "600 socket")
            let second = try await Daemon(["--device", "null"], socket: first.socket)
            let client = try await Client(second.socket)
            #expect(try await client.ask("ping").ok == true)
        }

        @Test(arguments: [false, true])
        func `O9: Another program that takes a socket's place is told aloud once; after its end clients reach announced again`(
            ofSpeechDispatcher: Bool
        ) async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--device", "null", "--speech-dispatcher", folder.path("speechd.sock")])
            let path = ofSpeechDispatcher ? folder.path("speechd.sock") : daemon.socket
            let client = try await Client(daemon.socket)
            try client.send(#"{"type":"subscribe","id":"s","events":["posted"]}"#)
            try await client.reply("s")
            // Another file in the folder is no one else's socket.
            #expect(try await ChildProcess("touch", [path + ".other"]).exit() == .code(0))
            // The second leaves its socket's file.
            for end in [SIGTERM, SIGKILL] {
                let taker = try ChildProcess("socat", ["-u", "UNIX-LISTEN:\(path),unlink-early", "-"])
                try await client.awaitStatus({ $0.notes?.map(\.note) }, is: ["another program has taken the place of \(path)"])
                taker.signal(end)
                _ = try await taker.exit()
                try await client.awaitStatus({ $0.notes?.map(\.note) }, is: nil)
                #expect(try await answers(path, ofSpeechDispatcher))
            }
            #expect(try await ChildProcess("rm", [path]).exit() == .code(0))
            daemon.process.signal(SIGHUP)
            try await look(for: "the socket") { (try? await answers(path, ofSpeechDispatcher)) == true }
            try client.send(#"{"type":"announcement","text":"Last"}"#)
            var posted: [String?] = []
            while posted.last != "Last" { posted.append(try await client.message { $0.event == "posted" }.text) }
            #expect(posted == ["Another program has taken a socket of announced: announce doctor names it", "Last"])
            #expect(try await daemon.end() == .code(0))
            #expect(try await ChildProcess("test", ["-e", path]).exit() == .code(1))
        }

        /// Returns whether the daemon answers at a path, in the protocol that belongs there.
        private func answers(_ path: String, _ speechDispatcher: Bool) async throws -> Bool {
            if speechDispatcher { return try await SSIPConnection(path, as: "app", "message").ask("HISTORY GET CLIENT_LIST").code > 0 }
            return try await Client(path).ask("ping").ok == true
        }

        @Test func `A daemon that listens there is left alone: exit 1, with what to do`() async throws {
            let first = try await Daemon(["--device", "null"])
            let folder = try TemporaryFolder()
            let second = try Daemon.start("", ["--device", "null", "--socket", first.socket], in: folder)
            let said = try await second.error.firstLine { $0.hasPrefix("announced: ") }
            #expect(said?.contains("\(first.socket): another announced listens there") == true, "\(said ?? "")")
            #expect(try await second.exit() == .code(1))
            #expect(try await second.error.remainingLines() == [], "and its voice has ended")
            #expect(try await Client(first.socket).ask("ping").ok == true)
        }

        @Test func `A file that is not a socket is not removed: exit 1`() async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("precious", to: "socket")
            let program = try Daemon.start("", ["--device", "null", "--socket", file], in: folder)
            let said = try await program.error.firstLine { $0.hasPrefix("announced: ") }
            #expect(said?.contains("\(file): exists and is not a socket") == true, "\(said ?? "")")
            #expect(try await program.exit() == .code(1))
            #expect(try await ChildProcess("cat", [file]).output.remainingLines() == ["precious"])
        }

        @Test(arguments: [
            (String(repeating: "x", count: 120), "too long for a socket"),
            (
                "no/such/folder/socket",
                "no/such; create it, set XDG_RUNTIME_DIR to a folder that exists, or name another socket with --socket"
            ),
            ("file/folder/socket", "Not a directory; name another socket with --socket"),
        ])
        func `A path that can't be had is an error with the reason`(name: String, reason: String) async throws {
            let folder = try TemporaryFolder()
            try folder.write("", to: "file")
            let program = try Daemon.start("", ["--device", "null", "--socket", folder.path(name)], in: folder)
            let said = try await program.error.firstLine { $0.hasPrefix("announced: ") }
            #expect(said?.contains(reason) == true, "\(said ?? "")")
            #expect(try await program.exit() == .code(1))
        }

        @Test(arguments: [
            ["--socket"], ["status", "--socket"], ["focus", "--label", "a", "--socket"], ["pipe", "--socket"], ["monitor", "--socket"],
            ["doctor", "--socket"], ["media", "run", "--socket"], [],
        ])
        func `announce names the limit of a socket's path, by option and by environment: exit 64`(arguments: [String]) async throws {
            let path = "/tmp/" + String(repeating: "x", count: 99)
            let announce = try announceProcess(
                arguments + (arguments.isEmpty ? ["Hello"] : [path] + (arguments.contains("run") ? ["--", "true"] : [])),
                environment: ["ANNOUNCED_SOCKET": arguments.isEmpty ? path : nil])
            let said = try await announce.error.remainingLines()
            let reason =
                "\(path): too long for a socket: 104 bytes; the maximum is 103; choose a shorter path with --socket or ANNOUNCED_SOCKET"
            #expect(said.first == "Error: \(reason)", "\(said)")
            #expect(try await announce.exit() == .code(64))
        }

        @Test(.enabled(if: getuid() == 0, "this machine: only root can be somebody else"))
        func `Another user is refused, even where the socket's permissions would let them in`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            // Everyone may pass through the folders and write to the socket.
            let parent = daemon.folder.path.prefix(upTo: daemon.folder.path.lastIndex(of: "/") ?? daemon.folder.path.endIndex)
            for folder in [String(parent), daemon.folder.path, daemon.folder.path("run")] {
                #expect(try await ChildProcess("chmod", ["711", folder]).exit() == .code(0))
            }
            #expect(try await ChildProcess("chmod", ["666", daemon.socket]).exit() == .code(0))
            let nobody = try ChildProcess(
                "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "socat", "-t0.1", "-", "UNIX:\(daemon.socket)"],
                input: .pipe)
            let line = try #require(await nobody.output.nextLine())
            let refusal = try Message(line)
            #expect(refusal.type == "error" && refusal.code == "notAllowed")
            #expect(try await nobody.output.nextLine() == nil, "the connection is closed")
            #expect(try await ChildProcess("chmod", ["700", String(parent)]).exit() == .code(0))
            #expect(try await Client(daemon.socket).ask("ping").ok == true)
        }
    }
}
