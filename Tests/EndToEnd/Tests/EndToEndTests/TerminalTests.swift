import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce` in a real terminal, as users run it, and in pipes, as scripts do.
    struct TerminalTests {
        /// Each command except `monitor`, which has separate tests; a command may depend on the ones before it.
        private static let commands: [(arguments: [String], code: Int32)] = [
            (["--wait", "Hello"], 0), (["--rate", "1", "x"], 64), (["say", "--wait", "stop"], 0), (["pipe"], 0), (["status"], 0),
            (["history"], 0), (["missed"], 0), (["explain", "nobody"], 1), (["voices", "--language", "en"], 0), (["settings"], 0),
            (["screen-changed", "--title", "Window", "--label", "OK"], 0), (["layout-changed", "--text", "New."], 0),
            (["focus", "--id", "a", "--label", "A", "--trait", "updatesFrequently"], 0), (["update", "--id", "a", "--value", "b"], 0),
            (["activate", "--id", "a"], 0), (["where", "--wait"], 0), (["repeat", "1", "--wait"], 0), (["remove", "--id", "a"], 0),
            (["page-scrolled", "Page 2"], 0), (["describe", "--label", "Play", "--trait", "button"], 0),
            (["run", "--", "echo", "ran"], 0), (["media", "run", "--", "echo", "ran"], 0), (["media", "begin", "--lease", "0"], 64),
            (["media", "end"], 1),
            (["pause"], 0), (["skip"], 0), (["stop"], 0), (["resume"], 0), (["next"], 3), (["previous", "--paragraph"], 0), (["again"], 0),
            (["details"], 0), (["mode"], 0), (["cancel", "nobody"], 1), (["doctor"], 1), (["help", "stop"], 0), (["media", "nope"], 64),
        ]

        @Test func `Each command says the same in a terminal as in a pipe, and ends alike`() async throws {
            let known = try await announceProcess(["--experimental-dump-help"]).output.remainingLines().joined()
            let names = try JSONDecoder().decode(Help.self, from: Data(known.utf8)).command.subcommands.map(\.commandName)
            #expect(Set(names).subtracting(Self.commands.map { $0.arguments[0] }) == ["monitor"])
            async let piped = run {
                let announce = try announceProcess($0, environment: $1)
                let said = try await announce.output.remainingLines() + announce.error.remainingLines()
                return (said, try await announce.exit())
            }
            async let shown = run {
                let terminal = try Terminal()
                let announce = try announceProcess($0, environment: $1, in: terminal)
                if $0 == ["pipe"] { try terminal.endInput() }
                let said = try await terminal.remainingLines()
                return (said, try await announce.exit())
            }
            for ((arguments, code), (piped, shown)) in try await zip(Self.commands, zip(piped, shown)) {
                #expect(piped.exit == .code(code) && shown.exit == .code(code), "\(arguments): \(piped)")
                #expect(!shown.said.contains { $0.contains("\u{1B}") })
                // The output of these changes from one run to the next.
                if !["status", "history", "doctor"].contains(arguments[0]) {
                    #expect(shown.said.sorted() == piped.said.sorted(), "\(arguments)")
                }
                #expect(shown.said.count == piped.said.count, "\(arguments)")
            }
        }

        /// Runs each command against a separate daemon, and returns its output and exit.
        private func run(
            _ one: ([String], [String: String?]) async throws -> (said: [String], exit: ChildProcess.Exit)
        ) async throws -> [(said: [String], exit: ChildProcess.Exit)] {
            let daemon = try await Daemon(["--device", "null"])
            var all: [(said: [String], exit: ChildProcess.Exit)] = []
            for (arguments, _) in Self.commands {
                all.append(try await one(arguments, ["ANNOUNCED_SOCKET": daemon.socket, "NO_COLOR": "1"]))
            }
            return all
        }

        /// The output of `--experimental-dump-help`.
        private struct Help: Decodable {
            struct Command: Decodable { var commandName: String }
            struct Root: Decodable { var subcommands: [Command] }
            var command: Root
        }

        @Test func `--highlight marks each word as it is heard, line by line, and leaves the plain text`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let say = ["--socket", daemon.socket, "--highlight", "--rate", "400"]
            func shown(_ text: String, columns: Int = 80, _ environment: [String: String?] = [:]) async throws -> String {
                let terminal = try Terminal(columns: columns, rows: 4)
                let announce = try announceProcess(say + [text], environment: environment, in: terminal)
                let shown = try await terminal.rest()
                #expect(try await announce.exit() == .code(0))
                return shown
            }
            let redraw = "\r\u{1B}[K"
            let (on, off) = ("\u{1B}[7m", "\u{1B}[27m")
            #expect(
                try await shown("Alpha bravo") == redraw + on + "Alpha" + off + " bravo" + redraw + "Alpha " + on + "bravo" + off
                    + redraw + "Alpha bravo\r\n")
            let underlined = try await shown("Alpha", ["NO_COLOR": "1"])
            #expect(underlined == redraw + "\u{1B}[4mAlpha\u{1B}[24m" + redraw + "Alpha\r\n")
            #expect(try await shown("Alpha bravo", ["TERM": "dumb"]) == "Alpha bravo\r\n")
            // Longer than the window, with characters that take two columns.
            let words = "Alpha bravo charlie 日本 delta\necho foxtrot golf hotel india juliet kilo lima"
            let narrow = try await shown(words, columns: 20)
            let lines = narrow.components(separatedBy: "\r\n")
            let left = lines.map { $0.components(separatedBy: redraw).last ?? "" }
            #expect(left == ["Alpha bravo charlie ", "日本 delta", "echo foxtrot golf ", "hotel india juliet ", "kilo lima", ""])
            for word in words.split(whereSeparator: { " \n".contains($0) }) where word != "日本" {
                #expect(narrow.components(separatedBy: on + word + off).count == 2, "\(word)")
            }
            let piped = try announceProcess(say + ["Alpha bravo"])
            #expect(try await piped.output.remainingLines() == ["Alpha bravo"])
            #expect(try await piped.exit() == .code(0))
        }

        @Test func `--highlight: Ctrl-C leaves the line that was heard plain`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let terminal = try Terminal(columns: 20)
            let say = try announceProcess(
                ["--socket", daemon.socket, "--highlight", "Alpha bravo charlie delta echo foxtrot golf hotel india"], in: terminal)
            try await terminal.show("\u{1B}[7mbravo\u{1B}[27m")
            try terminal.interrupt()
            let rest = try await terminal.rest()
            #expect(rest.hasSuffix("\r\u{1B}[KAlpha bravo charlie \r\n") || rest.hasSuffix("\r\u{1B}[Kdelta echo foxtrot \r\n"), "\(rest)")
            #expect(try await say.exit() == .code(130))
            do {
                let refused = try announceProcess(["--highlight", "x", "--ssml"])
                #expect(try await refused.error.remainingLines().first?.contains("--highlight: ") == true)
                #expect(try await refused.exit() == .code(64))
            }
        }

        @Test func `pipe: what is typed is heard line by line; Ctrl-D ends it, and Ctrl-C silences what is its own`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let terminal = try Terminal()
            let start = SuspendingClock.now
            let typed = try stage.announce("pipe", in: terminal)
            try terminal.type("One line.\n")
            let first = try await stage.capture.heard(after: start, untilQuiet: .milliseconds(400))
            #expect(try await first.sound.isLike(reference("One line.")))
            try terminal.endInput()
            #expect(try await typed.exit() == .code(0))
            #expect(try await terminal.remainingLines() == ["One line."])

            let second = try Terminal(echo: false)
            let cut = try stage.announce("pipe", in: second)
            let again = SuspendingClock.now
            try second.type("alpha bravo charlie delta echo foxtrot golf hotel\nnever\nnever\nnever\nnever\nnever\nnever\n")
            _ = try await stage.capture.firstSound(after: again)
            try client.announce("b", "It goes on.", #""queue":true"#)
            try await client.reply("b")
            try second.interrupt()
            #expect(try await cut.exit() == .code(130))
            #expect(try await second.remainingLines() == [])
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await stage.capture.all(since: again)
            let last = try await reference("It goes on.")
            #expect(try heard.place(of: last) < 2)
            let (rest, end) = (heard.withoutGaps, last.withoutGaps)
            #expect(try rest.duration < .seconds(rest.place(of: end)) + end.duration + .milliseconds(300))
        }

        @Test func `A second Ctrl-C ends it at once, though the daemon does not answer any more`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let client = try await Client(daemon.socket)
            let terminal = try Terminal()
            let pipe = try announceProcess(["pipe", "--socket", daemon.socket], in: terminal)
            try terminal.type("alpha bravo charlie delta\n")
            try await client.awaitStatus({ $0.speaking != nil }, is: true)
            try suspend(daemon.process.processID)
            defer { daemon.process.signal(SIGCONT) }
            try terminal.interrupt()
            try await terminal.show("^C")
            try terminal.interrupt()
            #expect(try await pipe.exit() == .code(130))
        }
    }
}
