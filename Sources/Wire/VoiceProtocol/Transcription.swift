package import JSONLines
package import Messages

extension VoiceEvent {
    /// The synthesizer's input for a segment, and its pronunciation.
    package struct Transcription: Sendable, Equatable {
        /// The voice's identifier.
        package var voice: String
        /// The text after the rules that the voice process applies (T1, T11, T13); the synthesizer's own notation if the segment has a
        /// pronunciation (T12).
        package var text: String
        /// The phonemes in the International Phonetic Alphabet, one line for each clause.
        package var phonemes: String

        package init(voice: String, text: String, phonemes: String) {
            self.voice = voice
            self.text = text
            self.phonemes = phonemes
        }
    }
}

extension VoiceEvent.Transcription: JSONFields {
    package static var blank: Self { Self(voice: "", text: "", phonemes: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("voice", &voice)
        try fields.required("text", &text)
        try fields.required("phonemes", &phonemes)
    }
}
