package import Conductor
package import Messages
package import SpeechQueue

/// Determines how utterances sound in a replay.
package protocol ReplayVoice {
    /// Returns the available voices: ``VoiceReport/voices(_:)`` or ``VoiceReport/voicesUnknown``.
    mutating func catalog() throws -> VoiceReport

    /// Renders `utterance` from a position in it, or from its beginning.
    mutating func render(_ utterance: Utterance, from position: RunPosition?) throws -> Rendering

    /// Renders an earcon that is not part of an utterance.
    mutating func render(_ earcon: Earcon) throws -> Rendering
}

/// The result of speaking an utterance or an earcon.
package enum Rendering: Sendable {
    case sound(RenderedSound)
    case failed(FinishReason, message: String)
}

/// The length and timing of a rendered utterance.
package struct RenderedSound: Sendable {
    /// In seconds.
    package var duration: Double
    /// When each word begins, in seconds and in order. After a pause, speech resumes at the start of a word (O5).
    package var words: [(at: Double, position: RunPosition)]
    /// The location of the samples; nil if there are none.
    package var samples: RenderedSamples?

    package init(duration: Double, words: [(at: Double, position: RunPosition)] = [], samples: RenderedSamples? = nil) {
        self.duration = duration
        self.words = words
        self.samples = samples
    }

    /// Returns the word being heard after so many seconds; nil if none has begun.
    func word(at seconds: Double) -> RunPosition? { words.last { $0.at <= seconds }?.position }
}

/// A range of samples in the files that voices have written.
package struct RenderedSamples: Sendable, Equatable {
    package var file: Int
    package var frames: Range<Int>

    package init(file: Int, frames: Range<Int>) {
        self.file = file
        self.frames = frames
    }
}
