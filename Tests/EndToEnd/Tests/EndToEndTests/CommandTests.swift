import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The command `announce`, against a daemon.
    struct CommandTests {
        /// A daemon whose device plays instantly.
        private let daemon: Daemon
        /// The arguments that select the daemon.
        private let socket: [String]

        init() async throws {
            daemon = try await Daemon(configuration: "apps.mute.muted = true\n", ["--device", "null"])
            socket = ["--socket", daemon.socket]
        }

        /// Returns the text of the next announcement, as the watcher sees it.
        private func nextText(_ watcher: Client) async throws -> String? {
            try await watcher.message { $0.event == "started" }.text
        }

        @Test func `TEXT, standard input and options arrive as they were meant`() async throws {
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            let file = try daemon.folder.write("\u{1B}[31mfrom\u{1B}[0m a file\nof two\u{7} lines\n\u{1B}[K\n", to: "text")
            let cases: [(arguments: [String], input: ChildProcess.Stream, text: String)] = [
                (socket + ["one", "two  three"], .null, "one two  three"),
                (socket + ["say", "stop"], .null, "stop"),
                (["say", "--", "--wait"], .null, "--wait"),
                (socket, .file(file), "from a file\nof two lines"),
                (socket + ["-"], .file(file), "from a file\nof two lines"),
                (socket + ["Grüße, 世界 👋"], .null, "Grüße, 世界 👋"),
                (socket + ["--rate=200", "--pitch", "10", "--punctuation", "all", "--spell", "options"], .null, "options"),
                (socket + ["--ssml", "one <emphasis>two</emphasis> three"], .null, "one two three"),
                (socket + ["--ssml", "a < b"], .null, "a < b"),
                (socket + ["--markdown", "## One *two*\n- three"], .null, "One two. three."),
            ]
            for (arguments, input, text) in cases {
                let announce = try announceProcess(arguments, environment: ["ANNOUNCED_SOCKET": daemon.socket], input: input)
                let heard = try await nextText(watcher)
                #expect(heard == text)
                #expect(try await announce.exit() == .code(0))
                // The daemon's warnings are printed.
                let said = try await announce.error.remainingLines()
                #expect(text == "a < b" ? said.count == 1 && said[0].hasPrefix("announce: warning: ") : said == [], "\(said)")
            }
        }

        @Test func `status, voices and settings answer people and, with --json, programs`() async throws {
            func output(_ arguments: String...) async throws -> [String] {
                let announce = try announceProcess(socket + arguments)
                let lines = try await announce.output.remainingLines()
                #expect(try await announce.exit() == .code(0), "\(arguments)")
                return lines
            }
            func decoded<Value: Decodable>(_ type: Value.Type, _ line: String?) throws -> Value {
                try JSONDecoder().decode(type, from: Data(#require(line).utf8))
            }
            struct Voice: Decodable { var identifier: String, name: String, languages: [String] }
            struct Settings: Decodable { var language: String?, rate: Int, punctuation: String }

            let status = try await decoded(Message.Status.self, output("status", "--json").first)
            #expect(status.voice.state == "ready" && status.speaking == nil && !status.paused)
            #expect(try await output("status").contains { $0.hasPrefix("voice     ready, eSpeak NG") })
            let english = try await decoded([Voice].self, output("voices", "--language", "en", "--json").first)
            #expect(english.contains { $0.identifier == "gmw/en-US" && $0.languages.contains("en-us") })
            #expect(english.allSatisfy { $0.languages.contains { $0.hasPrefix("en") } })
            #expect(try await output("voices").count > english.count)
            #expect(try await output("settings", "rate", "250") == ["250"])
            #expect(try await output("settings", "rate") == ["250"])
            #expect(try await output("settings").contains("rate 250"))
            #expect(try await output("mode") == ["talk"])
            #expect(try await output("mode", "on-demand", "--json") == [#"{"mode":"on-demand"}"#])
            #expect(try await output("status").contains("mode      on-demand, until `announce mode talk`"))
            let said = try announceProcess(socket + ["said"])
            #expect(
                try await said.error.remainingLines() == [
                    "announce: the speech mode is on-demand; `announce mode talk` lets everything be spoken"
                ])
            #expect(try await said.exit() == .code(0))
            #expect(try await output("mode", "talk") == ["talk"])
            let settings = try await decoded(Settings.self, output("settings", "--json").first)
            #expect(settings.rate == 250 && settings.punctuation == "none" && settings.language == "en-us")
        }

        @Test func `A text that a pause holds back says so once on standard error, and exits 0`() async throws {
            let client = try await Client(daemon.socket)
            try await client.ask("pause")
            for arguments in [["Held back"], ["say", "--priority", "high", "Held back, too"]] {
                let posted = try announceProcess(socket + arguments)
                #expect(try await posted.error.remainingLines() == ["announce: speech is paused; continue with `announce resume`"])
                #expect(try await posted.exit() == .code(0))
            }
            try await client.ask("resume")
            let muted = try announceProcess(socket + ["--app", "mute", "Not heard"])
            #expect(try await muted.error.remainingLines() == ["announce: the configuration mutes mute"])
            let doctor = try announceProcess(socket + ["doctor", "--app", "mute"])
            #expect(
                try await doctor.output.remainingLines().contains { $0.hasPrefix("✗ speech: the configuration mutes mute; remove `muted`") }
            )
            let other = try announceProcess(socket + ["doctor"])
            #expect(try await other.output.remainingLines().contains("✓ speech: nothing holds it back, but the configuration mutes mute"))
            #expect(try await announceProcess(socket + ["status"]).output.remainingLines().contains("muted     mute"))
            let free = try announceProcess(socket + ["Not held back"])
            #expect(try await free.error.remainingLines() == [])
        }

        @Test func `status shortens a long text, and less so with --json`() async throws {
            let client = try await Client(daemon.socket)
            try await client.ask("pause")
            let text = String(repeating: "long ", count: 20_000)
            try client.announce("a", text)
            try await client.reply("a")
            let lines = try await announceProcess(socket + ["status"]).output.remainingLines()
            let shown = try #require(lines.first { $0.contains("long long") })
            #expect(shown.hasSuffix("\(text.prefix(200))…") && shown.count < 300, "\(shown.count) characters")
            let json = try await announceProcess(socket + ["status", "--json"]).output.remainingLines()
            #expect(json.first?.contains("\"\(text.prefix(1000))\"") == true)
        }

        @Test func `Tab proposes what the daemon knows, and waits for none that hangs`() async throws {
            // Arguments as in the completion scripts: the command, the option or argument, the cursor's position, and the words so far.
            func proposals(_ command: String, _ words: String..., for argument: String) async throws -> [String] {
                let all = ["announce", command] + words + [""]
                let place = ["---completion", command, "--", argument, "\(all.count - 1)", "0"]
                return try await announceProcess(place + all, environment: ["ANNOUNCED_SOCKET": daemon.socket]).output.remainingLines()
            }
            let client = try await Client(daemon.socket)
            try client.announce("news", "news")
            try await client.finish("news")
            try client.send(#"{"type":"mediaSession","id":"m","op":"begin","session":"call","mode":"record"}"#)
            try await client.reply("m")
            #expect(try await proposals("voices", "--language", for: "--language").contains("en-us"))
            #expect(try await proposals("say", "--voice", for: "--voice").contains("gmw/en-US"))
            #expect(try await proposals("explain", for: "positional@0") == ["news"])
            #expect(try await proposals("settings", "voice", for: "positional@0").contains("gmw/en-US"))
            #expect(try await proposals("settings", "punctuation", for: "positional@0").contains("some"))
            try client.announce("held", "held")
            try await client.reply("held")
            #expect(try await proposals("cancel", for: "positional@0") == ["held"])
            try suspend(daemon.process.processID)
            defer { daemon.process.signal(SIGCONT) }
            let stopwatch = Stopwatch()
            #expect(try await proposals("cancel", for: "positional@0") == [])
            #expect(stopwatch.elapsed < .seconds(4))
        }

        @Test func `bash proposes what clients have named, and runs nothing of it`() async throws {
            let client = try await Client(daemon.socket, hello: #""app":"announce""#)
            let made = daemon.folder.path("made")
            let plain = ["Bob's #1, 50%: a/b", "Größe"]
            let others = ["$(touch \(made))", "`touch \(made)`", "${x:=`touch \(made)`}", "a; touch \(made)", "~root", "-x"]
            for id in plain + others {
                try client.announce(id, "news")
                try await client.finish(id)
            }
            try client.announce("two\\nlines", "news")
            try await client.finish("two\nlines")
            try client.send(#"{"type":"mediaSession","id":"m","op":"begin","session":"Bob's call"}"#)
            try await client.reply("m")
            let other = try await Client(daemon.socket, hello: #""app":"other""#)
            try other.send(#"{"type":"mediaSession","id":"m","op":"begin","session":"not announce's"}"#)
            try await other.reply("m")
            let script = #"""
                PATH="${1%/*}:$PATH"
                eval "$(announce --generate-completion-script bash)"
                shift
                COMP_WORDS=("$@" "") COMP_CWORD=$# COMP_LINE="$* " COMP_POINT=$((${#*} + 1))
                _announce announce "" "${@: -1}"
                printf '%s\n' "${COMPREPLY[@]}"
                """#
            func proposals(_ words: String...) async throws -> [String] {
                let bash = try ChildProcess(
                    "bash", ["--norc", "-c", script, "bash", builtProduct("announce"), "announce"] + words,
                    environment: .inherited(with: ["ANNOUNCED_SOCKET": daemon.socket]), error: .pipe)
                let found = try await bash.output.remainingLines()
                #expect(try await bash.error.remainingLines() == [])
                return found.filter { !$0.hasPrefix("-") }
            }
            #expect(try await Set(proposals("explain")) == Set(plain))
            #expect(try await proposals("media", "end", "--session") == ["Bob's call"])
            #expect(!FileManager.default.fileExists(atPath: made))
        }

        @Test func `Every command is a command, with --socket before or behind it`() async throws {
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            for command in [
                "stop", "skip", "pause", "resume", "status", "voices", "settings", "history",
                "layout-changed", "media begin --lease 1",
            ] {
                let words = command.split(separator: " ").map(String.init)
                for arguments in [socket + words, ["--socket=\(daemon.socket)"] + words, words + socket, ["--no-start"] + socket + words] {
                    #expect(try await announceProcess(arguments, output: .null).exit() == .code(0), "\(arguments)")
                }
            }
            for step in [["next"], ["previous"], ["again", "--paragraph"]] {
                let none = try announceProcess(step + socket)
                let unit = step.count == 1 ? "sentence" : "paragraph"
                #expect(try await none.error.remainingLines() == ["announce: there is no \(unit) to go to"])
                #expect(try await none.exit() == .code(3))
            }
            // None of them was taken for a text.
            #expect(try await watcher.allSoFar().isEmpty)
        }
    }
}
