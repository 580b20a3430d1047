import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce run`: another command, and how it ended.
    struct RunCommandTests {
        /// A daemon whose device plays instantly.
        let daemon: Daemon
        let watcher: Client

        init() async throws {
            daemon = try await Daemon(["--device", "null"])
            watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
        }

        func run(
            _ options: [String] = [], _ command: String..., environment: [String: String?] = [:], input: ChildProcess.Stream = .null
        ) throws -> ChildProcess {
            try announceProcess(
                ["run", "--socket", daemon.socket] + options + ["--", "sh", "-c"] + command, environment: environment, input: input)
        }

        /// Waits for the next text that is spoken.
        func spoken() async throws -> String? { try await watcher.message { $0.event == "started" }.text }

        @Test(
            arguments: [
                ("true", 0, "sh finished after zero seconds"), ("exit 7", 7, "sh failed, exit 7"),
                ("echo fine; echo 'a.c:1: error: no' >&2; echo 'make: *** Error 1' >&2; exit 2", 2, "sh failed, exit 2. a.c:1: error: no"),
                ("echo only output; kill -9 $$", 137, "sh was ended, killed. only output"),
                ("kill -SEGV $$", 139, "sh crashed, segmentation fault"),
                ("exit 134", 134, "sh crashed, aborted"), ("exit 200", 200, "sh failed, exit 200"),
                ("exit 129", 129, "sh failed, exit 129"), ("kill -PIPE $$", 141, "sh was ended, broken pipe"),
                ("echo 'a failed'; echo 'no errors found'; exit 1", 1, "sh failed, exit 1. a failed"),
            ] as [(String, Int32, String)])
        func `The end of the command is spoken, with its error, and its exit code is kept`(
            _ command: String, _ code: Int32, _ text: String
        ) async throws {
            let run = try run([], command)
            #expect(try await run.exit() == .code(code))
            #expect(try await spoken() == text)
        }

        @Test func `An error that a line already waits to say is said once, and results of two commands are both heard`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["started","cut","finished"]}"#)
            try await client.reply("s")
            try client.announce("long", "alpha bravo charlie delta echo foxtrot golf hotel")
            let command = ["sh", "-c", "echo 'x.c:1: error: no'; exit 2"]
            let run = try announceProcess(["run", "--socket", stage.daemon.socket, "--lines", "error", "--"] + command)
            let first = try await client.message { $0.event == "started" && $0.text?.hasPrefix("sh failed") == true }
            // It cuts, and is cut by the next result.
            let other = try announceProcess(["run", "--socket", stage.daemon.socket, "--", "true"])
            for text in ["true finished after zero seconds", first.text] {
                try await client.message { $0.event == "finished" && $0.text == text && $0.successful == true }
            }
            #expect(try await run.exit() == .code(2))
            #expect(try await other.exit() == .code(0))
            let texts = try await client.allSoFar().filter { $0.event == "started" }.map { $0.text ?? "" }
            #expect(!texts.contains("x.c:1: error: no"))
        }

        @Test func `Lines that come faster than they can be spoken do not slow the command down, and are counted`() async throws {
            daemon.process.signal(SIGSTOP)
            let run = try run(["--lines", "."], "seq 20000; echo end >&2")
            // All is passed on although nothing is spoken.
            #expect(try await run.output.remainingLines().count == 20_000)
            daemon.process.signal(SIGCONT)
            let said = try await run.error.remainingLines()
            #expect(said.first == "end" && said.contains { $0.hasSuffix(" lines of --lines came too fast to be spoken") }, "\(said)")
            #expect(try await run.exit() == .code(0))
        }

        @Test(arguments: ["--ignore-signal=CHLD", "--block-signal"])
        func `Its exit code is kept if the parent ignores the ends of children, or blocks signals`(option: String) async throws {
            let announce = try builtProduct("announce")
            let run = try ChildProcess("env", [option, announce, "run", "--socket", daemon.socket, "--", "sh", "-c", "exit 7"])
            #expect(try await run.exit() == .code(7))
            #expect(try await spoken() == "sh failed, exit 7")
        }

        @Test func `Output, errors, input and arguments are the command's own`() async throws {
            let run = try run([], "cat; printf 'no end'; echo \"$1\" >&2", "sh", "--help", input: .pipe)
            try run.write("in\n")
            run.closeInput()
            #expect(try await run.output.remainingLines() == ["in", "no end"])
            #expect(try await run.error.remainingLines() == ["--help"])
            #expect(try await run.exit() == .code(0))
        }

        @Test func `All output arrives, and a child that keeps the output open does not delay the end`() async throws {
            let run = try run([], "seq 1 200000; sleep 1000 & echo $!")
            let lines = try await run.output.remainingLines()
            #expect(lines.count == 200_001 && lines[199_999] == "200000")
            #expect(try await run.exit() == .code(0))
            kill(try #require(pid_t(lines[200_000])), SIGKILL)
        }

        @Test func `Chosen lines are spoken meanwhile, in order`() async throws {
            let folder = try TemporaryFolder()
            let run = try run(
                ["--lines", "FAIL|warn", "--rate", "900"],
                "echo ok; echo FAIL one; echo warn two; while [ ! -e \"$1\" ]; do sleep 0.05; done",
                "sh", folder.path("go"))
            #expect(try await spoken() == "FAIL one")
            #expect(try await spoken() == "warn two")
            try folder.write("", to: "go")
            #expect(try await run.output.remainingLines() == ["ok", "FAIL one", "warn two"])
            #expect(try await spoken()?.hasPrefix("sh finished after") == true)
        }

        @Test func `U9: progress among the chosen lines is spoken in steps, and passed on as it is`() async throws {
            let recording = repositoryFile("Tests/Recordings/pv")
            let command = ["sh", "-c", "cat \(recording); cat"]
            let run = try announceProcess(["run", "--socket", daemon.socket, "--lines", "ETA|100", "--"] + command, input: .pipe)
            // Lines that still wait when the command ends are not spoken, so it ends later.
            var heard = [try await spoken() ?? ""]
            run.closeInput()
            #expect(try await run.output.remainingLines().joined().utf8.count > 400)
            #expect(try await run.exit() == .code(0))
            while heard.last?.contains("finished") != true { heard.append(try await spoken() ?? "") }
            #expect(
                heard.dropLast().allSatisfy { ["15%", "31%", "47%", "62%", "78%", "94%", "100%"].contains($0) } && heard.count > 1,
                "\(heard)")
        }

        @Test func `Arguments need not be UTF-8, and a script that names no interpreter is the shell's`() async throws {
            let folder = try TemporaryFolder()
            let script = try folder.write("printf '%s' \"$1\" | od -An -tx1\n", to: "script")
            #expect(unsafe chmod(script, 0o700) == 0)
            for (command, path) in [(script, ""), ("script", "PATH='\(folder.path)':$PATH ")] {
                for media in ["", "media "] {
                    let line = "\(path)exec \"$0\" \(media)run --socket \"$1\" -- \(command) \"$(printf 'caf\\351')\""
                    let shell = try ChildProcess(
                        "bash", ["-c", line, builtProduct("announce"), daemon.socket], environment: .inherited(with: americanEnglish))
                    #expect(try await shell.output.remainingLines() == [" 63 61 66 e9"], "\(line)")
                    #expect(try await shell.exit() == .code(0), "\(line)")
                }
            }
        }

        @Test func `A command that does not exist is reported in words and sound`() async throws {
            let run = try announceProcess(["run", "--socket", daemon.socket, "--", "no-such-command"])
            #expect(try await run.error.remainingLines() == ["announce: no-such-command: No such file or directory"])
            #expect(try await run.exit() == .code(127))
            #expect(try await spoken() == "no-such-command failed, exit 127. No such file or directory")
        }

        @Test func `A command that does not exist is reported, and so is a daemon that can't be reached`() async throws {
            let run = try announceProcess(["run", "--socket", "/dev/null/none", "--no-start", "--", "no-such-command"])
            let errors = try await run.error.remainingLines()
            #expect(errors.first == "announce: no-such-command: No such file or directory")
            #expect(errors.count == 2 && errors.last?.hasPrefix("announce: no daemon listens at /dev/null/none") == true, "\(errors)")
            #expect(try await run.exit() == .code(127))
        }

        @Test func `An unknown voice or language is reported while the command runs, and the usual one speaks`() async throws {
            for (options, sentence) in [
                (["--voice", "nobody"], "voice: \"nobody\" is unknown; "), (["--language", "zz"], "language: \"zz\" is unknown; "),
                (["--voice", "de+nonsense"], "voice: the variant \"+nonsense\" is unknown; "),
            ] {
                let run = try run(options + ["--lines", "go"], "cat; exit 3", input: .pipe)
                let line = try await run.error.nextLine()
                #expect(
                    line?.hasPrefix("announce: \(sentence)") == true && line?.hasSuffix("; the usual voice speaks") == true, "\(line ?? "")"
                )
                try run.write("go\n")
                #expect(try await spoken() == "go")
                run.closeInput()
                #expect(try await run.exit() == .code(3))
                #expect(try await spoken() == "sh failed, exit 3")
                #expect(try await run.error.remainingLines() == [])
            }
            for voice in ["en-us+f3", "English (America)+michel"] {
                let known = try run(["--voice", voice], "exit 3")
                #expect(try await known.error.remainingLines() == [])
                #expect(try await known.exit() == .code(3))
            }
        }

        @Test("D6: A line of the output whose turn never came is not counted as missed")
        func notMissed() async throws {
            try watcher.send(#"{"type":"subscribe","id":"f","events":["finished"]}"#)
            try await watcher.ask("pause")
            let run = try run(["--lines", "."], "seq 300")
            #expect(try await run.exit() == .code(0))
            // More than can be spoken within a minute; the first ones are kept.
            #expect(try await run.error.remainingLines().contains("announce: 100 lines of --lines came too fast to be spoken"))
            #expect(try await watcher.ask("status").status?.waiting == ["default": 1, "low": 200])
            try await watcher.ask("stop")
            try await watcher.message { $0.event == "finished" && $0.text == "1" && $0.reason == "stopped" }
            #expect(try await announceProcess(["missed", "--socket", daemon.socket]).output.remainingLines() == [])
        }

        @Test func `A full disk is reported, and the command runs to its end`() async throws {
            let run = try announceProcess(
                ["run", "--socket", daemon.socket, "--", "sh", "-c", "seq 1 100000; echo still >&2"], output: .file("/dev/full"))
            #expect(try await run.error.remainingLines() == ["announce: standard output: No space left on device", "still"])
            #expect(try await run.exit() == .code(74))
            #expect(try await spoken() == "sh failed, exit 74. still")
        }

        @Test func `A child's output after the end is not waited for, and one file for output and errors keeps their order`()
            async throws
        {
            let folder = try TemporaryFolder()
            let endless = try run([], "yes & echo $!; exit 3")
            let child = try #require(try await endless.output.firstLine(where: { $0 != "y" }).flatMap { pid_t($0) })
            _ = try await endless.output.remainingLines()
            #expect(try await endless.exit() == .code(3))
            kill(child, SIGKILL)
            let log = folder.path("log")
            let run = try ChildProcess(
                "sh",
                [
                    "-c", #""$0" run --socket "$1" -- sh -c 'for i in 1 2 3 4 5 6; do echo o$i; echo e$i >&2; done' >"$2" 2>&1"#,
                    builtProduct("announce"), daemon.socket, log,
                ])
            #expect(try await run.exit() == .code(0))
            #expect(try String(contentsOfFile: log, encoding: .utf8) == (1...6).map { "o\($0)\ne\($0)\n" }.joined())
        }

        // A low end does not cut the line.
        @Test func `Wrong options are named, and the command does not run`() async throws {
            for (options, message) in [
                (["--lines", "(", "--", "echo", "ran"], "missing closing parenthesis"), ([], "-- <command>"),
                (["--", ""], "expected -- and a COMMAND"),
            ] {
                let run = try announceProcess(["run", "--socket", daemon.socket] + options)
                #expect(try await run.output.remainingLines() == [])
                #expect(try await run.error.remainingLines().first?.contains(message) == true)
                #expect(try await run.exit() == .code(64))
            }
        }
    }
}
