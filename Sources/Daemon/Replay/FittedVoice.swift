package import Conductor
package import Messages
package import SpeechQueue

/// A voice at the words' own pace, with sound. The trace is the same as with ``WordPacedVoice``. The synthesizer speaks faster or slower,
/// so that each utterance lasts as long as its words take.
package struct FittedVoice: ReplayVoice {
    /// How often an utterance is synthesized at another rate, because its length does not follow the rate exactly.
    private static let mostAttempts = 4
    /// How much shorter than its words an utterance may be.
    private static let tolerance = 0.02

    private let pace: WordPacedVoice
    private let voice: SynthesizedVoice

    package init(_ pace: WordPacedVoice, by voice: SynthesizedVoice) {
        self.pace = pace
        self.voice = voice
    }

    package func catalog() -> VoiceReport { pace.catalog() }

    package func render(_ utterance: Utterance, from position: RunPosition?) throws -> Rendering {
        guard case .sound(var sound) = pace.render(utterance, from: position) else { return pace.render(utterance, from: position) }
        sound.samples = try samples(of: utterance, from: position, lasting: sound.duration)
        return .sound(sound)
    }

    package func render(_ earcon: Earcon) throws -> Rendering {
        guard case .sound(var sound) = pace.render(earcon) else { return pace.render(earcon) }
        if case .sound(let heard) = try voice.render(earcon) { sound.samples = heard.samples }
        return .sound(sound)
    }

    /// Returns the sound that fits best; nil if the synthesizer makes none. At the limits of the rate, the sound may be too long, and its
    /// end is cut, or too short.
    private func samples(of utterance: Utterance, from position: RunPosition?, lasting seconds: Double) throws -> RenderedSamples? {
        var utterance = utterance
        for attempt in 1... {
            guard case .sound(let sound) = try voice.render(utterance, from: position) else { return nil }
            let rest = 1 - sound.duration / seconds
            if (0...Self.tolerance).contains(rest) || attempt == Self.mostAttempts { return sound.samples }
            let before = utterance.runs
            for index in utterance.runs.indices {
                guard let rate = utterance.runs[index].attributes.rate else { continue }
                let fitting = Double(rate) * sound.duration / seconds / (1 - Self.tolerance / 2)
                let limits = SpeechAttributes.rateRange
                utterance.runs[index].attributes.rate = Int(
                    min(max(fitting.rounded(), Double(limits.lowerBound)), Double(limits.upperBound)))
            }
            if utterance.runs == before { return sound.samples }
        }
        return nil
    }
}
