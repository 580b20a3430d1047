import JSONLines

// Messages defines the messages between apps and the daemon, in UIAccessibility's terms, as plain values that name their fields on the
// wire. Narration decides what to speak.

/// How a client wants text spoken: UIAccessibility's speech attributes. nil means the user's setting.
public struct SpeechAttributes: Sendable, Equatable, Hashable {
    /// A language tag: `en-us`, `de`.
    public var language: String?
    /// A voice's name or identifier; takes precedence over the language.
    public var voice: String?
    /// Words per minute, in ``rateRange``.
    public var rate: Int?
    /// A factor on the user's rate if ``rate`` is nil: "slow" in markup is relative to the user's own rate (T10).
    package var rateFactor: Double?
    /// 0 to 100; 50 is the voice's own pitch.
    public var pitch: Int?
    /// How far the pitch moves, 0 to 100; 50 is the voice's own, and 0 is monotonous.
    public var inflection: Int?
    /// 0 to 100; 100 is the voice's own volume.
    public var volume: Int?
    /// Which punctuation marks are named.
    public var punctuation: Punctuation?
    /// How capital letters are indicated.
    public var capitals: Capitals?
    /// Whether the text is spelled, character by character (T7).
    public var spell: Bool?

    /// The words per minute that are allowed.
    public static let rateRange = 80...900
    /// The values of pitch, inflection and volume that are allowed.
    public static let percentRange = 0...100
    /// The settings unless the user or the configuration sets them.
    public static let usual = SpeechAttributes(
        rate: 175, pitch: 50, inflection: 50, volume: 100, punctuation: Punctuation.none, capitals: Capitals.none)

    /// Creates a manner of speaking; the user's settings apply to attributes that are nil.
    public init(
        language: String? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, inflection: Int? = nil,
        volume: Int? = nil, punctuation: Punctuation? = nil, capitals: Capitals? = nil, spell: Bool? = nil
    ) {
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.inflection = inflection
        self.volume = volume
        self.punctuation = punctuation
        self.capitals = capitals
        self.spell = spell
    }

    /// Returns these attributes, with those of `other` where these are nil.
    ///
    /// If `self` has a language but no voice, the result does not get the voice of `other`, because that voice may not speak the language.
    public func over(_ other: SpeechAttributes) -> SpeechAttributes {
        var merged = SpeechAttributes(
            language: language ?? (voice == nil ? other.language : nil), voice: voice ?? (language == nil ? other.voice : nil),
            rate: rate ?? other.rate, pitch: pitch ?? other.pitch, inflection: inflection ?? other.inflection,
            volume: volume ?? other.volume, punctuation: punctuation ?? other.punctuation, capitals: capitals ?? other.capitals,
            spell: spell ?? other.spell)
        guard rate == nil, let rateFactor else { return merged }
        if let usual = other.rate {
            let words = (Double(usual) * rateFactor).rounded()
            merged.rate = Int(min(max(words, Double(Self.rateRange.lowerBound)), Double(Self.rateRange.upperBound)))
        } else {
            merged.rateFactor = rateFactor
        }
        return merged
    }
}

/// Which punctuation marks are named (T5).
public enum Punctuation: String, Sendable, CaseIterable { case none, some, most, all }

/// How capital letters are indicated (T6).
public enum Capitals: String, Sendable, CaseIterable { case none, pitch, say, sound }

extension SpeechAttributes {
    /// Passes all attributes except `spell`, which is a property of a text and not a setting.
    mutating func passSettings(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.name("language", &language)
        try fields.name("voice", &voice)
        try fields.number("rate", &rate, in: Self.rateRange)
        try fields.number("pitch", &pitch, in: Self.percentRange)
        try fields.number("inflection", &inflection, in: Self.percentRange)
        try fields.number("volume", &volume, in: Self.percentRange)
        try fields.word("punctuation", &punctuation)
        try fields.word("capitals", &capitals)
    }

    /// Passes all attributes of a text.
    mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try passSettings(&fields)
        try fields.optional("spell", &spell)
    }
}
