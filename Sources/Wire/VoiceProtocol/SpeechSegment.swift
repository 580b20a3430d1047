package import JSONLines
package import Messages

/// A text with one manner of speaking, and the sounds before it: first `pause`, then `earcon`. Fields that are nil mean the synthesizer's
/// defaults.
package struct SpeechSegment: Sendable, Equatable {
    package var text: String
    /// A language tag, such as `en-us` or `de`; `voice` takes precedence.
    package var language: String?
    /// A voice's identifier or name, with an optional variant: `gmw/en-US`, `English (America)`, `en-us+f3`.
    package var voice: String?
    /// Words per minute, 80 to 900.
    package var rate: Int?
    /// 0 to 100; 50 is the voice's own pitch.
    package var pitch: Int?
    /// 0 to 100; 50 is the voice's own pitch range.
    package var inflection: Int?
    /// 0 to 100; 100 is the voice's own volume.
    package var volume: Int?
    package var punctuation: Punctuation?
    package var capitals: Capitals?
    /// Whether to spell the text, one character at a time (T7).
    package var spell: Bool?
    /// The pronunciation, in the International Phonetic Alphabet (T12); if the voice can't produce it, the text is spoken instead.
    package var ipa: String?
    /// A sound before the text.
    package var earcon: Earcon?
    /// The name of a sound icon that is played instead of the text if it is installed. Adjacent segments with the same icon are one text.
    package var icon: String?
    /// Seconds of silence before the earcon and the text, 0 to 60, instead of the synthesizer's own pause. nil: the synthesizer's own
    /// pause.
    package var pause: Double?
    /// The name for the `mark` event, which is sent when the segment's sound begins to be heard, after its pause. The segment's text may be
    /// empty.
    package var mark: String?

    package init(
        text: String, language: String? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, inflection: Int? = nil,
        volume: Int? = nil,
        punctuation: Punctuation? = nil, capitals: Capitals? = nil, spell: Bool? = nil, ipa: String? = nil,
        earcon: Earcon? = nil, icon: String? = nil, pause: Double? = nil, mark: String? = nil
    ) {
        self.text = text
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.inflection = inflection
        self.volume = volume
        self.punctuation = punctuation
        self.capitals = capitals
        self.spell = spell
        self.ipa = ipa
        self.earcon = earcon
        self.icon = icon
        self.pause = pause
        self.mark = mark
    }

    /// Words per minute for segments without a rate.
    package static let usualRate = 175
}

extension SpeechSegment: JSONFields {
    package static var blank: SpeechSegment { SpeechSegment(text: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("text", &text)
        try fields.optional("language", &language)
        try fields.optional("voice", &voice)
        try fields.optional("rate", &rate)
        try fields.optional("pitch", &pitch)
        try fields.optional("inflection", &inflection)
        try fields.optional("volume", &volume)
        try fields.word("punctuation", &punctuation)
        try fields.word("capitals", &capitals)
        try fields.optional("spell", &spell)
        try fields.optional("ipa", &ipa)
        try fields.word("earcon", &earcon)
        try fields.optional("icon", &icon)
        try fields.optional("pause", &pause)
        try fields.optional("mark", &mark)
    }
}
