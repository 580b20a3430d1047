import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce monitor --record`: a real session, replayed.
    struct RecordingTests {
        private let daemon: Daemon
        private let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            daemon = try await Daemon(["--wav", folder.path("heard.wav")])
        }

        /// Starts a recorder, and waits until it records.
        private func recorder(_ file: String, _ more: String...) async throws -> ChildProcess {
            let recorder = try announceProcess(["monitor", "--socket", daemon.socket, "--record", file] + more)
            let line = try await recorder.error.nextLine()
            #expect(line == "announce: recording to \(file) what clients of \(daemon.socket) send, until Ctrl-C")
            return recorder
        }

        /// Waits until a file has these words, and returns it.
        private func content(of file: String, with words: String) async throws -> String {
            var text = ""
            try await look(for: "“\(words)” in “\(text)”") {
                text = try String(contentsOfFile: file, encoding: .utf8)
                return text.contains(words)
            }
            return text
        }

        /// The texts of the trace of a recording.
        private func replayed(_ file: String) async throws -> (started: [String], error: [String]) {
            let found = try await ReplayTests.outcome(ReplayTests.replay(file, "--seconds-per-word", "0.01"))
            #expect(found.exit == .code(0))
            let events = try found.output.map { try Message(#"{"type":"event",\#($0.dropFirst())"#) }
            return (events.filter { $0.event == "started" }.compactMap(\.text), found.error)
        }

        /// Apps and a user do things, one after another, and each is heard to its end.
        /// - Returns: What was spoken.
        private func session() async throws -> [String] {
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","settled"]}"#)
            try await watcher.reply("s")
            var spoken: [String] = []
            func wait(_ isLast: (Message) -> Bool) async throws {
                while let message = try await watcher.next() {
                    if message.event == "started", let text = message.text { spoken.append(text) }
                    if isLast(message) { return }
                }
            }
            func settled(_ id: String) async throws { try await wait { $0.event == "settled" && $0.id == id } }
            let app = try await Client(daemon.socket, hello: #""app":"org.example.App""#)
            try app.send(
                #"{"type":"screenChanged","id":"1","title":"Sign in","element":{"id":"p","label":"Password","value":"geheim","#
                    + #""traits":["secureTextEntry","isEditing"]},"elements":[{"id":"b","label":"Go","traits":["button"]},"#
                    + #"{"id":"k","label":"q","traits":["keyboardKey"]}]}"#)
            try await settled("1")
            try app.send(#"{"type":"elementActivated","id":"2","element":"k"}"#)
            try app.send(#"{"type":"elementUpdated","id":"3","element":"p","value":"geheimq"}"#)
            try await settled("3")
            try app.send(#"{"type":"elementFocused","id":"4","element":"b"}"#)
            try await settled("4")
            let other = try await Client(daemon.socket, hello: #""app":"org.example.Mail""#)
            try other.announce("5", "New mail from Ada", #""priority":"low""#)
            try await settled("5")
            try other.announce("6", "New mail from Eve", #""priority":"high""#)
            try await settled("6")
            other.close()
            _ = try await announceProcess(["--socket", daemon.socket, "--wait", "The end"]).exit()
            try await wait { _ in spoken.last == "The end" }
            return spoken
        }

        @Test("K3: A session that is recorded is spoken again by a replay, without its secrets")
        func recording() async throws {
            let file = folder.path("session.jsonl")
            let recorder = try await recorder(file)
            let spoken: [String] = try await session()
            #expect(spoken.count == 5 && spoken[1] == "Go. Button.", "\(spoken)")
            let text = try await content(of: file, with: "The end")
            recorder.signal(SIGINT)
            #expect(try await recorder.exit() == .signal(SIGINT))
            #expect(text.hasSuffix("}\n") && !text.contains("geheim") && !text.contains(#""element":"k""#) && text.contains("•••••••"))
            let again = try await replayed(file)
            #expect(again.started == spoken && again.error == [], "\(again), \(text)")
        }

        @Test func `A file that exists stays as it is, and without a daemon none is made`() async throws {
            let file = try folder.write("precious", to: "file")
            let refused = try announceProcess(["monitor", "--socket", daemon.socket, "--record", file])
            #expect(try await refused.error.remainingLines() == ["announce: \(file): it exists already; choose another name"])
            #expect(try await refused.exit() == .code(73))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
            let new = folder.path("new")
            let nowhere = try announceProcess(["monitor", "--no-reconnect", "--socket", folder.path("none"), "--record", new])
            #expect(try await nowhere.exit() == .code(69))
            #expect(unsafe access(new, F_OK) != 0)
            for wrong in [
                ["--record", new, "--json"], ["--record", new, "--class", "high"], ["--record", new, "--event", "cut"],
            ] {
                #expect(try await announceProcess(["monitor"] + wrong).exit() == .code(64), "\(wrong)")
            }
        }

        @Test func `When the disk is full it says so, and the file is complete up to there`() async throws {
            let file = folder.path("session.jsonl")
            // A file may have 1 KiB here.
            let script =
                "trap '' XFSZ; ulimit -f 1; exec '\(try builtProduct("announce"))' monitor --socket '\(daemon.socket)' --record '\(file)'"
            let recorder = try ChildProcess("bash", ["-c", script], environment: .inherited(with: americanEnglish), error: .pipe)
            // Bash may complain about the locale first.
            _ = try await recorder.error.firstLine { $0.contains("what clients of") }
            let client = try await Client(daemon.socket)
            for number in 0..<20 { try client.announce("\(number)", String(repeating: "long ", count: 20) + "\(number)", #""maxAge":0"#) }
            let said = try await recorder.error.nextLine()
            // Closed earlier, the rest would not be read.
            client.close()
            #expect(said == "announce: \(file): File too large; choose another file. It is complete up to here")
            #expect(try await recorder.exit() == .code(73))
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.hasSuffix("}\n") && text.utf8.count > 500)
            #expect(try await ReplayTests.outcome(ReplayTests.replay(file, "--seconds-per-word", "0.1")).exit == .code(0))
        }

        @Test func `It goes on with the next daemon in the same file, whoever reads its output; all of it is replayed`() async throws {
            let file = folder.path("session.jsonl")
            // No one reads its standard output.
            let script = "'\(try builtProduct("announce"))' monitor --socket '\(daemon.socket)' --record '\(file)' | :"
            let recorder = try ChildProcess("bash", ["-c", script], environment: .inherited(with: americanEnglish), error: .pipe)
            let begun = "announce: recording to \(file) what clients of \(daemon.socket) send, until Ctrl-C"
            _ = try await recorder.error.firstLine { $0 == begun }
            let client = try await Client(daemon.socket, hello: #""app":"org.example.App""#)
            try client.send(#"{"type":"elementFocused","id":"f","element":{"id":"e","label":"First"}}"#)
            try client.announce("1", "Then", #""priority":"low""#)
            #expect(try await client.finish("1").successful == true)
            _ = try await content(of: file, with: "Then")
            try await daemon.end()
            #expect(try await recorder.error.nextLine() == "announce: the daemon ended; waiting for the next one")
            let next = try await Daemon(["--device", "null"], socket: daemon.socket)
            #expect(try await recorder.error.nextLine() == begun)
            // Called as the one before, it is another client, without its elements.
            let other = try await Client(next.socket, hello: #""app":"org.example.Other""#)
            try other.announce("1", "Second")
            _ = try await content(of: file, with: "Second")
            let again = try await replayed(file)
            #expect(again.started == ["First.", "Then", "Second"] && again.error == [], "\(again)")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let ends = text.split(separator: "\n").filter { $0.contains(#""type":"disconnect""#) }
            #expect(ends.count == 1, "\(text)")
        }

        @Test func `With --no-reconnect, the recorder ends with the daemon`() async throws {
            let file = folder.path("session.jsonl")
            let recorder = try await recorder(file, "--client", "org.example.App", "--no-reconnect")
            let client = try await Client(daemon.socket, hello: #""app":"org.example.App""#)
            _ = try await announceProcess(["--socket", daemon.socket, "other"]).exit()
            try client.announce("1", "mine")
            _ = try await content(of: file, with: "mine")
            try await daemon.end()
            #expect(try await recorder.exit() == .code(74))
            #expect(
                try await recorder.error.remainingLines() == ["announce: \(file) is complete up to here", "announce: the daemon ended"])
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("other") == false)
        }
    }
}
