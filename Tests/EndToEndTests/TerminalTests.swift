import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce` in a real terminal, as people use it, and in pipes, as scripts do.
    struct TerminalTests {
        @Test func `Each command says the same in a terminal as in a pipe, and ends alike`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let commands: [(arguments: [String], code: Int32)] = [
                (["--wait", "Hello"], 0), (["status"], 0), (["voices", "--language", "en"], 0), (["history"], 0),
                (["explain", "nobody"], 1), (["settings"], 0), (["focus", "--id", "a", "--label", "A"], 0),
                (["describe", "--label", "Play", "--trait", "button"], 0), (["cancel", "nobody"], 1),
                (["media", "run", "--", "echo", "ran"], 0), (["--rate", "1", "x"], 64),
            ]
            for (arguments, code) in commands {
                let all = ["--socket", daemon.socket]
                let words = arguments.first == "media" ? 2 : arguments.first == "describe" ? 0 : 1
                let line =
                    arguments[0] == "describe"
                    ? arguments : arguments[0].hasPrefix("-") ? all + arguments : arguments[..<words] + all + arguments[words...]
                let piped = try announceProcess(line)
                let output = try await piped.output.remainingLines()
                let error = try await piped.error.remainingLines()
                #expect(try await piped.exit() == .code(code), "\(arguments): \(error)")
                let terminal = try Terminal(columns: 200)
                let shown = try announceProcess(line, in: terminal)
                let lines = try await terminal.remainingLines()
                #expect(try await shown.exit() == .code(code), "\(arguments): \(lines)")
                #expect(!lines.contains { $0.contains("\u{1B}") })
                // What these tell goes on from one run to the next.
                if arguments[0] == "status" || arguments[0] == "history" { continue }
                #expect(lines.sorted() == (output + error).sorted(), "\(arguments)")
            }
        }

        @Test func `A misspelt command is spoken, and a terminal is told what may have been meant`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let environment: [String: String?] = ["ANNOUNCED_SOCKET": daemon.socket]
            let note = "announce: \"staus\" was taken as a text to be spoken; did you mean `announce status`?"
            for (words, told) in [(["staus"], [note]), (["--wait", "staus"], [note]), (["say", "staus"], []), (["staus", "x"], [])] {
                let terminal = try Terminal(columns: 200)
                let shown = try announceProcess(words, environment: environment, in: terminal)
                #expect(try await terminal.remainingLines() == told, "\(words)")
                #expect(try await shown.exit() == .code(0))
            }
            let piped = try announceProcess(["staus"], environment: environment)
            #expect(try await piped.error.remainingLines() == [])
            #expect(try await piped.exit() == .code(0))
        }

        @Test func `--progress shows the words in a terminal, one after another in the same place, and leaves nothing there`() async throws
        {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let say = ["--socket", daemon.socket, "--wait", "--progress", "--rate", "400", "Alpha bravo charlie"]
            let terminal = try Terminal()
            let shown = try announceProcess(say, in: terminal)
            for word in ["Alpha", "bravo", "charlie"] { #expect(try await terminal.show(word) == "\r\u{1B}[K\(word)") }
            #expect(try await terminal.rest() == "\r\u{1B}[K")
            #expect(try await shown.exit() == .code(0))
            let piped = try announceProcess(say)
            #expect(try await piped.output.remainingLines() == [])
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
            let rest = try await stage.capture.heard(after: again, untilQuiet: .milliseconds(500)).sound
            let place = try await rest.place(of: reference("It goes on."))
            #expect(place < 2)
            #expect(try await rest.duration < .seconds(place) + reference("It goes on.").duration + .milliseconds(300))
        }

        @Test func `A second Ctrl-C ends it at once, though the daemon does not answer any more`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let client = try await Client(daemon.socket)
            let terminal = try Terminal()
            let pipe = try announceProcess(["pipe", "--socket", daemon.socket], in: terminal)
            try terminal.type("alpha bravo charlie delta\n")
            while try await client.ask("status").status?.speaking == nil {}
            daemon.process.signal(SIGSTOP)
            defer { daemon.process.signal(SIGCONT) }
            try terminal.interrupt()
            try await terminal.show("^C")
            try terminal.interrupt()
            #expect(try await pipe.exit() == .code(130))
        }
    }
}
