import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce pipe`: lines of text, each an announcement.
    struct PipeCommandTests {
        /// A daemon whose device plays instantly.
        let daemon: Daemon
        let watcher: Client
        private let expired = "announce: not heard: it waited for too long (expired)"

        init() async throws {
            daemon = try await Daemon(configuration: "media.hold = 0\n", ["--device", "null"])
            watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","mediaSession"]}"#)
            try await watcher.reply("s")
        }

        func pipe(_ arguments: [String] = [], input: ChildProcess.Stream = .pipe) throws -> ChildProcess {
            try announceProcess(["pipe", "--socket", daemon.socket] + arguments, input: input)
        }

        /// Returns the texts begun until now.
        func heard() async throws -> [String] {
            try await watcher.allSoFar().filter { $0.event == "started" }.map { $0.text ?? "" }
        }

        @Test func `Each line is heard, in its order, and nothing else`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(configuration: steady, environment: pcm.environment)
            let lines = ["One line.", "Another one.", "Another one.", "50 percent"]
            let pipe = try announceProcess(["pipe", "--socket", daemon.socket], input: .pipe)
            try pipe.write(lines.joined(separator: "\r\n") + "\n\n")
            pipe.closeInput()
            #expect(try await pipe.error.remainingLines() == [])
            #expect(try await pipe.exit() == .code(0))
            try await daemon.end()
            var expected = Sound([])
            for line in lines {
                let reference = ESpeakReference(line, voice: steadyVoice, rate: 240)
                expected = try await expected + reference.sound().trimmedStart(threshold: 31)
            }
            let heard = try pcm.samples()
            #expect(heard.samples == expected.samples, "\(heard), expected \(expected)")
        }

        @Test func `Progress bars, colours, broken text and long lines are lines too, and options are those of announcements`() async throws
        {
            let sentences = (1...600).map { "Number \($0)." }.joined(separator: " ")
            let cases: [(input: [UInt8], options: [String], heard: [String])] = [
                (Array("10 %\r20 %\r\n\u{1B}[31merror\u{1B}[0m:\tno\n".utf8), [], ["10%", "20%", "error: no"]),
                ([0x61, 0x00, 0x07, 0xFF, 0x62, 0x0A, 0x1B, 0x5B], [], ["a\u{FFFD}b"]),
                (Array("one\ntwo".utf8), ["--prefix", "Build:", "--priority", "default"], ["Build: one", "Build: two"]),
                (Array("one\none\n".utf8), ["--priority", "high", "--force", "--rate", "300"], ["one", "one"]),
                (Array("<sub alias='two'>2</sub>".utf8), ["--ssml"], ["two"]),
                ([], [], []), (Array("\n \n\r".utf8), ["--updates-frequently", "--label", "a"], []),
            ]
            for (input, options, expected) in cases {
                let pipe = try pipe(options)
                try pipe.write(input)
                pipe.closeInput()
                #expect(try await pipe.error.remainingLines() == [])
                #expect(try await pipe.exit() == .code(0))
                #expect(try await heard() == expected)
            }
            try await watcher.beginRecording()
            let long = try pipe(["--max-age", "0"])
            try long.write(sentences)
            long.closeInput()
            let pieces = try await long.error.remainingLines()
            #expect(pieces.count == 2 && pieces.allSatisfy { $0.hasPrefix("\(expired): Number ") }, "\(pieces)")
            #expect(try await long.exit() == .code(3))
        }

        @Test func `Regular expressions choose the lines that are spoken; an impossible one is named`() async throws {
            for (options, expected) in [
                (["--match", "^(a|b)"], ["a 1", "b 2"]), (["--not", "b|c"], ["a 1"]), (["--match", "[ab]", "--not", "1"], ["b 2"]),
                (["--match", "z"], []),
            ] {
                let pipe = try pipe(options)
                try pipe.write("a 1\nb 2\nc 3\n")
                pipe.closeInput()
                #expect(try await pipe.error.remainingLines() == [])
                #expect(try await pipe.exit() == .code(0))
                #expect(try await heard() == expected)
            }
            let wrong = try pipe(["--match", "a("])
            #expect(try await wrong.error.remainingLines().first?.contains("\"a(\" is not a regular expression: missing closing") == true)
            #expect(try await wrong.exit() == .code(64))
            let slow = try pipe(["--match", "(a+)+$"])
            try slow.write(String(repeating: "a", count: 60) + "b\n")
            slow.closeInput()
            #expect(try await slow.error.remainingLines().first?.contains("\"(a+)+$\" takes too long to match") == true)
            #expect(try await heard().count == 1, "a line that can't be judged is spoken")
        }

        @Test func `Of the newest lines, those to be kept are never dropped`() async throws {
            try await watcher.beginRecording()
            let pipe = try pipe(["--latest", "--keep", "error", "--force", "--rate", "900"])
            try pipe.write((0..<50).map { "line \($0)\n" + ($0 % 10 == 0 ? "error \($0)\n" : "") }.joined())
            pipe.closeInput()
            #expect(try await pipe.exit() == .code(0))
            let heard = try await heard()
            #expect(heard.filter { $0.hasPrefix("error") } == ["error 0", "error 10", "error 20", "error 30", "error 40"])
            #expect(heard.contains("line 49") && heard.count < 20, "\(heard)")
        }

        @Test
        func `Q6: lines wait for what others say, a line that is cut is said again, and of priority default they do not cut each other`()
            async throws
        {
            let folder = try TemporaryFolder()
            let slow = try await Daemon(["--wav", folder.path("out.wav")])
            let client = try await Client(slow.socket)
            try client.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            func texts() async throws -> [String] { try await client.allSoFar().filter { $0.event == "started" }.map { $0.text ?? "" } }
            for (options, expected) in [
                ([], ["other", "first", "cut", "first", "second"]), (["--priority", "default"], ["first", "second"]),
            ] {
                if options.isEmpty { try client.announce("o", "other") }
                let pipe = try announceProcess(["pipe", "--socket", slow.socket] + options, input: .pipe)
                try pipe.write("first\nsecond\n")
                pipe.closeInput()
                var begun: [String] = []
                while begun.last != "first" { begun.append(try await client.message { $0.event == "started" }.text ?? "") }
                if options.isEmpty { try client.announce("c", "cut") }
                #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
                #expect(try await begun + texts() == expected)
            }
        }

        @Test func `Q11: it reads ahead by a few lines only, in little memory, and --latest reads all and keeps the newest`() async throws {
            let folder = try TemporaryFolder()
            let slow = try await Daemon(["--wav", folder.path("out.wav")])
            let client = try await Client(slow.socket)
            try client.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            let lines = (0..<50_000).map { "Line number \($0) of many.\n" }.joined()
            let pipe = try announceProcess(["pipe", "--socket", slow.socket], input: .pipe)
            try pipe.write("It reads.\n")
            try await client.message { $0.event == "started" }
            // The capacity of the system's pipe, and a little more.
            let taken = #expect(throws: TimedOut.self) { try pipe.write(lines, within: .seconds(1)) }?.description.split(separator: " ")
            #expect(try #require(taken.flatMap { Int($0[1]) }) <= 65_536 + 2 * 4096)
            var waiting = 0
            try await look(for: "one that waits") {
                waiting = try await client.ask("status").status?.waiting["low"] ?? 0
                return waiting > 0
            }
            #expect(waiting <= 4)
            #expect(try await residentMegabytes(of: pipe) < 100)
            pipe.signal(SIGTERM)
            #expect(try await pipe.exit() == .code(143))
            // The daemon may read the status request before what another connection sent earlier.
            try await client.awaitStatus(\.waiting, is: [:])
            try client.send(#"{"type":"stop"}"#)
            _ = try await client.allSoFar()

            let latest = try announceProcess(["pipe", "--latest", "--rate", "900", "--socket", slow.socket], input: .pipe)
            try latest.write(lines, within: .seconds(60))
            latest.closeInput()
            #expect(try await latest.exit(within: .seconds(60)) == .code(0))
            let heard = try await client.allSoFar().filter { $0.event == "started" }.map { $0.text ?? "" }
            #expect(heard.suffix(3) == ["Line number 49997 of many.", "Line number 49998 of many.", "Line number 49999 of many."])
            #expect(heard.count < 1000)
        }

        @Test func `A stop silences all that was read by then, and a skip one line; what comes later is spoken`() async throws {
            // Where speech takes its time.
            let stage = try await Stage()
            let daemon = stage.daemon
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await client.reply("s")
            let pipe = try announceProcess(["pipe", "--socket", daemon.socket], input: .pipe)
            func heard(_ text: String) async throws -> Bool { try await client.message { $0.event == "started" }.text == text }
            try pipe.write((1...20).map { "Of these lines, this is number \($0).\n" }.joined())
            for command in ["skip", "stop"] {
                #expect(try await heard("Of these lines, this is number \(command == "skip" ? 1 : 2)."))
                #expect(try await announceProcess([command, "--socket", daemon.socket]).exit() == .code(0))
            }
            try await client.awaitStatus({ $0.speaking == nil && $0.waiting == [:] }, is: true)
            try pipe.write("Later.\n")
            #expect(try await heard("Later."))
            pipe.closeInput()
            #expect(try await pipe.exit() == .code(3))
        }

        private func residentMegabytes(of process: ChildProcess) async throws -> Int {
            let kilobytes = try await ChildProcess("ps", ["-o", "rss=", "-p", "\(process.processID)"]).output.nextLine()
            return try #require(kilobytes.flatMap { Int($0.filter(\.isNumber)) }) >> 10
        }

        @Test func `M5: a line that a media session outlasts is heard after it`() async throws {
            try watcher.send(#"{"type":"mediaSession","op":"begin","session":"s","mode":"record"}"#)
            try await watcher.message { $0.event == "mediaSession" }
            let pipe = try pipe()
            try pipe.write("one\ntwo\nthree\nfour\nfive\nsix\n")
            pipe.closeInput()
            try await watcher.awaitStatus(\.waiting["low"], is: 4)
            try watcher.send(#"{"type":"mediaSession","op":"end","session":"s"}"#)
            #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
            #expect(try await heard() == ["one", "two", "three", "four", "five", "six"])
        }

        @Test func `A pause, and how to end it, is reported once to a waiting command; a later one is reported again`() async throws {
            let client = try await Client(daemon.socket)
            try client.send(#"{"type":"subscribe","id":"s","events":["finished"]}"#)
            try await client.reply("s")
            let pipe = try announceProcess(["pipe", "--socket", daemon.socket], input: .pipe)
            let told = "announce: speech is paused; continue with `announce resume`"
            for line in ["one", "two"] {
                try await client.ask("pause")
                try pipe.write("\(line)\n")
                #expect(try await pipe.error.nextLine(within: .seconds(60)) == told)
                try await client.ask("resume")
                try await client.message { $0.event == "finished" && $0.reason == "spoken" }
            }
            pipe.closeInput()
            #expect(try await pipe.exit() == .code(0))
            #expect(try await pipe.error.remainingLines() == [])
            try await client.ask("pause")
            let element = try announceProcess(["focus", "--socket", daemon.socket, "--label", "A", "--wait"])
            #expect(try await element.error.nextLine(within: .seconds(60)) == told)
            try await client.ask("resume")
            #expect(try await element.exit() == .code(0))
        }

        @Test func `Exits: refused, not heard, not readable, no daemon, usage, the connection lost`() async throws {
            let file = try daemon.folder.write("one\ntwo\n", to: "two")
            let none = daemon.folder.path("none")
            try await watcher.beginRecording()
            let cases: [(options: [String], input: ChildProcess.Stream, code: Int32, said: [String])] = [
                (["--language", "enn"], .file(file), 1, ["announce: language: "]),
                (["--max-age", "0"], .file(file), 3, ["\(expired): one", "\(expired): two"]),
                ([], .file("/"), 64, ["announce: standard input can't be read: Is a directory"]),
                (["--no-start", "--socket", none], .file(file), 69, ["announce: no daemon listens at \(none)"]),
            ]
            for (options, input, code, said) in cases {
                let pipe = try pipe(options, input: input)
                let lines = try await pipe.error.remainingLines()
                #expect(try await pipe.exit() == .code(code))
                #expect(lines.count == said.count && zip(lines, said).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
            }
            for (options, reason) in [
                (["--label", "a"], "--label: expected --updates-frequently too"), (["--updates-frequently"], "expected --label too"),
                (["--format", "json", "--queue"], "--format json: each message says"), (["--prefix", ""], "--prefix: expected 1 to 256"),
                (["--group", ""], "--group: expected 1 to 256"),
                (["--updates-frequently", "--label", "a", "--latest"], "expected no --latest"),
                (["--kind", "percent"], "--kind: expected --updates-frequently too"), (["--rate", "1"], "--rate: expected"),
            ] {
                let pipe = try pipe(options)
                #expect(try await pipe.exit() == .code(64))
                #expect(try await pipe.error.remainingLines().first?.contains(reason) == true, "\(options)")
            }
            let folder = try TemporaryFolder()
            let slow = try await Daemon(["--wav", folder.path("out.wav")])
            let lost = try announceProcess(["pipe", "--socket", slow.socket], input: .pipe)
            let client = try await Client(slow.socket)
            try lost.write("one\n")
            try await client.awaitStatus({ $0.speaking != nil }, is: true)
            slow.process.signal(SIGKILL)
            #expect(try await lost.exit() == .code(74))
            #expect(try await lost.error.remainingLines() == ["announce: the connection to the daemon was lost"])
        }
    }
}
