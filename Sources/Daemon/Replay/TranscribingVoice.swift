package import Conductor
package import Messages
package import SpeechQueue
import VoiceProtocol

/// A voice that, instead of making sound, writes the text that the synthesizer receives, or its pronunciation.
package struct TranscribingVoice: ReplayVoice {
    /// The form in which a text is written.
    package enum Form: Sendable {
        /// The text after all rules (§9). If a part has another voice than the previous part, it starts a new line with the voice's name.
        case text
        /// The International Phonetic Alphabet, one line for each clause.
        case phonemes
    }

    private let form: Form
    private let voice: SynthesizedVoice
    private let write: (String) throws -> Void

    /// - Parameter write: Called with each utterance's lines.
    package init(_ form: Form, by voice: SynthesizedVoice, write: @escaping (String) throws -> Void) {
        (self.form, self.voice, self.write) = (form, voice, write)
    }

    package func catalog() throws -> VoiceReport { try voice.catalog() }

    package func render(_ utterance: Utterance, from position: RunPosition?) throws -> Rendering {
        switch try voice.transcribe(utterance) {
        case .failure(let failure): return .failed(.synthesizerFailed, message: failure.message)
        case .success(let parts):
            try write(form == .phonemes ? parts.map(\.phonemes).joined() : Self.text(of: parts))
            return .sound(RenderedSound(duration: 0))
        }
    }

    package func render(_ earcon: Earcon) -> Rendering { .sound(RenderedSound(duration: 0)) }

    private static func text(of parts: [VoiceEvent.Transcription]) -> String {
        var text = ""
        var voice = parts.first?.voice
        for part in parts {
            if part.voice != voice {
                while text.last?.isWhitespace == true { text.removeLast() }
                text += "\n[\(part.voice)] "
            } else if let last = text.last, !last.isWhitespace, part.text.first?.isWhitespace == false {
                text += " "
            }
            text += part.text
            voice = part.voice
        }
        return text + "\n"
    }
}
