package import Voice
package import VoiceProtocol

extension ESpeakSynthesizer {
    package func transcription(of segment: SpeechSegment) throws(SynthesisError) -> VoiceEvent.Transcription {
        // Only speaking shows the result of the rules for characters, numbers and given pronunciations.
        let phonemes = try library.tracingPhonemes { () throws(SynthesisError) in
            try speak(segment, from: 0, leadsOn: false, into: UnheardSound())
        }
        return VoiceEvent.Transcription(voice: voiceInUse ?? "", text: text(for: segment), phonemes: phonemes)
    }

    /// Returns the text that the library received for the segment that was just spoken.
    private func text(for segment: SpeechSegment) -> String {
        if segment.spell == true {
            return spokenText(segment.text, splitsWords: false).text.map(String.init).joined(separator: " ")
        }
        if let phonemes = segment.ipa.flatMap({ phonemes(for: $0) }) { return phonemes.markup }
        return spokenText(segment.text, punctuation: segment.punctuation).text
    }
}

/// Takes sound that is not meant to be heard.
private final class UnheardSound: SampleSink {
    func receive(_ samples: Span<Int16>, _ events: [SynthesisEvent]) -> Bool { true }
}
