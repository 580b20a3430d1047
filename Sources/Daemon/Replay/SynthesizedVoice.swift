package import Conductor
package import Configuration
import Glibc
import JSONLines
package import Messages
package import SpeechQueue
import System
import VoiceProtocol
import VoiceSupervision

/// The daemon's own voice. It reports to a replay how long each utterance is, and writes its sound as fast as it can.
///
/// If the process ends during an utterance, another process is started once for it, as in the daemon; if that ends too, the utterance
/// fails. Each process writes its own file.
package final class SynthesizedVoice: ReplayVoice {
    /// Why there is no voice.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Seconds within which the process must answer.
    private static let patience = 20.0

    private let path: String
    private let language: String?
    private let volume: Int?
    /// Names the sound file of the process with that number; nil if the sound is not needed.
    private let soundFile: ((_ voice: Int) -> String)?
    /// The descriptor of the sound file, which has no name that every process could open.
    private let descriptor: CInt?
    private var process: VoiceConversation?
    /// The number of processes so far.
    private var voices = 0
    /// The next id for speech that is not an utterance of the conductor.
    private var nextOwnID = UInt64.max

    /// - Parameters:
    ///   - path: The program `announced-voice`.
    ///   - soundFile: Names the file for the sound of each process, counted from 1; nil if the sound is not needed.
    package convenience init(path: String, configuration: Configuration, soundFile: ((_ voice: Int) -> String)?) {
        self.init(path, configuration, soundFile, passing: nil)
    }

    /// Creates a voice that writes its sound to `buffer`.
    package convenience init(path: String, configuration: Configuration, buffer: SoundBuffer) {
        self.init(path, configuration, { _ in buffer.path }, passing: buffer.descriptor)
    }

    private init(_ path: String, _ configuration: Configuration, _ soundFile: ((Int) -> String)?, passing descriptor: CInt?) {
        self.path = path
        language = configuration.speech.language
        volume = configuration.speech.volume
        self.soundFile = soundFile
        self.descriptor = descriptor
    }

    /// The sample rate of the rendered sound, in frames per second.
    package private(set) var sampleRate = 22_050

    /// Returns the sound file of the process with that number.
    package func file(_ number: Int) -> String { soundFile?(number) ?? "/dev/null" }

    package func catalog() throws -> VoiceReport {
        let conversation = try conversation()
        try conversation.send(.voices)
        while true {
            let event = try conversation.next(within: Self.patience)
            if case .voices = event, let report = VoiceReport(event) { return report }
        }
    }

    package func render(_ utterance: Utterance, from position: RunPosition?) throws -> Rendering {
        var command = SpeakCommand(utterance, from: position)
        command.words = true
        return try render(command)
    }

    package func render(_ earcon: Earcon) throws -> Rendering {
        defer { nextOwnID -= 1 }
        let segment = SpeechSegment(text: "", volume: volume, earcon: earcon)
        return try render(SpeakCommand(id: nextOwnID, segments: [segment]))
    }

    private func render(_ command: SpeakCommand) throws -> Rendering {
        try asking { try render(command, by: $0) } ?? .failed(.synthesizerFailed, message: Self.gaveUp)
    }

    /// Returns the text that the synthesizer receives for an utterance's runs, and how it pronounces that text.
    func transcribe(_ utterance: Utterance) throws -> Result<[VoiceEvent.Transcription], TranscriptionFailure> {
        let answer = try asking { conversation throws -> Result<[VoiceEvent.Transcription], TranscriptionFailure> in
            try conversation.send(.transcribe(id: utterance.id.number, segments: utterance.runs.map(SpeechSegment.init)))
            while true {
                switch try conversation.next(within: Self.patience) {
                case .transcription(utterance.id.number, let transcriptions): return .success(transcriptions)
                case .failed(let failure) where failure.id == utterance.id.number: return .failure(.init(message: failure.message))
                default: break
                }
            }
        }
        return answer ?? .failure(.init(message: Self.gaveUp))
    }

    /// Why there is no transcription.
    struct TranscriptionFailure: Error {
        var message: String
    }

    private static let gaveUp = "the voice ended twice"

    /// Passes a query to the voice. If the voice ends, passes it to another one.
    /// - Returns: nil if that voice ended as well.
    private func asking<Answer>(_ ask: (VoiceConversation) throws -> Answer) throws -> Answer? {
        for _ in 0..<2 {
            do {
                return try ask(conversation())
            } catch is VoiceConversation.Ended {
                process = nil
            }
        }
        return nil
    }

    private func render(_ command: SpeakCommand, by conversation: VoiceConversation) throws -> Rendering {
        try conversation.send(.speak(command))
        var sound = RenderedSound(duration: 0)
        while true {
            let event = try conversation.next(within: Self.patience)
            switch event {
            case .word(let span) where span.id == command.id:
                let position = RunPosition(run: span.segment, offset: span.offset)
                sound.words.append((Double(span.frame ?? 0) / Double(sampleRate), position))
            case .rendered(command.id, let frames):
                sound.duration = Double(frames) / Double(sampleRate)
                if soundFile != nil {
                    // The utterance's samples are the last ones. The samples of failed attempts precede them.
                    let end = (conversation.bytesWritten - WAVHeader.length) / 2
                    sound.samples = RenderedSamples(file: voices, frames: end - frames..<end)
                }
            case .finished(command.id): return .sound(sound)
            case .failed(let failure) where failure.id == command.id:
                if case .failed(_, let reason, let message) = VoiceReport(event) { return .failed(reason, message: message) }
            default: break
            }
        }
    }

    /// Returns the running process, or starts another if it has ended.
    private func conversation() throws -> VoiceConversation {
        if let process { return process }
        voices += 1
        let arguments = ["--supervised", "--unpaced", "--wav", file(voices)] + (language.map { ["--language", $0] } ?? [])
        let started = try VoiceConversation(path, arguments: arguments, file: file(voices), passing: descriptor)
        while true {
            let event: VoiceEvent
            do {
                event = try started.next(within: Self.patience)
            } catch {
                throw Failure(description: "announced-voice ends at once; try it by hand: \(path) --help")
            }
            if case .ready(let ready) = event {
                sampleRate = ready.sampleRate
                process = started
                return started
            }
            if case .invalid(let message) = event { throw Failure(description: message) }
        }
    }
}
