import Messages

/// The manner of speaking, as UIAccessibility's speech attributes; nil means the user's own setting.
public struct AccessibilitySpeechAttributes: Sendable, Equatable {
    /// A language tag, such as `de`: UIAccessibilitySpeechAttributeLanguage.
    public var language: String?
    /// A voice's name or identifier; takes precedence over the language.
    public var voice: String?
    /// Words per minute, 80 to 900.
    public var rate: Int?
    /// 0 to 100; 50 is the voice's own pitch: UIAccessibilitySpeechAttributePitch.
    public var pitch: Int?
    /// 0 to 100; 100 is the voice's own volume.
    public var volume: Int?
    /// Which punctuation marks are named: UIAccessibilitySpeechAttributePunctuation.
    public var punctuation: Punctuation?
    /// How capital letters are indicated.
    public var capitals: Capitals?
    /// Whether the text is spelled: UIAccessibilitySpeechAttributeSpellOut.
    public var spellsOut: Bool?

    /// The marks to name.
    public enum Punctuation: String, Sendable, CaseIterable { case none, some, most, all }
    /// How a capital letter is indicated: not at all, by a higher pitch, by the word, or by a tone.
    public enum Capitals: String, Sendable, CaseIterable { case none, pitch, say, sound }

    /// Creates a manner of speaking; the user's settings apply to attributes that are nil.
    public init(
        language: String? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, volume: Int? = nil,
        punctuation: Punctuation? = nil, capitals: Capitals? = nil, spellsOut: Bool? = nil
    ) {
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
        self.punctuation = punctuation
        self.capitals = capitals
        self.spellsOut = spellsOut
    }

    init(_ attributes: SpeechAttributes) {
        self.init(
            language: attributes.language, voice: attributes.voice, rate: attributes.rate, pitch: attributes.pitch,
            volume: attributes.volume, punctuation: attributes.punctuation.flatMap { Punctuation(rawValue: $0.rawValue) },
            capitals: attributes.capitals.flatMap { Capitals(rawValue: $0.rawValue) }, spellsOut: attributes.spell)
    }

    var attributes: SpeechAttributes {
        SpeechAttributes(
            language: language, voice: voice, rate: rate, pitch: pitch, volume: volume,
            punctuation: punctuation.flatMap { Messages.Punctuation(rawValue: $0.rawValue) },
            capitals: capitals.flatMap { Messages.Capitals(rawValue: $0.rawValue) }, spell: spellsOut)
    }
}

/// A part of an announcement with its own manner of speaking, like a run of an attributed string.
public struct AccessibilitySpeechRun: Sendable, Equatable {
    /// The spoken text.
    public var text: String
    /// The part's manner of speaking.
    public var attributes: AccessibilitySpeechAttributes
    /// Whether the text is SSML.
    public var isSSML: Bool
    /// The pronunciation in the International Phonetic Alphabet: UIAccessibilitySpeechAttributeIPANotation. If the notation can't be used,
    /// the text is spoken.
    public var ipaNotation: String?

    /// Creates a part of an announcement.
    public init(
        _ text: String, _ attributes: AccessibilitySpeechAttributes = AccessibilitySpeechAttributes(), isSSML: Bool = false,
        ipaNotation: String? = nil
    ) {
        self.text = text
        self.attributes = attributes
        self.isSSML = isSSML
        self.ipaNotation = ipaNotation
    }
}
