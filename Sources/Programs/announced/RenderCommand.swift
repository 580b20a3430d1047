import AnnounceProtocol
import ArgumentParser
import Configuration
import Glibc
import JSONLines
import Markdown
import Messages
import Replay
import System
import TerminalText

/// Renders announcements one after another, as fast as the synthesizer can: for `announce say --wav` and the like.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Write the sound of announcements from standard input, one after another.",
        discussion: """
            Each line is an announcement as in the protocol. The user's configuration applies, and no daemon is needed.

            EXAMPLES
              cat announcements.jsonl | announced render --wav heard.wav
              echo '{"type":"announcement","text":"Hi"}' | announced render --ipa
            """,
        shouldDisplay: false)

    @Option(help: ArgumentHelp("Write a WAV file; - for standard output.", valueName: "file"))
    var wav: String?
    @Option(help: ArgumentHelp("Write only the samples; - for standard output.", valueName: "file"))
    var raw: String?
    @Flag(help: "Print the text that the synthesizer receives.")
    var text = false
    @Flag(help: "Print the pronunciation in the International Phonetic Alphabet.")
    var ipa = false

    func validate() throws {
        let forms = [wav != nil, raw != nil, text, ipa]
        if forms.count(where: { $0 }) != 1 { throw ValidationError("expected one of --wav, --raw, --text and --ipa") }
        if wav == "" || raw == "" { throw ValidationError("expected a file") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        // A voice that crashes is replaced; a backtrace would print the text first.
        _ = unsafe setenv("SWIFT_BACKTRACE", "enable=no", 0)
        let loaded = ConfigurationLocation.load(file: nil, share: Environment.share, environment: Environment.value)
        for mistake in loaded.mistakes { StandardError.print("\(mistake)") }
        if let path, path != SoundStream.standardOutput, let mistake = OutputFile.mistake(in: path, of: option, mayBePipe: true) {
            throw CommandError("announced: \(mistake)", exitCode: EX_CANTCREAT)
        }
        do {
            try render(loaded.configuration)
        } catch let error as HeardSoundFile.Failure {
            throw self.error(for: error.code, error.description)
        } catch let error as FileBytes.Failure {
            throw self.error(for: error.code, error.description)
        } catch let error as SynthesizedVoice.Failure {
            throw CommandError("announced: \(error)", exitCode: 4)
        }
    }

    private var path: String? { wav ?? raw }
    private var option: String { wav == nil ? "--raw" : "--wav" }

    private func render(_ configuration: Configuration) throws {
        let buffer = try path.map { _ in try SoundBuffer() }
        let program = try Environment.voice()
        let synthesizer =
            if let buffer {
                SynthesizedVoice(path: program, configuration: configuration, buffer: buffer)
            } else {
                SynthesizedVoice(path: program, configuration: configuration, soundFile: nil)
            }
        var voice: any ReplayVoice = synthesizer
        if text || ipa {
            voice = TranscribingVoice(ipa ? .phonemes : .text, by: synthesizer) {
                try FileBytes.write($0.visibleLines, descriptor: STDOUT_FILENO)
            }
        }
        var replay = try Replay(configuration: configuration, voice: voice)
        var stream: SoundStream?
        var input = AnnouncementLines()
        var worst = Ending.unspeakable
        while let announcement = try input.next() {
            let outcome = try replay.speak(announcement)
            for remark in outcome.remarks { StandardError.print("announced: \(remark.message)") }
            guard let reason = outcome.trace.last(where: { $0.event == .finished })?.reason else { throw ExitCode(EXIT_FAILURE) }
            worst = max(worst, Ending(reason))
            guard let path, let buffer, !outcome.sounds.isEmpty else { continue }
            if stream == nil { stream = try SoundStream(path, wav == nil ? .raw : .wav, sampleRate: synthesizer.sampleRate) }
            try stream?.append(outcome.sounds, from: buffer)
        }
        try worst.report()
    }

    /// How the announcements ended, best first, except that one of many may be unspeakable.
    private enum Ending: Comparable {
        case unspeakable, spoken, failed

        init(_ reason: FinishReason) {
            self = reason == .spoken ? .spoken : reason == .unspeakable ? .unspeakable : .failed
        }

        func report() throws {
            switch self {
            case .spoken: return
            case .unspeakable: throw CommandError("announced: there is nothing to speak in the text", exitCode: 3)
            case .failed: throw CommandError("announced: the synthesizer could not speak all of the text", exitCode: 4)
            }
        }
    }

    /// Returns the error for output that can't be written. A reader that has gone is not an error.
    private func error(for code: CInt, _ description: String) -> any Error {
        if code == EPIPE { return ExitCode.success }
        let isStandard = path == nil || path == SoundStream.standardOutput
        return CommandError("announced: \(description)", exitCode: isStandard ? EX_IOERR : EX_CANTCREAT)
    }
}

/// The announcements on standard input, which are read when they are needed.
private struct AnnouncementLines {
    private var lines = LineDecoder(maximumLength: RequestLine.maximumLength)
    private var isAtEnd = false

    /// Returns the next announcement; nil at the end.
    /// - Throws: ``CommandError`` for a line that is not an announcement.
    mutating func next() throws -> Announcement? {
        while true {
            if let line = lines.next() ?? (isAtEnd ? lines.finish() : nil) { return try announcement(line) }
            if isAtEnd { return nil }
            let bytes = try FileBytes.readSome(STDIN_FILENO, name: "standard input")
            if bytes.isEmpty { isAtEnd = true } else { lines.append(bytes) }
        }
    }

    private func announcement(_ line: LineDecoder.Line) throws -> Announcement {
        var mistake = "the line is too long; expected at most \(RequestLine.maximumLength) bytes"
        if case .line(let bytes) = line {
            do throws(ErrorReply) {
                var line = try RequestLine(line: bytes)
                line.request.readMarkup(warnings: &line.warnings)
                for warning in line.warnings { StandardError.print("announced: warning: \(warning.message)") }
                if case .announcement(let announcement) = line.request { return announcement }
                mistake = "type: expected announcement"
            } catch {
                mistake = error.message
            }
        }
        throw CommandError("announced: standard input:\(lines.lineNumber): \(mistake)", exitCode: EX_DATAERR)
    }
}
