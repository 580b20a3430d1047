import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The settings that a running daemon reloads, and those that outlive its voice.
    struct ReloadTests {
        @Test func `HUP takes over a changed voice, and a mistake in the file leaves what holds`() async throws {
            let daemon = try await Daemon(configuration: "voice.rate = 200\n", ["--device", "null"])
            let client = try await Client(daemon.socket)
            _ = try daemon.folder.write("voice.rate = 300\n", to: "config.toml")
            daemon.process.signal(SIGHUP)
            _ = try await daemon.log("configuration reloaded")
            try client.send(#"{"type":"settings","id":"s"}"#)
            #expect(try await client.reply("s").settings?.rate == 300)
            _ = try daemon.folder.write("voice.rat = 100\n", to: "config.toml")
            daemon.process.signal(SIGHUP)
            let line = try await daemon.log("the configuration has mistakes; the previous one remains in effect")
            #expect(line.contains("config.toml:1:1") && line.contains("rate"))
            try client.send(#"{"type":"settings","id":"t"}"#)
            #expect(try await client.reply("t").settings?.rate == 300)
        }

        @Test(arguments: ["[ä]", "[!voice]", "[$HOME]", "[“voice”]", "[[!entry]]", "[#x]", "voice.name = 1979-05-27T!", "\"\"\"\u{0}"])
        func `O6: whatever a file contains, the daemon keeps its configuration`(_ line: String) async throws {
            let daemon = try await Daemon(configuration: "voice.rate = 200\n", ["--device", "null"])
            let client = try await Client(daemon.socket)
            _ = try daemon.folder.write(line + "\nvoice.rate = 300\n", to: "config.toml")
            daemon.process.signal(SIGHUP)
            #expect(try await daemon.log("the configuration has mistakes; the previous one remains in effect").contains("config.toml:1:"))
            try client.send(#"{"type":"settings","id":"s"}"#)
            #expect(try await client.reply("s").settings?.rate == 200)
            let check = try ChildProcess(builtProduct("announced"), ["check-config", daemon.folder.path("config.toml")], error: .pipe)
            #expect(try await check.error.remainingLines().first?.contains("config.toml:1:") == true)
            #expect(try await check.exit() == .code(78))
        }

        @Test func `O6: a file of mistakes has its first ones and their number in the log`() async throws {
            let daemon = try await Daemon(configuration: "", ["--device", "null"])
            _ = try daemon.folder.write("[voice]\n" + (1...60_000).map { "key\($0) = 1\n" }.joined(), to: "config.toml")
            daemon.process.signal(SIGHUP)
            let line = try await daemon.log("the configuration has mistakes; the previous one remains in effect")
            for part in ["config.toml:2:1: \"key1\" is not a key of [voice]", "config.toml:21:1: and 59981 more mistakes from here on"] {
                #expect(line.contains(part))
            }
        }

        @Test func `O6: an unknown voice is a mistake too: HUP changes nothing, and --strict exits 78`() async throws {
            let daemon = try await Daemon(configuration: "voice.rate = 200\n", ["--device", "null"])
            let client = try await Client(daemon.socket)
            try client.announce("a", "Hello")
            _ = try await client.finish("a")
            let file = try daemon.folder.write("voice.rate = 300\nvoice.name = \"klingonish\"\n", to: "config.toml")
            daemon.process.signal(SIGHUP)
            #expect(try await daemon.log("the configuration has mistakes; the previous one remains in effect").contains("klingonish"))
            try client.send(#"{"type":"settings","id":"s"}"#)
            #expect(try await client.reply("s").settings?.rate == 200)
            let check = try ChildProcess(builtProduct("announced"), ["check-config", file], error: .pipe)
            let mistake = "\(file): No voice of eSpeak NG is called \"klingonish\": correct it in the configuration; "
            #expect(try await check.error.remainingLines() == [mistake + "`announce voices` lists what there is."])
            #expect(try await check.exit() == .code(78))
            let strict = try ChildProcess(
                builtProduct("announced"), ["--strict", "--config", file, "--socket", daemon.folder.path("other")], error: .pipe)
            #expect(try await strict.error.remainingLines().first?.contains("klingonish") == true)
            #expect(try await strict.exit() == .code(78))
            _ = try daemon.folder.write("apps.mail.voice = \"klingonish\"\n", to: "config.toml")
            let own = try ChildProcess(builtProduct("announced"), ["check-config", file], error: .pipe)
            #expect(
                try await own.error.remainingLines() == [
                    mistake.replacing("No voice", with: "[apps.\"mail\"]: No voice") + "`announce voices` lists what there is."
                ])
        }

        @Test func `HUP takes over another device, and a voice that comes later has it too`() async throws {
            let daemon = try await Daemon(configuration: "audio.device = \"nowhere\"\n")
            let client = try await Client(daemon.socket)
            try client.announce("a", "A high one.", #""priority":"high""#)
            _ = try await daemon.log("sound device unavailable")
            _ = try daemon.folder.write("audio.device = \"null\"\n", to: "config.toml")
            daemon.process.signal(SIGHUP)
            #expect(try await client.finish("a", within: .seconds(5)).successful == true)
            kill(try await daemon.voice(), SIGKILL)
            _ = try await daemon.log("voice ready")
            try client.announce("b", "Another one.", #""priority":"high""#)
            #expect(try await client.finish("b", within: .seconds(5)).successful == true)
            #expect(try await client.ask("status").status?.device.name == "null")
        }

        @Test func `A WAV file keeps what it has when the voice is lost`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.path("out.wav")
            let daemon = try await Daemon(configuration: steady, ["--wav", file])
            let client = try await Client(daemon.socket)
            try client.announce("a", "First.")
            #expect(try await client.finish("a").successful == true)
            kill(try await daemon.voice(), SIGKILL)
            _ = try await daemon.log("voice ready")
            try client.announce("b", "Second.")
            #expect(try await client.finish("b").successful == true)
            try await daemon.end()
            let heard = try Sound(wavFile: file)
            let first = try await heard.place(of: reference("First."))
            #expect(try await heard.place(of: reference("Second.")) > first)
        }

        @Test func `Ctrl-C at a terminal reaches the voice too, and the WAV file is whole up to there`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.path("out.wav")
            let daemon = try await Daemon(configuration: steady, ["--wav", file])
            let client = try await Client(daemon.socket, hello: #""progress":true"#)
            try client.announce("a", "alpha bravo charlie delta echo foxtrot")
            try await client.word("charlie", of: "a")
            kill(-daemon.process.processID, SIGINT)
            #expect(try await daemon.process.exit() == .code(0))
            let heard = try Sound(wavFile: file)
            let whole = try await reference("alpha bravo charlie delta echo foxtrot")
            #expect(heard.duration > .milliseconds(400) && heard.duration < whole.duration, "\(heard.duration), whole \(whole.duration)")
            #expect(try heard.place(of: whole.beginning()) < 0.05)
        }

        @Test func `A temporary daemon refuses an unknown voice with near matches, and exits 1`() async throws {
            let folder = try TemporaryFolder()
            let announce = try announceProcess(
                ["--socket", folder.path("none"), "--voice", "Englsh", "Hello"], environment: ["XDG_RUNTIME_DIR": folder.path])
            let lines = try await announce.error.remainingLines()
            #expect(lines.contains { $0.contains("voice: \"Englsh\" is unknown; near matches: ") })
            #expect(try await announce.exit() == .code(1))
        }

        @Test func `D2: Soon after a stop, finished still means heard to the end`() async throws {
            let stage = try await Stage()
            let client = try await stage.client(hello: #""progress":true"#)
            for pause in [300, 420] {
                try client.announce("long", "alpha bravo charlie delta echo foxtrot", #""allowRepeat":true"#)
                try await client.word("charlie", of: "long")
                let stopped = try client.askBlocking("stop")
                let quiet = stopped + .milliseconds(60)
                #expect(try await stage.capture.isSilent(from: quiet, to: stopped + .milliseconds(pause)))
                let asked = SuspendingClock.now
                try client.announce("one", "One.", #""allowRepeat":true"#)
                #expect(try await client.finish("one").successful == true)
                let finished = SuspendingClock.now
                let heard = try await stage.capture.whole(since: asked)
                #expect(finished - heard.ended > .milliseconds(-15), "finished \(finished - heard.ended) after the end")
                try await client.finish("long")
            }
        }
    }
}
