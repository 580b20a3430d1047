import AnnounceProtocol
import ArgumentParser
import Configuration
import Glibc
import Replay

/// Reports what would be heard of an app's messages, when, and why.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Report what would be heard of an app's messages, without waiting: a test of its announcements.",
        discussion: """
            EVENTS has one protocol message per line, with "at" (seconds) and optionally "client" (a name, by default "a"):

              {"at":0,"type":"announcement","text":"Saved"}
              {"at":0.5,"client":"mail","type":"announcement","text":"New mail"}
              {"at":2,"client":"mail","type":"disconnect"}

            The trace is JSON Lines in order of time, the same on every run. Without --config, the built-in defaults apply, in English, \
            whatever this user has configured.

            EXAMPLES
              announced replay events.jsonl --seconds-per-word 0.4
              announced replay events.jsonl --wav heard.wav --timeline heard.svg

            EXIT CODES
              0 done, 64 usage, 65 a line is wrong, 66 no EVENTS, 73 a file can't be
              written, 78 the configuration is wrong
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
        help: ArgumentHelp("Draw who spoke when as a picture in this SVG file.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var timeline: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Assume this time for each word, instead of asking the synthesizer.", valueName: "seconds"))
    var secondsPerWord: Double?

    @Option(
        help: ArgumentHelp("Use this configuration instead of the built-in defaults.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    func validate() throws {
        if let secondsPerWord {
            guard (0.001...60).contains(secondsPerWord) else { throw ValidationError("--seconds-per-word: expected 0.001 to 60") }
            guard wav == nil else { throw ValidationError("--wav and --seconds-per-word: expected one of the two; words have no sound") }
        }
    }

    func run() throws {
        let input = try input()
        let configuration = try readConfiguration()
        let outcome: Replay.Outcome
        if let secondsPerWord {
            do {
                outcome = try Replay.run(
                    input, configuration: configuration, voice: WordPacedVoice(secondsPerWord: secondsPerWord))
            } catch {
                throw failure("announced: \(error)", exitCode: 70)
            }
        } else {
            outcome = try speak(input, configuration)
        }
        for remark in outcome.remarks { complain("\(remark)") }
        // What can't be written is reported before a trace fills the terminal.
        if let timeline { try write(TimelinePicture(of: outcome.trace, name: input.file).svg, to: timeline) }
        try write(outcome.trace.map { ServerLine.json(of: $0) + "\n" }.joined(), to: trace)
    }

    private func input() throws -> ReplayInput {
        let name = events == "-" ? "standard input" : events
        do {
            return try ReplayInput(events == "-" ? FileBytes.read(STDIN_FILENO, name: name) : FileBytes.read(events), file: name)
        } catch let error as FileBytes.Failure {
            throw failure("announced: \(error)", exitCode: 66)
        } catch {
            throw failure("\(error)", exitCode: 65)
        }
    }

    private func readConfiguration() throws -> Configuration {
        guard let config else { return Configuration(language: "en") }
        do {
            return try ConfigurationLocation.load(only: config).withoutMistakes()
        } catch {
            throw failure("\(error)", exitCode: 78)
        }
    }

    /// Runs the replay with the real voice.
    private func speak(_ input: ReplayInput, _ configuration: Configuration) throws -> Replay.Outcome {
        let folder = try wav.map { _ in try TemporaryFolder() }
        let voice = SynthesizedVoice(path: try Environment.voice(), configuration: configuration, folder: folder?.path)
        do {
            let outcome = try Replay.run(input, configuration: configuration, voice: voice)
            if let wav {
                var file = try SoundFile(wav, sampleRate: voice.sampleRate)
                try file.write(outcome.sounds, source: voice.file)
            }
            return outcome
        } catch let error as SoundFile.Failure {
            throw failure("announced: \(error)", exitCode: 73)
        } catch {
            throw failure("announced: \(error)", exitCode: 1)
        }
    }

    private func write(_ text: String, to file: String?) throws {
        do {
            if let file { try FileBytes.write(text, to: file) } else { try FileBytes.write(text, descriptor: STDOUT_FILENO) }
        } catch {
            throw failure("announced: \(error)", exitCode: 73)
        }
    }
}
