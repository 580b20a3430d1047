extension VoiceEvent {
    /// The synthesizer's input for a segment, and its pronunciation.
    package struct Transcription: Sendable, Equatable, Codable {
        /// The voice's identifier.
        package var voice: String
        /// The text after the rules that the voice's process applies (T1, T11, T13); the synthesizer's own notation if the segment's
        /// pronunciation is given (T12).
        package var text: String
        /// The phonemes in the International Phonetic Alphabet, a line for each clause.
        package var phonemes: String

        package init(voice: String, text: String, phonemes: String) {
            self.voice = voice
            self.text = text
            self.phonemes = phonemes
        }
    }
}
