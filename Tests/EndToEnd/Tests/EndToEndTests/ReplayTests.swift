import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announced replay`, as app developers run it.
    struct ReplayTests {
        static func replay(_ arguments: String..., input: ChildProcess.Stream = .null) throws -> ChildProcess {
            try replay(arguments, input: input)
        }

        static func replay(_ arguments: [String], input: ChildProcess.Stream = .null) throws -> ChildProcess {
            try ChildProcess(
                builtProduct("announced"), ["replay"] + arguments, environment: .inherited(with: americanEnglish), input: input,
                error: .pipe)
        }

        /// Runs the process to its end.
        static func outcome(_ process: ChildProcess) async throws -> (output: [String], error: [String], exit: ChildProcess.Exit) {
            let (output, error) = try await (process.output.remainingLines(), process.error.remainingLines())
            return (output, error, try await process.exit())
        }

        static let hello = #"{"at":0.5,"type":"announcement","id":"x","text":"Hello there"}"#
        static let helloTrace = [
            #"{"at":0.5,"class":"default","client":"a","event":"started","id":"x","text":"Hello there"}"#,
            #"{"at":1.1,"class":"default","client":"a","event":"finished","id":"x","reason":"spoken","rule":"D2","successful":true,"text":"Hello there"}"#,
        ]

        @Test func `The trace comes on standard output, or goes to a file, with a picture in another`() async throws {
            let folder = try TemporaryFolder()
            let events = try folder.write(Self.hello, to: "events.jsonl")
            let plain = try await Self.outcome(Self.replay(events, "--seconds-per-word", "0.3"))
            #expect(plain == (Self.helloTrace, [], .code(0)))
            let (trace, picture) = (folder.path("trace.jsonl"), folder.path("picture.svg"))
            let filed = try await Self.outcome(
                Self.replay("-", "--seconds-per-word=0.3", "--trace", trace, "--timeline", picture, input: .file(events)))
            #expect(filed == ([], [], .code(0)))
            #expect(try String(contentsOfFile: trace, encoding: .utf8) == Self.helloTrace.map { $0 + "\n" }.joined())
            #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("What was heard: standard input"))
        }

        @Test(.enabled(if: getuid() == 0, "this machine: only root can give files to others"))
        func `A picture is not drawn over a link to another user's file`() async throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("theirs", to: "file.svg")
            #expect(unsafe chown(file, 65534, 65534) == 0)
            try FileManager.default.createSymbolicLink(atPath: folder.path("link.svg"), withDestinationPath: file)
            let events = try folder.write(Self.hello, to: "events.jsonl")
            let found = try await Self.outcome(
                Self.replay(events, "--seconds-per-word", "0.4", "--timeline", folder.path("link.svg")))
            #expect(found.exit == .code(73) && found.error.last?.contains("another user's") == true, "\(found)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "theirs")
        }

        @Test(arguments: [("/dev/zero", "/dev/zero"), ("- </dev/zero", "standard input"), ("events --assert /dev/zero", "/dev/zero")])
        func `Input that never ends is given up in bounded memory, with its name, the limit and what to do`(
            _ arguments: String, _ name: String
        ) async throws {
            let folder = try TemporaryFolder()
            _ = try folder.write(Self.hello, to: "events")
            // It may have 2 GB of addresses, most of which the system's libraries don't use.
            let script = try "ulimit -v 2000000 && exec \(builtProduct("announced")) replay --seconds-per-word 0.3 \(arguments)"
            let found = try await Self.outcome(ChildProcess("/bin/sh", ["-c", script], folder: folder.path, error: .pipe))
            let message = "announced: \(name): longer than 16777216 bytes, the most that is read; give it in parts, or a shorter file"
            #expect(found == ([], [message], .code(66)))
        }

        @Test func `The example of docs/REPLAY.md runs`() async throws {
            let found = try await Self.outcome(
                Self.replay(repositoryFile("docs/examples/stopwatch.jsonl"), "--seconds-per-word", "0.4"))
            #expect(found.output.count > 20 && found.error.count == 1 && found.exit == .code(0), "\(found)")
        }

        @Test func `E13, E14, N8: a recorded session of a form: fields, an error, a tree, a live status and a dialog`() async throws {
            let form = repositoryFile("Tests/Recordings/form")
            let found = try await Self.outcome(
                Self.replay("\(form).jsonl", "--seconds-per-word", "0.3", "--assert", "\(form).expected.jsonl"))
            #expect(found == ([], [], .code(0)))
        }

        /// Whether eSpeak NG is the one with which docs/examples/stopwatch.wav was made; another may speak otherwise.
        static var isDocumented: Bool {
            get async throws {
                let version = try ChildProcess("espeak-ng", ["--version"])
                return try await version.output.remainingLines().first?.contains(" 1.51 ") == true
            }
        }

        @Test(
            .enabled("this release of Debian has no eSpeak NG 1.51, as docs/examples/stopwatch.wav") { try await ReplayTests.isDocumented })
        func `The sound of the example is the one in docs`() async throws {
            let folder = try TemporaryFolder()
            let wav = folder.path("stopwatch.wav")
            let example = repositoryFile("docs/examples/stopwatch")
            let found = try await Self.outcome(Self.replay("\(example).jsonl", "--seconds-per-word", "0.4", "--wav", wav))
            #expect(found.exit == .code(0))
            let isSame = try Sound(wavFile: wav) == Sound(wavFile: "\(example).wav")
            #expect(isSame, "announced replay \(example).jsonl --seconds-per-word 0.4 --wav \(example).wav makes it again")
        }

        @Test(arguments: [
            (#"{"at":0"#, "the line is not valid JSON at column 8, where the line ends: expected a comma or }"),
            (#"{"type":"stop"}"#, "at: missing; expected seconds from the beginning"),
            (#"{"at":0.25,"type":"stop"}"#, "at: 0.25 goes back in time; expected 0.5 or later"),
            (#"{"at":1,"type":"shout"}"#, "type: unknown type \"shout\"; expected one of hello, "),
            (#"{"at":1,"type":"announcement","text":"a","rate":7}"#, "rate: 7 is out of range; expected 80 to 900"),
        ])
        func `A wrong line is reported with its file and number, and exits 65 without a trace`(line: String, message: String) async throws {
            let folder = try TemporaryFolder()
            let events = try folder.write("\(Self.hello)\n\n\(line)\n", to: "events.jsonl")
            let found = try await Self.outcome(Self.replay(events, "--seconds-per-word", "0.3"))
            #expect(found.output == [] && found.exit == .code(65))
            #expect(found.error.count == 1 && found.error[0].hasPrefix("\(events):3: \(message)"), "\(found.error)")
        }

        @Test func `Odd or refused lines are reported, and the replay continues`() async throws {
            let folder = try TemporaryFolder()
            let more = #"{"at":2,"type":"cancel","target":"y","when":1}"#
            let events = try folder.write("\(Self.hello)\n\(more)\n", to: "events.jsonl")
            let found = try await Self.outcome(Self.replay(events, "--seconds-per-word", "0.3"))
            let message = #"target: no announcement with the id "y" waits or is spoken"#
            #expect(found == (Self.helloTrace, ["\(events):2: \(message)"], .code(0)))
        }

        @Test func `Files that can't be read or written, and a wrong configuration, have exit codes of their own`() async throws {
            let folder = try TemporaryFolder()
            let events = try folder.write(Self.hello, to: "events.jsonl")
            let config = try folder.write("[voice]\nrate = 7\n", to: "config.toml")
            let gone = folder.path("none/file")
            let cases: [([String], Int32, String)] = [
                ([gone, "--seconds-per-word", "1"], 66, "announced: \(gone): No such file or directory"),
                ([events, "--seconds-per-word", "1", "--trace", gone], 73, "announced: \(gone): No such file or directory"),
                ([events, "--seconds-per-word", "1", "--timeline", gone], 73, "announced: \(gone): No such file or directory"),
                ([events, "--wav", gone], 73, "announced: \(gone): No such file or directory"),
                ([events, "--seconds-per-word", "1", "--config", config], 78, "\(config):2:1: voice.rate: expected "),
                ([events, "--seconds-per-word", "0"], 64, "Error: --seconds-per-word: expected 0.001 to 60"),
                ([events, "--seconds-per-word", "1", "--wav", gone], 73, "announced: \(gone): No such file or directory"),
                ([events, "--seconds-per-word", "1", "--assert", gone], 66, "announced: \(gone): No such file or directory"),
                ([events, "--seconds-per-word", "1", "--assert", config], 65, "\(config):1: the line is not a JSON object; expected {…}"),
                (["-", "--assert", "-"], 64, "Error: --assert: standard input has the events already; expected a file's name"),
                ([], 64, "Error: Missing expected argument '<events>'"),
            ]
            for (arguments, code, message) in cases {
                let process = try ChildProcess(builtProduct("announced"), ["replay"] + arguments, error: .pipe)
                let found = try await Self.outcome(process)
                #expect(found.exit == .code(code) && found.error.first?.hasPrefix(message) == true, "\(arguments): \(found)")
            }
        }

        @Test func `With the voice, sounds stand at their moments, whole or cut, and every run is the same`() async throws {
            let folder = try TemporaryFolder()
            let config = try folder.write(steady, to: "config.toml")
            let (whole, cut, long) = ("It is heard to its end.", "It is cut in the middle of it, for something comes.", "Something.")
            let events = try folder.write(
                """
                {"at":0.5,"type":"announcement","text":"\(whole)"}
                {"at":4,"type":"announcement","text":"\(cut)"}
                {"at":5,"client":"b","type":"announcement","text":"\(long)"}
                """, to: "events.jsonl")
            let wav = folder.path("heard.wav")
            let first = try await Self.outcome(Self.replay(events, "--config", config, "--wav", wav))
            let second = try await Self.outcome(Self.replay(events, "--config", config, "--wav", folder.path("again.wav")))
            let silent = try await Self.outcome(Self.replay(events, "--config", config))
            #expect(first.exit == .code(0) && first.error == [] && first == second && first == silent, "\(first)")
            #expect(try Sound(wavFile: wav) == Sound(wavFile: folder.path("again.wav")))

            let heard = try Sound(wavFile: wav)
            func sound(_ text: String) async throws -> [Int16] {
                try await ESpeakReference(text, voice: steadyVoice, rate: 240).sound().trimmedStart(threshold: 31).samples
            }
            func expect(_ samples: some Collection<Int16>, at second: Double, _ text: String) {
                let there = heard.samples[Int(second * Double(Sound.rate))...].prefix(samples.count)
                #expect(there.elementsEqual(samples), "\(text)")
            }
            let (wholeSound, cutSound, last) = try await (sound(whole), sound(cut), sound(long))
            #expect(cutSound.count > Sound.rate)
            expect(wholeSound, at: 0.5, whole)
            // The last 3 ms fade out.
            expect(cutSound.prefix(Sound.rate - 70), at: 4, cut)
            expect(last, at: 5, long)
            let silence = heard.samples[..<(Sound.rate / 2)] + heard.samples[(Sound.rate / 2 + wholeSound.count)..<(4 * Sound.rate)]
            #expect(silence.allSatisfy { $0 == 0 })
            #expect(heard.samples.count == 5 * Sound.rate + last.count)
            let end = 0.5 + Double(wholeSound.count) / Double(Sound.rate)
            let finished = "{\"at\":\((end * 1000).rounded() / 1000),"
            #expect(first.output.contains { $0.hasPrefix(finished) && $0.contains("finished") }, "\(end): \(first.output)")
        }

        @Test(arguments: [("0.2", 0.2), ("0.4", 0.4)])
        func `With a time for each word, what is heard lasts as long as in the trace, which is the same as without sound`(
            option: String, seconds: Double
        ) async throws {
            let folder = try TemporaryFolder()
            let config = try folder.write(steady, to: "config.toml")
            let events = try folder.write(
                """
                {"at":1,"type":"announcement","text":"One two three four five six seven eight nine ten."}
                {"at":6,"type":"announcement","text":"This is cut in its middle by something else."}
                {"at":7,"type":"announcement","text":"Something."}
                """, to: "events.jsonl")
            let wav = folder.path("heard.wav")
            let options = [events, "--config", config, "--seconds-per-word", option]
            let silent = try await Self.outcome(Self.replay(options))
            let found = try await Self.outcome(Self.replay(options + ["--wav", wav]))
            #expect(found == silent && found.exit == .code(0))
            let heard = try Sound(wavFile: wav).samples
            func frame(_ time: Double) -> Int { Int(time * Double(Sound.rate)) }
            let (begin, end) = (frame(1), frame(1 + 10 * seconds))
            #expect(heard[..<begin].allSatisfy { $0 == 0 } && heard[end..<frame(6)].allSatisfy { $0 == 0 })
            let last = try #require(heard[begin..<end].lastIndex { abs(Int($0)) > 300 })
            // eSpeak NG's last sound is followed by a little silence.
            #expect(Double(end - last) < 0.15 * Double(end - begin), "\(end - last) of \(end - begin)")
            #expect(heard[frame(6)..<frame(7)].contains { abs(Int($0)) > 300 } && heard[frame(7)...].contains { abs(Int($0)) > 300 })
        }

        @Test("O5: A pause is silence, and speech continues at its word") func pause() async throws {
            let folder = try TemporaryFolder()
            let config = try folder.write(steady, to: "config.toml")
            let events = try folder.write(
                """
                {"at":0,"type":"announcement","text":"One two three four five six seven eight nine ten."}
                {"at":1,"type":"pause"}
                {"at":9,"type":"resume"}
                """, to: "events.jsonl")
            let wav = folder.path("heard.wav")
            #expect(try await Self.outcome(Self.replay(events, "--config", config, "--wav", wav)).exit == .code(0))
            let heard = try Sound(wavFile: wav).samples
            let whole = try await reference("One two three four five six seven eight nine ten.")
            #expect(heard[Sound.rate..<(9 * Sound.rate)].allSatisfy { $0 == 0 })
            let spoken = heard.count - 8 * Sound.rate
            #expect(spoken > whole.samples.count - Sound.rate / 2 && spoken < whole.samples.count + Sound.rate, "\(spoken)")
        }
    }
}
