// Messages defines the messages between apps and the daemon, in UIAccessibility's terms, as plain values. AnnounceProtocol encodes them;
// Narration decides what to speak.

/// How a client wants text spoken: UIAccessibility's speech attributes. nil means the user's setting.
package struct SpeechAttributes: Sendable, Equatable, Hashable {
    /// A language tag: `en-us`, `de`.
    package var language: String?
    /// A voice's name or identifier; takes precedence over the language.
    package var voice: String?
    /// Words per minute, in ``rateRange``.
    package var rate: Int?
    /// A factor on the user's rate if ``rate`` is nil: "slow" in markup is relative to the user's own rate (T10).
    package var rateFactor: Double?
    /// 0 to 100; 50 is the voice's own pitch.
    package var pitch: Int?
    /// 0 to 100; 100 is the voice's own volume.
    package var volume: Int?
    package var punctuation: Punctuation?
    package var capitals: Capitals?
    /// Whether the text is spelled, character by character (T7).
    package var spell: Bool?

    package static let rateRange = 80...900
    package static let percentRange = 0...100
    /// The settings unless the user or the configuration sets them.
    package static let usual = SpeechAttributes(rate: 175, pitch: 50, volume: 100, punctuation: Punctuation.none, capitals: Capitals.none)

    package init(
        language: String? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil, volume: Int? = nil,
        punctuation: Punctuation? = nil, capitals: Capitals? = nil, spell: Bool? = nil
    ) {
        self.language = language
        self.voice = voice
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
        self.punctuation = punctuation
        self.capitals = capitals
        self.spell = spell
    }

    /// Returns these attributes, with those of `other` where these are nil.
    ///
    /// If `self` has a language but no voice, the result does not get the voice of `other`, because that voice may not speak the language.
    package func over(_ other: SpeechAttributes) -> SpeechAttributes {
        var merged = SpeechAttributes(
            language: language ?? (voice == nil ? other.language : nil), voice: voice ?? (language == nil ? other.voice : nil),
            rate: rate ?? other.rate, pitch: pitch ?? other.pitch, volume: volume ?? other.volume,
            punctuation: punctuation ?? other.punctuation, capitals: capitals ?? other.capitals, spell: spell ?? other.spell)
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
package enum Punctuation: String, Sendable, Codable, CaseIterable { case none, some, most, all }

/// How capital letters are indicated (T6).
package enum Capitals: String, Sendable, Codable, CaseIterable { case none, pitch, say, sound }

/// A part of a text with its own attributes.
package struct SpeechRun: Sendable, Equatable {
    package var text: String
    package var attributes: SpeechAttributes
    /// Whether the text is SSML, as a client may send it (T10). Never true for text that the voice receives.
    package var isSSML: Bool
    /// The pronunciation, in ``PhoneticNotation`` (T12); nil lets the voice read the text.
    package var ipa: String?
    /// A sound played before the text.
    package var earcon: Earcon?
    /// The name (``SoundName``) of a sound icon, which is played instead of the text if it is installed. Adjacent runs with the same icon
    /// are one text.
    package var icon: String?
    /// Seconds of silence before the text.
    package var pause: Double?
    /// A name to report when the run begins to be heard (D5).
    package var mark: String?
    /// Whether the text is still in its client's form, because a long text is prepared for speech (§9 of docs/RULES.md) part by part, as
    /// the voice receives it.
    package var isUnread = false

    package init(
        text: String, attributes: SpeechAttributes = SpeechAttributes(), isSSML: Bool = false, ipa: String? = nil, earcon: Earcon? = nil,
        icon: String? = nil, pause: Double? = nil, mark: String? = nil
    ) {
        self.text = text
        self.attributes = attributes
        self.isSSML = isSSML
        self.ipa = ipa
        self.earcon = earcon
        self.icon = icon
        self.pause = pause
        self.mark = mark
    }

    /// Whether the spoken text may differ from the written text (§9 of docs/RULES.md): it is not spelled and has no pronunciation.
    package var isRead: Bool { attributes.spell != true && ipa == nil }

    /// The approximate memory of the run, in bytes.
    package var cost: Int {
        func size(_ name: String?) -> Int { name?.utf8.count ?? 0 }
        return MemoryLayout<SpeechRun>.stride + text.utf8.count + size(attributes.language) + size(attributes.voice) + size(ipa)
            + size(icon) + size(mark)
    }
}
