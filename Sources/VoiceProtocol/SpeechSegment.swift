/// Text to be spoken in one manner, and what is heard before it: first `pause`, then `earcon`. Fields that are nil are eSpeak NG's defaults.
package struct SpeechSegment: Sendable, Equatable, Codable {
    package var text: String
    /// A language tag, such as `en-us` or `de`; `voice` outranks it.
    package var language: String?
    /// A voice's identifier or name, with an optional variant: `gmw/en-US`, `English (America)`, `en-us+f3`.
    package var voice: String?
    /// Words a minute, 80 to 900.
    package var rate: Int?
    /// 0 to 100; 50 is the voice's own.
    package var pitch: Int?
    /// 0 to 100; 100 is the voice's own.
    package var volume: Int?
    package var punctuation: Punctuation?
    package var capitals: Capitals?
    /// Whether the text is spelled, a character at a time (T7).
    package var spell: Bool?
    /// How the text is pronounced, in the International Phonetic Alphabet (T12); the text is spoken where the voice can't.
    package var ipa: String?
    /// A sound before the text.
    package var earcon: Earcon?
    /// Seconds of silence before the earcon and the text, 0 to 60; then nothing else is silent there. nil: as the synthesizer pauses.
    package var pause: Double?
    /// A name to be told by a `mark` event when the segment's sound begins to be heard, after its pause; its text may be empty.
    package var mark: String?

    package init(
        text: String, language: String? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, volume: Int? = nil,
        punctuation: Punctuation? = nil, capitals: Capitals? = nil, spell: Bool? = nil, ipa: String? = nil,
        earcon: Earcon? = nil, pause: Double? = nil, mark: String? = nil
    ) {
        self.text = text
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
        self.punctuation = punctuation
        self.capitals = capitals
        self.spell = spell
        self.ipa = ipa
        self.earcon = earcon
        self.pause = pause
        self.mark = mark
    }

    /// Which punctuation marks are named (T5).
    package enum Punctuation: String, Sendable, Codable, CaseIterable { case none, some, most, all }
    /// How a capital letter is told (T6): not, by pitch, by the word "capital", by a sound.
    package enum Capitals: String, Sendable, Codable, CaseIterable { case none, pitch, say, sound }
}
