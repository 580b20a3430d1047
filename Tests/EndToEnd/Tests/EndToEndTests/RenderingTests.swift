import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The output of `announce say` instead of speech: sound, the synthesizer's text, and the pronunciation.
    struct RenderingTests {
        private let folder: TemporaryFolder
        private let environment: [String: String?]

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path("announced"), withIntermediateDirectories: false)
            environment = ["ANNOUNCED_SOCKET": folder.path("none"), "XDG_CONFIG_HOME": folder.path]
        }

        private func announce(_ arguments: String..., input: ChildProcess.Stream = .null, output: ChildProcess.Stream = .pipe) throws
            -> ChildProcess
        { try announceProcess(arguments, environment: environment, input: input, output: output) }

        /// Runs it to its end, and returns its output.
        private func lines(_ arguments: String..., input: ChildProcess.Stream = .null) async throws -> [String] {
            let process = try announceProcess(arguments, environment: environment, input: input)
            let lines = try await process.output.remainingLines()
            #expect(try await process.error.remainingLines() == [], "\(arguments)")
            #expect(try await process.exit() == .code(0), "\(arguments)")
            return lines
        }

        /// Runs a shell's script in which `$0` is announce, and `$1` the folder.
        private func shell(_ script: String) async throws -> (said: [String], exit: ChildProcess.Exit) {
            let variables = environment.merging(americanEnglish) { own, _ in own }
            let shell = try ChildProcess(
                "sh", ["-c", script, builtProduct("announce"), folder.path], environment: .inherited(with: variables), error: .pipe)
            let said = try await shell.error.remainingLines()
            return (said, try await shell.exit())
        }

        /// Waits until a file has a second of sound or more.
        private func awaitSound(in file: String) async throws {
            try await look(for: "sound in \(file)") { (try? Data(contentsOf: URL(filePath: file)).count) ?? 0 >= Sound.rate }
        }

        // MARK: Sound

        @Test func `A WAV file has eSpeak NG's own samples, by the configuration and the options, without a daemon`() async throws {
            let file = folder.path("heard.wav")
            _ = try await lines("--wav", file, "--voice", "de+michel", "--rate", "220", "--pitch", "60", "Guten Morgen. Wie geht es?")
            let german = try await ESpeakReference("Guten Morgen. Wie geht es?", voice: "de+michel", rate: 220, pitch: 60).sound()
            #expect(try Sound(wavFile: file) == german.trimmedStart(threshold: 31))
            _ = try folder.write(steady, to: "announced/config.toml")
            _ = try await lines("--wav", file, "Good morning.")
            let english = try await ESpeakReference("Good morning.", voice: steadyVoice, rate: 240).sound().trimmedStart(threshold: 31)
            #expect(try Sound(wavFile: file) == english)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["announced", "heard.wav"])
        }

        @Test func `Standard output gets a WAV file too, or samples alone; a file there gets its length`() async throws {
            let expected = try await ESpeakReference("Good morning.", voice: "en-us").sound().trimmedStart(threshold: 31)
            let run = try await shell(
                """
                cd "$1" && "$0" --wav - "Good morning." | cat > piped.wav && "$0" --wav - "Good morning." > file.wav &&
                "$0" --raw - "Good morning." | cat > samples && "$0" --raw samples-2 "Good morning." &&
                { "$0" --raw - "Good"; "$0" --wav - "Good morning."; } > two &&
                "$0" --raw /dev/stdout "Good morning." | cat > samples-3 && "$0" --raw /dev/fd/5 "Good morning." 5>&1 | cat > samples-4 &&
                mkfifo pipe && { cat pipe > samples-5 & "$0" --raw pipe "Good morning."; wait; } &&
                { cat pipe > piped-2.wav & "$0" --wav pipe "Good morning."; wait; }
                """)
            #expect(run.exit == .code(0) && run.said == [], "\(run)")
            #expect(try Sound(wavFile: folder.path("piped.wav")) == expected)
            #expect(try Sound(rawFile: folder.path("samples")) == expected)
            for number in 2...5 { #expect(try Sound(rawFile: folder.path("samples-\(number)")) == expected, "\(number)") }
            #expect(try Sound(wavFile: folder.path("piped-2.wav")) == expected)
            let file = try Array(Data(contentsOf: URL(filePath: folder.path("file.wav"))))
            #expect(file == expected.wav)
            #expect(try Array(Data(contentsOf: URL(filePath: folder.path("two")))).suffix(file.count) == file[...])
        }

        @Test func `A long text is written much faster than it would be heard, and all of it`() async throws {
            let text = (1...80).map { "Sentence \($0) is one of many that are heard one after another.\n" }.joined()
            #expect(text.utf8.count > 4096)
            _ = try folder.write(steady, to: "announced/config.toml")
            let file = folder.path("long.wav")
            let stopwatch = ContinuousClock.now
            _ = try await lines("--file", folder.write(text, to: "text"), "--wav", file)
            let elapsed = stopwatch.duration(to: .now)
            let sound = try Sound(wavFile: file)
            #expect(elapsed * 10 < sound.duration, "\(elapsed) for \(sound)")
            let whole = try await ESpeakReference(text, voice: steadyVoice, rate: 240).sound()
            #expect(abs(sound.duration / whole.duration - 1) < 0.01, "\(sound), expected \(whole)")
        }

        @Test func `A text from a pipe is written as it comes`() async throws {
            let process = try announce("--file", "-", "--raw", folder.path("sound"), input: .pipe)
            try process.write(String(repeating: "This goes on and on. ", count: 150))
            try await awaitSound(in: folder.path("sound"))
            process.closeInput()
            #expect(try await process.exit() == .code(0))
        }

        @Test func `A daemon that runs is not disturbed`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["posted"]}"#)
            try await watcher.reply("s")
            let process = try announceProcess(
                ["--wav", folder.path("a.wav"), "a"], environment: ["ANNOUNCED_SOCKET": daemon.socket, "XDG_CONFIG_HOME": folder.path])
            #expect(try await process.exit() == .code(0))
            #expect(try await watcher.allSoFar().filter { $0.event != nil }.isEmpty)
        }

        @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
        func `A signal leaves a whole WAV file of what was made so far`(signal: Int32, code: Int32) async throws {
            let file = folder.path("cut.wav")
            let process = try announce("--file", "-", "--wav", file, input: .pipe)
            try process.write(String(repeating: "This goes on and on. ", count: 150))
            try await awaitSound(in: file)
            process.signal(signal)
            #expect(try await process.exit() == .code(code))
            let bytes = try Array(Data(contentsOf: URL(filePath: file)))
            #expect(try bytes == Sound(wav: bytes).wav)
        }

        @Test func `Ctrl-C ends it, while it waits for more text too`() async throws {
            let terminal = try Terminal()
            let process = try announceProcess(
                ["--file", "-", "--wav", folder.path("cut.wav")], environment: environment, in: terminal)
            for _ in 0..<30 { try terminal.type(String(repeating: "This goes on and on. ", count: 5) + "\n") }
            try await awaitSound(in: folder.path("cut.wav"))
            try terminal.interrupt()
            #expect(try await process.exit() == .code(130))
        }

        @Test func `Sound is not written to a terminal`() async throws {
            for option in ["--wav", "--raw"] {
                let terminal = try Terminal(columns: 200)
                let process = try announceProcess([option, "-", "a"], environment: environment, in: terminal)
                let told = "announce: \(option) -: standard output is a terminal; expected a file or a program, "
                let player = option == "--raw" ? "aplay -f S16_LE -r 22050" : "aplay"
                #expect(try await terminal.remainingLines() == [told + "as in `announce \(option) - TEXT | \(player)`"])
                #expect(try await process.exit() == .code(64))
            }
        }

        @Test func `A reader that has gone ends it quietly; a full disk is reported`() async throws {
            let gone = try await shell(#"{ "$0" --wav - "Good morning to all of you. And good night."; echo $? >&2; } | head -c 10"#)
            #expect(gone.said == ["0"])
            let full = try await shell(#""$0" --wav - a > /dev/full"#)
            #expect(full == (["announced: standard output: No space left on device"], .code(74)))
            let device = try await shell(#""$0" --wav /dev/full a"#)
            #expect(device == (["announced: /dev/full: No space left on device"], .code(73)))
            let text = try await shell(#""$0" --ipa a > /dev/full"#)
            #expect(text == (["announced: standard output: No space left on device"], .code(74)))
        }

        @Test func `A file that can't be read, written or spoken is reported, and stays as it was`() async throws {
            let file = try folder.write("something else", to: "file")
            let none = folder.path("none/file")
            let invalid = try folder.write(Array("Good.\nBad: ".utf8) + [0xE4, 0x0A], to: "latin-1")
            let advice = "convert the text, for example with `iconv -f ISO-8859-1 -t UTF-8`"
            let missing = "can't be written (No such file or directory): create its folder first, or choose another place"
            let cases: [([String], Int32, String)] = [
                (["--wav", none, "a"], 73, "announced: --wav \(none) \(missing)"),
                (["--raw", none, "a"], 73, "announced: --raw \(none) \(missing)"),
                (["--file", none, "--wav", file], 66, "announce: \(none) can't be read: No such file or directory"),
                (["--file", folder.path, "--ipa"], 66, "announce: \(folder.path) can't be read: Is a directory"),
                (["--file", invalid, "--wav", file], 65, "announce: \(invalid):2: byte 11 is not UTF-8; \(advice)"),
                (["--file", invalid, "--dry-run"], 65, "announce: \(invalid):2: byte 11 is not UTF-8; \(advice)"),
                (["--wav", file, " \n "], 3, "announced: there is nothing to speak in the text"),
                (["--raw", file, "--language", "qqq", "a"], 1, "announced: language: \"qqq\" is unknown; `announce voices` lists all"),
            ]
            for (arguments, code, message) in cases {
                let process = try announceProcess(arguments, environment: environment)
                #expect(try await process.error.remainingLines() == [message])
                #expect(try await process.exit() == .code(code), "\(arguments)")
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "something else")
        }

        // MARK: Text and pronunciation

        @Test(arguments: [
            ("T1", ["ＡＢＣ 𝐝𝐞𝐟"], ["ABC def"]), ("T2", ["Use nginx => now"], ["Use engine x  becomes  now"]),
            ("T3", ["Done in 0:42"], ["Done in forty two seconds"]), ("T4", ["Wait ------- here"], ["Wait 7 dashes here"]),
            ("T7", ["--spell", "a b"], ["a   b"]), ("T8", ["*****"], ["5 stars"]),
            ("T9", ["Hello Привет мир there"], ["Hello", "[zle/ru] Привет мир", "[gmw/en-US] there"]),
            ("T10", ["--ssml", "Code <say-as interpret-as='characters'>x7</say-as>"], ["Code x 7"]),
            ("T22", ["--markdown", "# Plan\n\n1. *Buy* [milk](x)\n2. `a 0:42`"], ["Plan. 1. Buy milk. 2. `a 0:42`."]),
            ("T22", ["--markdown", "```\na\nb\n```"], ["code, 2 lines."]),
            ("T22", ["--markdown", "--code", "```\na\nb\n```"], ["`a` `b`"]),
            ("T11", [String(repeating: "a", count: 120)], [String(repeating: "a", count: 100) + " " + String(repeating: "a", count: 20)]),
            ("T13", ["⠋ Loading"], ["  Loading"]),
            ("T20", ["Since 2020-12-05"], ["Since December 5, 2020"]), ("T21", ["at https://a.org/b/c"], ["at a.org, c"]),
            ("T17", ["Pages 1–5"], ["Pages 1 to 5"]), ("T18", ["☐ milk"], ["empty box milk"]),
        ])
        func `--dry-run prints the text that the synthesizer gets`(rule: String, arguments: [String], expected: [String]) async throws {
            _ = try folder.write(
                "[[entry]]\nword = \"nginx\"\nsay = \"engine x\"\n[[entry]]\nliteral = \"=>\"\nsay = \" becomes \"\n",
                to: "announced/dictionary.toml")
            let process = try announceProcess(["--dry-run"] + arguments, environment: environment)
            #expect(try await process.output.remainingLines() == expected, "\(rule)")
            #expect(try await process.exit() == .code(0))
        }

        @Test(arguments: [("en-us", "Hello world, this is one. Chapter 3 of 4!"), ("de", "Guten Morgen, wie geht's?")])
        func `--ipa prints what espeak-ng --ipa prints`(language: String, text: String) async throws {
            let expected = try await ChildProcess("espeak-ng", ["-q", "--ipa", "-v", language, text]).output.remainingLines()
            #expect(try await lines("--ipa", "--language", language, text) == expected)
            #expect(try await lines("--ipa", "--language", language, input: .file(folder.write(text + "\n", to: "text"))) == expected)
        }

        @Test(arguments: [
            ("cmn-latn-pinyin", "你好中国电脑"), ("yue", "電腦"), ("ja", "こんにちは"), ("ko", "안녕하세요"), ("hi", "नमस्ते दुनिया"), ("bn", "বাংলা"), ("pa", "ਪੰਜਾਬੀ"),
            ("gu", "ગુજરાતી"), ("ta", "வணக்கம்"), ("te", "తెలుగు"), ("kn", "ಕನ್ನಡ"), ("ml", "മലയാളം"), ("si", "සිංහල"), ("or", "ଓଡ଼ିଆ"), ("th", "ขอบคุณ"),
            ("my", "ရေ"), ("ka", "ქართული"), ("hy", "Հայերեն"), ("am", "ሰላም"), ("ru", "Привет мир"), ("el", "Γειά σου"), ("he", "שלום"),
            ("ar", "مرحبا"),
            ("fa", "کتاب"),
        ])
        func `T9: a script has the phonemes of its language's voice in an English text`(language: String, text: String) async throws {
            let own = try await ChildProcess("espeak-ng", ["-q", "--ipa", "-v", language, text]).output.remainingLines()
            #expect(own.allSatisfy { !$0.contains("(") } && own != [])
            #expect(try await lines("--ipa", "--language", language == "yue" ? "yue" : "en-us", text) == own)
        }

        @Test func `T9: Japanese characters without a reading are one word, and a warning says so`() async throws {
            let process = try announceProcess(["--ipa", "ファイルを保存しました"], environment: environment)
            #expect(try await process.output.remainingLines().joined().contains("tʃˈaɪniːz") == false)
            #expect(try await process.error.remainingLines() == ["announced: text: no voice reads 保存 as Japanese (T9)"])
            #expect(try await process.exit() == .code(0))
        }

        @Test func `What docs/COMPARISON.md says is read is what announced and espeak-ng read`() async throws {
            let table = try repositoryText("docs/COMPARISON.md").split(separator: "| Text | announced |")[1].split(separator: "\n")
                .dropFirst(2)
            let rows = table.map { $0.split(separator: "|").map { String($0).trimming(" `") } }
            #expect(rows.count > 9 && rows.allSatisfy { $0.count == 3 })
            func sounds(_ text: String) async throws -> String {
                try await ChildProcess("espeak-ng", ["-q", "--ipa", "-v", "en-us", "--", text]).output.remainingLines().joined()
                    .filter { $0.isLetter && !"ˈˌ".contains($0) }
            }
            for row in rows {
                #expect(try await lines("--dry-run", "--language", "en-us", "--", row[0]).joined() == row[1])
                #expect(try await sounds(row[0]) == sounds(row[2]), "\(row[0])")
            }
        }

        @Test func `describe prints the same of an element, with its hint on lines of its own`() async throws {
            let arguments = ["--label", "Copied – – – – 12", "--trait", "adjustable"]
            let described = try await lines("describe", "--dry-run", arguments[0], arguments[1], arguments[2], arguments[3])
            let words = "Copied – – – – 12. Adjustable."
            #expect(try await described == lines("--dry-run", words) + ["Press Up or Down Arrow to adjust the value."])
            // With eSpeak NG 1.52, signs that end its voices have a space without width after them.
            #expect(described.first?.filter { $0 != "\u{200B}" } == words)
            let german = try announceProcess(
                ["describe", "--ipa", "--label", "Suche", "--trait", "link"],
                environment: environment.merging(["LC_ALL": "de_DE.UTF-8"]) { _, own in own })
            let expected = try await ChildProcess("espeak-ng", ["-q", "--ipa", "-v", "de", "Suche. Link."]).output.remainingLines()
            #expect(try await german.output.remainingLines() == expected)
        }
    }
}

extension String {
    /// Returns it without these characters at its ends.
    fileprivate func trimming(_ marks: String) -> String {
        var text = self[...]
        while let first = text.first, marks.contains(first) { text.removeFirst() }
        while let last = text.last, marks.contains(last) { text.removeLast() }
        return String(text)
    }
}
