import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// How the command `announce` ends.
    struct ExitCodeTests {
        @Test(arguments: [
            ["--nonsense"], ["--rate", "5000", "a"], ["--pitch", "x", "a"], ["--priority", "urgent", "a"], ["--progress", "a"],
            ["--supersede", "current", "a"], [""], [], ["cancel"], ["settings", "rate", "5"], ["settings", "colour"],
        ])
        func `Exit 64: wrong usage, told on standard error`(arguments: [String]) async throws {
            let announce = try announceProcess(arguments)
            #expect(try await announce.exit() == .code(64))
            #expect(try await announce.output.remainingLines() == [])
            #expect(try await !announce.error.remainingLines().isEmpty)
        }

        @Test(arguments: [["--no-start", "a"], ["stop"], ["status", "--json"], ["voices"], ["settings"], ["cancel", "1"]])
        func `Exit 69: no daemon`(arguments: [String]) async throws {
            let folder = try TemporaryFolder()
            let announce = try announceProcess(arguments, environment: ["ANNOUNCED_SOCKET": folder.path("none")])
            #expect(try await announce.exit() == .code(69))
            #expect(try await announce.error.remainingLines().first?.contains(folder.path("none")) == true)
        }

        @Test func `Exit 64: a text that no announcement can hold`() async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(String(repeating: "x", count: 100_001), to: "text")
            let announce = try announceProcess([], input: .file(file))
            #expect(try await announce.exit() == .code(64))
            #expect(try await announce.error.remainingLines().first?.contains("100000 bytes") == true)
        }

        @Test func `Exit 1: refused by the daemon, which says why`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            for (arguments, reason) in [
                (["--language", "enn", "a"], "near matches: "), (["--voice", "english (americ)", "--wait", "a"], "English (America)"),
                (["cancel", "nobody's"], "nobody's"), (["settings", "voice", "nobody"], "nobody"),
                (["voices", "--language", "qqq"], "qqq"),
            ] {
                let announce = try announceProcess(["--socket", daemon.socket] + arguments)
                #expect(try await announce.exit() == .code(1), "\(arguments)")
                let said = try await announce.error.remainingLines()
                #expect(said.count == 1 && said[0].hasPrefix("announce: ") && said[0].contains(reason), "\(said)")
            }
        }

        @Test func `Exit 3: not heard, with the reason`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            for (arguments, reason) in [(["--max-age", "0", "Too late."], "expired"), (["   "], "unspeakable")] {
                let announce = try announceProcess(["--socket", daemon.socket] + ["--wait"] + arguments)
                #expect(try await announce.exit() == .code(3))
                #expect(try await announce.error.remainingLines() == ["announce: not heard: \(reason)"])
            }
        }

        @Test func `Exit 74: the connection was lost`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            let announce = try announceProcess(["--socket", daemon.socket, "--wait", "A sentence of some length."])
            try await watcher.message { $0.event == "started" }
            daemon.process.signal(SIGKILL)
            #expect(try await announce.exit() == .code(74))
            #expect(try await announce.error.remainingLines() == ["announce: the connection to the daemon was lost"])
        }

        @Test func `Ctrl-C under --wait silences its own announcement and exits 130`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let start = SuspendingClock.now
            let announce = try stage.announce("--wait", "alpha bravo charlie delta echo foxtrot golf hotel")
            _ = try await stage.capture.firstSound(after: start)
            try client.announce("b", "It goes on.", #""queue":true"#)
            try await client.reply("b")
            announce.signal(SIGINT)
            #expect(try await announce.exit() == .code(130))
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await stage.capture.heard(after: start, untilQuiet: .milliseconds(500)).sound
            #expect(try await heard.place(of: reference("It goes on.")) < 1.5)
        }
    }
}
