package import Accessibility
package import Conductor
package import SpeechQueue

/// Who tells a replay how an utterance would sound.
package protocol ReplayVoice {
    /// Which voices there are: ``VoiceReport/voices(_:)`` or ``VoiceReport/voicesUnknown``.
    mutating func catalog() throws -> VoiceReport

    /// How `utterance` sounds from a place in it, or from its beginning.
    mutating func render(_ utterance: Utterance, from position: RunPosition?) throws -> Rendering

    /// How an earcon sounds that comes by itself.
    mutating func render(_ earcon: Earcon) throws -> Rendering
}

/// What became of an utterance that was given to a ``ReplayVoice``.
package enum Rendering: Sendable {
    case sound(RenderedSound)
    case failed(FinishReason, message: String)
}

/// How long an utterance sounds.
package struct RenderedSound: Sendable {
    /// Seconds.
    package var duration: Double
    /// When each word begins, in seconds, in order: speech goes on at a word's beginning after a pause (O5).
    package var words: [(at: Double, position: RunPosition)]
    /// Where its samples are; nil if there are none.
    package var samples: RenderedSamples?

    package init(duration: Double, words: [(at: Double, position: RunPosition)] = [], samples: RenderedSamples? = nil) {
        self.duration = duration
        self.words = words
        self.samples = samples
    }

    /// The word that is heard after so many seconds; nil: none yet.
    func word(at seconds: Double) -> RunPosition? { words.last { $0.at <= seconds }?.position }
}

/// Samples in what a voice has written so far.
package struct RenderedSamples: Sendable, Equatable {
    package var file: Int
    package var frames: Range<Int>

    package init(file: Int, frames: Range<Int>) {
        self.file = file
        self.frames = frames
    }
}
