import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The exit codes of `announce`, and wrong usage of `announced`.
    struct ExitCodeTests {
        @Test(arguments: [
            ["--nonsense"], ["--rate", "5000", "a"], ["--pitch", "x", "a"], ["--priority", "urgent", "a"],
            ["--supersede", "current", "a"], [""], ["--wav", "-", ""], ["--raw", "", "a"], ["--dry-run", "--ipa", "a"],
            ["--wav", "a.wav", "--raw", "b", "c"], ["--file", "a", "b"], ["--file", "a", "--highlight"], ["--file", "a", "--ssml"],
            ["--ssml", "--markdown", "a"], ["--code", "a"], ["pipe", "--markdown", "--prefix", "a"],
            ["--ipa", "--highlight", "a"], ["--ipa", "--socket", "s", "a"], ["describe", "--label", "a", "--ipa", "--json"],
            ["pipe", "--wav", "-"], ["run", "--wav", "-", "--", "echo", "ran"], [], ["cancel"], ["cancel", "--group", ""],
            ["say", "--group", "", "a"], ["settings", "rate", "5"], ["settings", "colour"], ["mode", "quiet"],
            ["focus"], ["focus", "--label", "a", "--by", "cat"], ["focus", "--label", "a", "--kind", "date"],
            ["focus", "--label", "a", "--index", "1"], ["focus", "--label", "a", "--container", "list", "--index", "0"],
            ["focus", "--id", "", "--label", "a"], ["layout-changed", "--text", "a", "--label", "b"], ["screen-changed", "--id", "a"],
            ["update"], ["update", "--id", "a"], ["activate"], ["remove"], ["page-scrolled"], ["page-scrolled", ""], ["repeat", "0"],
            ["repeat", "x"], ["status", "--socket", ""], ["--socket", "", "a"], ["history", "--limit", "201"], ["explain", ""],
            ["missed", "--speak", "--json"], ["describe"],
            ["describe", "--id", "a"],
            ["media", "sing"], ["media", "run"], ["media", "run", "--", ""], ["media", "begin", "--lease", "3601"],
            ["media", "begin", "--mode", "x"], ["media", "extend", "--lease", "-1"], ["media", "end", "--session", ""],
            ["media", "end", "--all", "--of", "a"], ["media", "end", "--of", ""],
        ])
        func `Exit 64: wrong usage, reported on standard error`(arguments: [String]) async throws {
            let announce = try announceProcess(arguments)
            #expect(try await announce.exit() == .code(64))
            #expect(try await announce.output.remainingLines() == [])
            #expect(try await !announce.error.remainingLines().isEmpty)
        }

        @Test(arguments: ["--socket", "--speech-dispatcher"])
        func `Exit 64: announced needs a path for a socket`(option: String) async throws {
            let announced = try ChildProcess(builtProduct("announced"), [option, ""], output: .pipe, error: .pipe)
            #expect(try await announced.exit() == .code(64))
            #expect(try await announced.error.nextLine() == "Error: \(option): expected a path, found nothing")
        }

        @Test func `Exit 64: announced has no such command`() async throws {
            let announced = try ChildProcess(builtProduct("announced"), ["nonsense"], output: .pipe, error: .pipe)
            #expect(try await announced.exit() == .code(64))
            #expect(try await announced.error.nextLine() == "Error: Unexpected argument 'nonsense'")
            #expect(try await announced.output.remainingLines() == [])
        }

        @Test(arguments: [
            ["--no-start", "a"], ["stop"], ["status", "--json"], ["voices"], ["settings"], ["cancel", "1"],
            ["focus", "--label", "a"], ["layout-changed"], ["screen-changed"], ["update", "--id", "a", "--value", "b"],
            ["activate", "--id", "a"], ["remove", "--id", "a"], ["page-scrolled", "a"], ["where"], ["repeat"], ["history"],
            ["explain", "1"], ["explain"], ["missed"], ["media", "begin"], ["media", "extend"], ["media", "end"],
            ["media", "end", "--all"],
            ["media", "list"], ["media", "run", "--", "true"],
        ])
        func `Exit 69: no daemon`(arguments: [String]) async throws {
            let folder = try TemporaryFolder()
            let announce = try announceProcess(arguments, environment: ["ANNOUNCED_SOCKET": folder.path("none")])
            #expect(try await announce.exit() == .code(69))
            let said = try await announce.error.remainingLines().first
            #expect(said?.contains("\(folder.path("none")) (No such file or directory); start one there with") == true, "\(said ?? "")")
        }

        @Test(arguments: [
            (["--max-age", "-1", "a"], "--max-age: expected seconds"), (["--rate", "-1", "a"], "--rate: expected 80 to 900"),
            (["--id", "", "a"], "--id: expected 1 to 64"),
            (["--id", "a", "--file", "a"], "expected no --highlight, --ssml, --sound, --supersede and --id"),
            (["settings", "inflection", "+5"], "inflection: expected 0 to 100, found +5"),
            (["--markdown", "--file", "a"], "expected no --markdown; `announce pipe --markdown < FILE` reads Markdown"),
            (["--pitch", "-1", "a"], "--pitch: expected 0 to 100"), (["--volume", "-1", "a"], "--volume: expected 0 to 100"),
            (["settings", "language", ""], "language: expected a value"),
            (["settings", "verbosty"], "\"verbosty\" is not a setting; near matches: \"verbosity\""),
            (["settings", "interval", "4000"], "interval: expected seconds, 0 to 3600, found 4000"),
            (["settings", "hints", "maybe"], "hints: expected true, false, found maybe"),
            (["settings", "rate", "--forget"], "--forget: it removes all that was saved"),
            (["focus", "--label", "a", "--trait", "buton"], "--trait: \"buton\" is unknown; near matches: \"button\""),
            (["describe", "--trait", "qqq"], "expected one of none, button, link"), (["settings", "rate", ""], "rate: expected a value"),
        ])
        func `Exit 64: a value that is out of range or empty is reported with what is expected`(arguments: [String], reason: String)
            async throws
        {
            let announce = try announceProcess(arguments)
            #expect(try await announce.exit() == .code(64))
            #expect(try await announce.error.remainingLines().first?.contains(reason) == true)
        }

        @Test(arguments: [
            (["-5 degrees"], "-5 degrees"), (["-h is for help"], "-h is for help"), (["say", "--wait", "-5"], "-5"),
            (["--priority", "hihg", "-5 degrees"], nil), (["--max-age", "-1", "a"], nil), (["-x"], nil), (["repeat", "-1"], nil),
            (["--wait", "--", "-x", "-5"], nil),
        ])
        func `Exit 64: the error for a text that begins with - says how to write it`(arguments: [String], text: String?) async throws {
            let folder = try TemporaryFolder()
            let none = ["--socket", folder.path("none")]
            let announce = try announceProcess(arguments.first == "repeat" ? arguments + none : none + ["--no-start"] + arguments)
            let said = try await announce.error.remainingLines()
            let advice = text.map { "announce: write -- before a text that begins with -: -- \"\($0)\"" }
            #expect((said.last { $0.contains("write --") }) == advice, "\(said)")
            #expect(try await announce.output.remainingLines() == [])
            #expect(try await announce.exit() == .code(arguments.contains("--") ? 69 : 64))
        }

        @Test func `Exit 64: a text that no line of the protocol can hold, as it is sent; one that it can hold is taken`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let folder = try TemporaryFolder()
            let recorder = try await Client(daemon.socket)
            try await recorder.beginRecording()
            // Characters that JSON escapes take twice the space.
            for (text, count, code) in [("x", 262_144, 64), ("\"x", 100_000, 64), ("x", 260_000, 3)] {
                let file = try folder.write(String(repeating: text, count: count), to: "text")
                let announce = try announceProcess(["--socket", daemon.socket, "--wait", "--max-age", "0"], input: .file(file))
                #expect(try await announce.exit() == .code(Int32(code)))
                let said = try await announce.error.remainingLines()
                #expect(
                    said.count == 1 && said[0].contains(code == 64 ? "at most 262144 bytes; `announce --file -` takes more" : "expired"),
                    "\(said)")
            }
            recorder.close()
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
            let recorder = try await Client(daemon.socket)
            try await recorder.beginRecording()
            for (arguments, reason) in [
                (["--max-age", "0", "Too late."], "it waited for too long (expired)"),
                (["   "], "there is nothing in it that can be spoken (unspeakable)"),
            ] {
                let announce = try announceProcess(["--socket", daemon.socket] + ["--wait"] + arguments)
                #expect(try await announce.exit() == .code(3))
                #expect(try await announce.error.remainingLines() == ["announce: not heard: \(reason)"])
            }
            recorder.close()
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

        @Test func `Exit 74: a daemon that hangs is not waited for without end`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            try suspend(daemon.process.processID)
            let commands = [
                ["a plain text"], ["--priority", "low", "text"], ["--wait", "text"], ["stop"], ["pause"], ["focus", "--label", "A"],
                ["pipe"],
            ]
            let all = try commands.map { try announceProcess($0, environment: ["ANNOUNCED_SOCKET": daemon.socket]) }
            for announce in all {
                let told = "announce: the daemon at \(daemon.socket) does not answer; `announce doctor` says what to do"
                #expect(try await announce.error.remainingLines(within: .seconds(60)) == [told])
                #expect(try await announce.exit() == .code(74))
            }
            // A request that failed must not be carried out later: if the user retried it, it would be heard twice.
            daemon.process.signal(SIGCONT)
            let client = try await Client(daemon.socket)
            #expect(try await client.ask("status").status?.paused == false)
            let history = try announceProcess(["history", "--json", "--socket", daemon.socket])
            #expect(try await history.output.remainingLines() == ["[]"])
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
            let heard = try await stage.capture.all(since: start)
            #expect(try await heard.place(of: reference("It goes on.")) < 1.5)
        }
    }
}
