import AnnounceProtocol
import ArgumentParser
import Configuration
import Glibc
import Messages
import Replay
import System
import TerminalText

/// Reports which of an app's messages would be heard, when, and why.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Report which of an app's messages would be heard, and when, without waiting: a test of its announcements.",
        discussion: """
            EVENTS has one protocol message per line, with "at" (seconds) and optionally "client" (a name; default "a"):

              {"at":0,"type":"announcement","text":"Saved"}
              {"at":0.5,"client":"mail","type":"announcement","text":"New mail"}
              {"at":2,"client":"mail","type":"disconnect"}

            The trace is JSON Lines in order of time, the same on every run. Without --config, the built-in defaults apply, in English, \
            regardless of this user's configuration. A file may have up to \(ReplayInput.longestFile >> 20) MiB.

            EXAMPLES
              announced replay events.jsonl --seconds-per-word 0.4
              announced replay events.jsonl --wav heard.wav --timeline heard.svg
              announced replay events.jsonl --seconds-per-word 0.4 --trace expected.jsonl
              announced replay events.jsonl --seconds-per-word 0.4 --assert expected.jsonl

            EXIT CODES
              0 done, 1 the trace is not the expected one, or there is no voice, 64 usage,
              65 a line is wrong, 66 a file can't be read or is too long, 70 the replay does not end,
              73 a file can't be written, 78 the configuration is wrong
            """)

    @Argument(help: ArgumentHelp("The messages; - for standard input.", valueName: "events"), completion: .file(extensions: ["jsonl"]))
    var events: String

    @Option(
        help: ArgumentHelp("Write the trace to this file instead of standard output.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var trace: String?

    @Option(
        help: ArgumentHelp("Write what would be heard, including silences, to this WAV file.", valueName: "file"),
        completion: .file(extensions: ["wav"]))
    var wav: String?

    @Option(
        help: ArgumentHelp("Draw a timeline of who spoke when in this SVG file.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var timeline: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds that each word takes, so that the trace is the same on any machine; sound is made to fit.", valueName: "seconds"))
    var secondsPerWord: Double?

    @Option(
        help: ArgumentHelp("Use this configuration instead of the built-in defaults.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Compare the trace with the expected one in this file, and print the differences instead of the trace.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var assert: String?

    func validate() throws {
        if let secondsPerWord, !(0.001...60).contains(secondsPerWord) {
            throw ValidationError("--seconds-per-word: expected 0.001 to 60")
        }
        for (option, file) in [("--trace", trace), ("--wav", wav), ("--timeline", timeline)] where file == "-" {
            throw ValidationError("\(option): expected a file, found -; only a trace without --trace goes to standard output")
        }
        if assert == "-", events == "-" {
            throw ValidationError("--assert: standard input has the events already; expected a file's name")
        }
    }

    func run() throws {
        let input = try read(events, ReplayInput.init(_:file:))
        let expected = try assert.map { try read($0, ExpectedTrace.init(_:file:)) }
        let outcome = try replay(input, configuration: readConfiguration())
        for remark in outcome.remarks { StandardError.print("\(remark)") }
        // A file that can't be written is reported before a trace fills the terminal.
        if let timeline { try write(TimelinePicture(of: outcome.trace, name: input.file).svg, to: timeline) }
        if trace != nil || expected == nil {
            try write(outcome.trace.map { $0.jsonText.visibleJSON + "\n" }.joined(), to: trace)
        }
        if let differences = expected?.differences(from: outcome.trace), !differences.isEmpty {
            try write(differences.map { $0.visible + "\n" }.joined(), to: nil)
            throw ExitCode(EXIT_FAILURE)
        }
    }

    /// Reads a file of events, one per line.
    private func read<Value>(_ path: String, _ value: ([UInt8], String) throws(ReplayInput.Mistakes) -> Value) throws -> Value {
        let name = path == "-" ? "standard input" : path
        do {
            let most = ReplayInput.longestFile
            return try value(
                path == "-" ? FileBytes.read(STDIN_FILENO, name: name, most: most) : FileBytes.read(path, most: most), name)
        } catch let error as FileBytes.Failure {
            throw CommandError("announced: \(error)", exitCode: EX_NOINPUT)
        } catch {
            throw CommandError("\(error)", exitCode: EX_DATAERR)
        }
    }

    private func readConfiguration() throws -> Configuration {
        guard let config else { return Configuration(language: "en") }
        do {
            return try ConfigurationLocation.load(only: config).withoutMistakes()
        } catch {
            throw CommandError("\(error)", exitCode: EX_CONFIG)
        }
    }

    /// Runs the replay, and writes its sound.
    private func replay(_ input: ReplayInput, configuration: Configuration) throws -> Replay.Outcome {
        let pace = secondsPerWord.map(WordPacedVoice.init)
        do {
            if let pace, wav == nil { return try Replay.run(input, configuration: configuration, voice: pace) }
            let folder = try wav.map { _ in try TemporaryFolder() }
            let synthesizer = SynthesizedVoice(
                path: try Environment.voice(), configuration: configuration,
                soundFile: folder.map { folder in { "\(folder.path)/\($0).wav" } })
            let voice: any ReplayVoice = if let pace { FittedVoice(pace, by: synthesizer) } else { synthesizer }
            let outcome = try Replay.run(input, configuration: configuration, voice: voice)
            if let wav {
                var file = try HeardSoundFile(wav, sampleRate: synthesizer.sampleRate)
                try file.write(outcome.sounds, source: synthesizer.file)
            }
            return outcome
        } catch let error as CommandError {
            throw error
        } catch let error as HeardSoundFile.Failure {
            throw CommandError("announced: \(error)", exitCode: EX_CANTCREAT)
        } catch let error as Replay.Stuck {
            throw CommandError("announced: \(error)", exitCode: EX_SOFTWARE)
        } catch {
            throw CommandError("announced: \(error)", exitCode: EXIT_FAILURE)
        }
    }

    private func write(_ text: String, to file: String?) throws {
        do {
            if let file { try FileBytes.write(text, to: file) } else { try FileBytes.write(text, descriptor: STDOUT_FILENO) }
        } catch {
            throw CommandError("announced: \(error)", exitCode: EX_CANTCREAT)
        }
    }
}
