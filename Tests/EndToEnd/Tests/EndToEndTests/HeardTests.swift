import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The sound is what eSpeak NG makes of the text.
    struct HeardTests {
        private static let sentence = "The quick brown fox jumps over the lazy dog, and nobody minds."

        /// Each voice and manner, in a separate process, so that voices that flutter begin alike. Fast rates only without pauses, because
        /// E8 lengthens those.
        @Test(arguments: [
            ([], ESpeakReference(sentence, voice: "en-us")),
            (["--language", "en-us"], ESpeakReference("A sentence. And one more!", voice: "en-us")),
            (["--rate", "250"], ESpeakReference("No pause in it.", voice: "en-us", rate: 250)),
            (["--rate", "600"], ESpeakReference("No pause in it.", voice: "en-us", rate: 600)),
            (["--pitch", "80"], ESpeakReference(sentence, voice: "en-us", pitch: 80)),
            (["--volume", "40"], ESpeakReference(sentence, voice: "en-us", amplitude: 40)),
            (["--voice", "en-us+f3"], ESpeakReference(sentence, voice: "en-us+f3")),
            (["--voice", "English (Great Britain)"], ESpeakReference(sentence, voice: "en-gb")),
            (["--language", "de"], ESpeakReference("Guten Morgen, wie geht es Ihnen?", voice: "de")),
            (
                ["--language", "fr", "--rate", "140", "--pitch", "30"],
                ESpeakReference("Bonjour tout le monde.", voice: "fr", rate: 140, pitch: 30)
            ),
        ])
        func `Samples are eSpeak NG's own, without the silence at their beginning (O3)`(
            options: [String], reference: ESpeakReference
        ) async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(environment: pcm.environment)
            let announce = try announceProcess(["--socket", daemon.socket, "--wait"] + options + [reference.text])
            #expect(try await announce.error.remainingLines() == [])
            #expect(try await announce.exit() == .code(0))
            try await daemon.end()
            expectSame(try pcm.samples(), try await reference.sound().trimmedStart(threshold: 31))
        }

        @Test func `Samples are eSpeak NG's own, one utterance after another`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(environment: pcm.environment)
            var expected = Sound([])
            for (rate, text) in [(175, Self.sentence), (300, "Faster."), (175, "And slower? Yes!"), (175, Self.sentence)] {
                let options = ["--socket", daemon.socket, "--wait", "--voice", steadyVoice, "--rate", "\(rate)"]
                #expect(try await announceProcess(options + [text]).exit() == .code(0))
                let reference = ESpeakReference(text, voice: steadyVoice, rate: rate)
                expected = try await expected + reference.sound().trimmedStart(threshold: 31)
            }
            try await daemon.end()
            expectSame(try pcm.samples(), expected)
        }

        @Test func `N8: a change of a live element is heard while another one has the focus`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(configuration: steady, environment: pcm.environment)
            var expected = Sound([])
            for (arguments, text) in [
                (["focus", "--id", "s", "--label", "Status", "--live", "polite"], "Status."),
                (["focus", "--id", "b", "--label", "Send"], "Send."),
                (["update", "--id", "s", "--value", "Saved"], "Saved."),
            ] {
                #expect(try await announceProcess(["--socket", daemon.socket] + arguments + ["--wait"]).exit() == .code(0))
                expected = try await expected + ESpeakReference(text, voice: steadyVoice, rate: 240).sound().trimmedStart(threshold: 31)
            }
            try await daemon.end()
            expectSame(try pcm.samples(), expected)
        }

        @Test func `Settings hold for all, and what an announcement asks for goes before them`() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(configuration: steady, environment: pcm.environment)
            let socket = ["--socket", daemon.socket]
            #expect(try await announceProcess(socket + ["settings", "rate", "320"]).exit() == .code(0))
            #expect(try await announceProcess(socket + ["--wait", "As is set."]).exit() == .code(0))
            #expect(try await announceProcess(socket + ["--wait", "--rate", "150", "As is asked for."]).exit() == .code(0))
            try await daemon.end()
            let set = try await ESpeakReference("As is set.", voice: steadyVoice, rate: 320).sound()
            let asked = try await ESpeakReference("As is asked for.", voice: steadyVoice, rate: 150).sound()
            expectSame(try pcm.samples(), set.trimmedStart(threshold: 31) + asked.trimmedStart(threshold: 31))
        }

        @Test("O10: An app is heard in its own voice and manner")
        func manner() async throws {
            let pcm = try ALSAFilePCM()
            let profile = "apps.mail = { voice = \"en-gb\", rate = 250, pitch = 80, volume = 40 }\n"
            let daemon = try await Daemon(configuration: steady + profile, environment: pcm.environment)
            let text = "You have new mail."
            #expect(try await announceProcess(["--socket", daemon.socket, "--app", "mail", "--wait", text]).exit() == .code(0))
            try await daemon.end()
            let expected = try await ESpeakReference(text, voice: "en-gb", rate: 250, pitch: 80, amplitude: 40).sound()
            expectSame(try pcm.samples(), expected.trimmedStart(threshold: 31))
        }

        @Test("N9: A new mode is heard, then a tone in place of words, or nothing but an app with its own mode")
        func modes() async throws {
            let pcm = try ALSAFilePCM()
            let profile = "apps.mail.mode = \"talk\"\napps.mail.rate = 320\n"
            let daemon = try await Daemon(configuration: steady + profile, environment: pcm.environment)
            let listener = try await Client(daemon.socket)
            try listener.send(#"{"type":"subscribe","id":"s","events":["finished"]}"#)
            try await listener.reply("s")
            func announce(_ words: String...) async throws -> ChildProcess.Exit {
                try await announceProcess(["--socket", daemon.socket] + words).exit()
            }
            for mode in ["beeps", "off"] {
                #expect(try await announce("mode", mode) == .code(0))
                try await listener.message { $0.text == "Speech mode: \(mode)" }
                #expect(try await announce("--wait", "Not heard.") == .code(3))
            }
            #expect(try await announce("--app", "mail", "--wait", "You have mail.") == .code(0))
            try await daemon.end()
            func said(_ text: String, rate: Int = 240) async throws -> [Int16] {
                try await ESpeakReference(text, voice: steadyVoice, rate: rate).sound().trimmedStart(threshold: 31).samples
            }
            let before = try await said("Speech mode: beeps")
            let after = try await said("Speech mode: off") + said("You have mail.", rate: 320)
            let heard = try pcm.samples().samples
            expectSame(Sound(Array(heard.prefix(before.count))), Sound(before))
            expectSame(Sound(Array(heard.suffix(after.count))), Sound(after))
            let tone = Sound(Array(heard.dropFirst(before.count).dropLast(after.count)))
            #expect(tone.duration > .milliseconds(30) && tone.duration < .milliseconds(100), "\(tone)")
        }

        @Test("T12: A run is heard as its IPA says, and one with invalid IPA as its text, with a warning")
        func pronunciation() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(configuration: steady, environment: pcm.environment)
            let client = try await Client(daemon.socket, hello: #""progress":true"#)
            for (id, ipa) in [("ipa", "tə.ˈmeɪɾo͡ʊ"), ("none", "tomato!")] {
                let runs = #"{"text":"I say"},{"text":"\#(id == "ipa" ? "potato" : "tomato")","ipa":"\#(ipa)"}"#
                try client.send(#"{"type":"announcement","id":"\#(id)","runs":[\#(runs)]}"#)
                let reply = try await client.reply(id)
                #expect(id == "ipa" ? reply.warnings == nil : reply.warnings?.first?.message.contains("runs[1].ipa: has U+21") == true)
                if id == "ipa" { try await client.word("potato", of: id) }
                #expect(try await client.finish(id).successful == true)
            }
            try await daemon.end()
            func said(_ text: String) async throws -> Sound { try await ESpeakReference(text, voice: steadyVoice, rate: 240).sound() }
            let once = try await said("I say").trimmedStart(threshold: 31) + said("tomato")
            expectSame(try pcm.samples(), once + once)
        }

        @Test("E15: Each part of a label is heard in its own manner")
        func attributedLabel() async throws {
            let pcm = try ALSAFilePCM()
            let daemon = try await Daemon(configuration: steady, environment: pcm.environment)
            let client = try await Client(daemon.socket)
            let label = #"[{"text":"Chapter"},{"text":"two","rate":320}]"#
            try client.send(#"{"type":"subscribe","events":["finished"]}"#)
            try client.send(#"{"type":"elementFocused","element":{"id":"a","label":\#(label)}}"#)
            try await client.message { $0.text == "Chapter two." }
            try await daemon.end()
            let chapter = try await ESpeakReference("Chapter", voice: steadyVoice, rate: 240).sound().trimmedStart(threshold: 31)
            expectSame(
                try pcm.samples(), try await chapter + ESpeakReference("two.", voice: steadyVoice, rate: 320).sound())
        }

        @Test("T24: Lines of a console end with a pause, and code has its marks and capitals heard")
        func contexts() async throws {
            let folder = try TemporaryFolder()
            func sound(_ words: String...) async throws -> Sound {
                let file = folder.path("out.wav")
                let announce = try announceProcess(["--wav", file, "--voice", steadyVoice] + words)
                #expect(try await announce.exit() == .code(0))
                return try Sound(wavFile: file)
            }
            let lines = try await ESpeakReference("two files\n\ntwo folders", voice: steadyVoice).sound().trimmedStart(threshold: 31)
            #expect(try await sound("--context", "console", "two files\ntwo folders") == lines)
            let code = try await sound("--context", "sourceCode", "let Name = 1;")
            #expect(try await sound("--punctuation", "all", "--capitals", "pitch", "let Name = 1;") == code)
            #expect(try await sound("let Name = 1;") != code)
        }

        private func expectSame(_ heard: Sound, _ expected: Sound, sourceLocation: SourceLocation = #_sourceLocation) {
            let difference = zip(heard.samples, expected.samples).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            #expect(
                difference == nil && heard.samples.count == expected.samples.count,
                "\(heard), expected \(expected), differing from \(difference ?? 0)", sourceLocation: sourceLocation)
        }

        @Test func `The sound that a server plays is like eSpeak NG's own`() async throws {
            let stage = try await Stage()
            let start = SuspendingClock.now
            let announce = try stage.announce("--language", "de", "--rate", "220", "--pitch", "60", "--volume", "70", "Guten Morgen.")
            let heard = try await stage.capture.whole(since: start)
            let expected = try await ESpeakReference("Guten Morgen.", voice: "de", rate: 220, pitch: 60, amplitude: 70).sound()
            #expect(heard.sound.withoutGaps.correlation(with: expected.trimmed().withoutGaps) >= 0.95)
            #expect(try await announce.exit() == .code(0))
        }

        @Test func `A WAV file holds what would be heard`() async throws {
            let folder = try TemporaryFolder()
            let file = folder.path("out.wav")
            let expected = try await ESpeakReference("Written to a file.", voice: "en-us").sound().trimmedStart(threshold: 31)
            let announce = try announceProcess(["--wav", file, "Written to a file."])
            #expect(try await announce.exit() == .code(0))
            #expect(try Sound(wavFile: file) == expected)
        }

        @Test func `With inflection 0 the pitch does not move, with 50 it moves as the voice's own, with 100 further`() async throws {
            let folder = try TemporaryFolder()
            func sound(_ inflection: String?) async throws -> Sound {
                let file = folder.path("\(inflection ?? "own").wav")
                let manner = ["--voice", steadyVoice] + (inflection.map { ["--inflection", $0] } ?? [])
                let announce = try announceProcess(["--wav", file] + manner + ["Do you want this, or would you rather have that?"])
                #expect(try await announce.exit() == .code(0))
                return try Sound(wavFile: file)
            }
            let own = try await sound("50")
            #expect(try await sound(nil) == own)
            let (flat, far) = (try await sound("0").pitches, try await sound("100").pitches)
            #expect(flat.upperBound - flat.lowerBound < 2, "\(flat) Hz")
            let usual = own.pitches
            #expect(usual.upperBound - usual.lowerBound > 10, "\(usual) Hz")
            #expect(far.upperBound - far.lowerBound > 1.5 * (usual.upperBound - usual.lowerBound), "\(far) Hz")
        }

        @Test(arguments: [(["--language", "qqq", "a"], 1), (["  "], 3)] as [([String], Int32)])
        func `A WAV file stays as it was when nothing is spoken into it`(arguments: [String], code: Int32) async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("something else", to: "out.wav")
            let announce = try announceProcess(["--wav", file] + arguments)
            #expect(try await announce.exit() == .code(code))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "something else")
        }

        @Test func `A WAV file that can't be written is reported with what to do: exit 73, in every program`() async throws {
            let wav = ["--wav", "/nonexistent/out.wav"]
            for process in [
                try announceProcess(wav + ["a"]), try announceProcess(["pipe"] + wav),
                try ChildProcess(builtProduct("announced-voice"), wav, output: .null, error: .pipe),
            ] {
                let said = try await process.error.remainingLines()
                #expect(said.count == 1 && said[0].contains("--wav /nonexistent/out.wav can't be written"), "\(said)")
                #expect(said.first?.contains("create its folder first") == true)
                #expect(try await process.exit() == .code(73))
            }
        }

        @Test func `announced tells at its start that the WAV file can't be written, and what to do: exit 73; an empty name: 64`()
            async throws
        {
            let folder = try TemporaryFolder()
            let file = try folder.write("something else", to: "file")
            for (wav, reason) in [
                (folder.path("none/out.wav"), "(No such file or directory): create its folder first, or choose another place"),
                ("\(file)/out.wav", "(Not a directory): create its folder first, or choose another place"),
                (folder.path, "(Is a directory): choose another file"),
            ] {
                let daemon = try Daemon.start("", ["--socket", folder.path("socket"), "--wav", wav], in: folder)
                #expect(try await daemon.error.remainingLines() == ["announced: --wav \(wav) can't be written \(reason)"])
                #expect(try await daemon.exit() == .code(73))
            }
            let daemon = try Daemon.start("", ["--socket", folder.path("socket"), "--wav", ""], in: folder)
            #expect(try await daemon.error.firstLine { _ in true }?.contains("--wav: expected a file") == true)
            #expect(try await daemon.exit() == .code(64))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "something else")
            // A service has to continue.
            let arguments = ["--socket", folder.path("run/socket"), "--wav", folder.path("none/out.wav")]
            let service = try Daemon.start("", arguments, in: folder, ["NOTIFY_SOCKET": folder.path("notify")])
            #expect(try await service.error.firstLine { $0.contains("create its folder first") } != nil)
            #expect(try await service.error.firstLine { $0.hasSuffix("] ready") } != nil)
            service.signal(SIGTERM)
            #expect(try await service.exit() == .code(0))
        }

        @Test(.enabled(if: getuid() == 0, "this machine: only root can make another user's file"))
        func `announced and its replay write through no link into another user's file: exit 73, with what to do`() async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("precious", to: "file.wav")
            let link = folder.path("link.wav")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            #expect(try await ChildProcess("chown", ["65534:65534", file]).exit() == .code(0))
            let reason = "it is a symbolic link of another user's, or to another user's file"
            let daemon = try Daemon.start("", ["--socket", folder.path("socket"), "--wav", link], in: folder)
            let told = "announced: --wav \(link) can't be written (\(reason)): remove the link, or choose another file"
            #expect(try await daemon.error.remainingLines() == [told])
            #expect(try await daemon.exit() == .code(73))
            let events = try folder.write(#"{"at":0,"type":"announcement","text":"Hello"}"#, to: "events.jsonl")
            let replay = try ChildProcess(builtProduct("announced"), ["replay", events, "--wav", link], output: .null, error: .pipe)
            #expect(try await replay.error.remainingLines() == ["announced: \(link): \(reason): remove the link, or choose another file"])
            #expect(try await replay.exit() == .code(73))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        }

        @Test func `Runs of one announcement are spoken one after another, each in its manner`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let start = SuspendingClock.now
            try client.send(
                #"{"type":"announcement","id":"r","runs":[{"text":"Good morning."},{"text":"Guten Morgen.","voice":"de+michel"}]}"#)
            #expect(try await client.finish("r").reason == "spoken")
            let heard = try await stage.capture.all(since: start)
            let german = try await ESpeakReference("Guten Morgen.", voice: "de+michel", rate: 240).sound().trimmed()
            let first = try await heard.place(of: reference("Good morning."))
            #expect(try heard.place(of: german) > first)
        }
    }
}
