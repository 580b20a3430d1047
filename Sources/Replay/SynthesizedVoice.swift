package import Conductor
package import Configuration
import ConnectedProcess
import Glibc
import JSONLines
package import Messages
package import SpeechQueue
import VoiceProtocol
import VoiceSupervision

/// The daemon's own voice. It tells a replay how long each utterance is, and writes its sound as fast as it can.
///
/// If the process ends during an utterance, another is started once for it, as in the daemon; after that the utterance is given up. Each
/// process writes a file of its own.
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
    /// The folder for the sound; nil if it is not written.
    private let folder: String?
    private var process: VoiceConversation?
    /// The number of processes so far.
    private var voices = 0
    /// The next id for speech that is not an utterance of the conductor's.
    private var nextOwnID = UInt64.max

    /// - Parameters:
    ///   - path: The program `announced-voice`.
    ///   - folder: An existing folder for the sound; nil if it is not needed.
    package init(path: String, configuration: Configuration, folder: String?) {
        self.path = path
        language = configuration.speech.language
        volume = configuration.speech.volume
        self.folder = folder
    }

    /// The sample rate of the rendered sound, in frames per second.
    package private(set) var sampleRate = 22_050

    /// Returns the sound file of the process with that number.
    package func file(_ number: Int) -> String { folder.map { "\($0)/\(number).wav" } ?? "/dev/null" }

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

    package func render(_ earcon: Messages.Earcon) throws -> Rendering {
        defer { nextOwnID -= 1 }
        let segment = SpeechSegment(text: "", volume: volume, earcon: VoiceProtocol.Earcon(earcon))
        return try render(SpeakCommand(id: nextOwnID, segments: [segment]))
    }

    private func render(_ command: SpeakCommand) throws -> Rendering {
        for _ in 0..<2 {
            do {
                return try render(command, by: conversation())
            } catch is VoiceConversation.Ended {
                process = nil
            }
        }
        return .failed(.synthesizerFailed, message: "the voice ended twice")
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
                if folder != nil {
                    // The utterance's samples are the last ones. Those of failed attempts precede them.
                    let end = (conversation.bytesWritten - SoundFile.headerLength) / 2
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
        let started = try VoiceConversation(path, arguments: arguments, file: file(voices))
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
