package import JSONLines

/// A part of a text with its own attributes.
public struct SpeechRun: Sendable, Equatable {
    /// The text.
    public var text: String
    /// The manner of speaking.
    public var attributes: SpeechAttributes
    /// Whether the text is SSML, as a client may send it (T10). Never true for text that the voice receives.
    public var isSSML: Bool
    /// The pronunciation, in ``PhoneticNotation`` (T12); nil lets the voice read the text.
    public var ipa: String?
    /// The kind of text (T24); nil: unknown.
    public var context: TextualContext?
    /// A sound played before the text.
    package var earcon: Earcon?
    /// `sound` on the wire: the name (``SoundName``) of a sound icon, which is played instead of the text if it is installed (T23). Adjacent
    /// runs with the same icon are one text.
    package var icon: String?
    /// Seconds of silence before the text.
    package var pause: Double?
    /// A name to report when the run begins to be heard (D5).
    package var mark: String?
    /// T22: the number of lines, if the text is a block of code. The narrator replaces it by words. (An `Int` would make every run larger.)
    package var codeLines: Int32?
    /// Whether the text is still in its client's form, because a long text is prepared for speech (§9 of docs/RULES.md) part by part, as
    /// the voice receives it.
    package var isUnread = false

    /// Creates a part of a text.
    public init(
        text: String, attributes: SpeechAttributes = SpeechAttributes(), isSSML: Bool = false, ipa: String? = nil,
        context: TextualContext? = nil
    ) {
        self.text = text
        self.context = context
        self.attributes = attributes
        self.isSSML = isSSML
        self.ipa = ipa
    }

    /// Creates a part that plays an installed sound (T23).
    /// - Parameters:
    ///   - sound: the sound's name, such as `dialog-error`.
    ///   - text: the text that is spoken if the sound is not installed; nil: the sound's name.
    public init(sound: String, text: String? = nil, attributes: SpeechAttributes = SpeechAttributes()) {
        self.init(text: text ?? sound, attributes: attributes)
        icon = sound
    }

    package init(
        text: String, attributes: SpeechAttributes = SpeechAttributes(), isSSML: Bool = false, ipa: String? = nil, earcon: Earcon? = nil,
        icon: String? = nil, pause: Double? = nil, mark: String? = nil
    ) {
        self.init(text: text, attributes: attributes, isSSML: isSSML, ipa: ipa)
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

extension SpeechRun: JSONFields {
    package static var blank: SpeechRun { SpeechRun(text: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.text("sound", &icon)
        if fields.isReading, let icon {
            guard SoundName(icon) != nil else {
                throw fields.invalid("sound", "expected the name of a sound, such as dialog-error: up to 64 letters, digits, -, _ and .")
            }
            var instead: String?
            try fields.text("text", &instead)
            text = instead ?? icon
        } else {
            try fields.text("text", &text)
        }
        try attributes.pass(&fields)
        try fields.field("ssml", &isSSML, default: false)
        if fields.isReading, icon != nil, isSSML {
            fields.warn("ssml", "has no meaning next to sound; ignored", .ignored)
            isSSML = false
        }
        try fields.text("ipa", &ipa)
        try fields.word("context", &context)
    }

    /// T12: Removes a pronunciation that can't be spoken, so that the text is spoken instead.
    /// - Returns: why the pronunciation can't be spoken; nil if it may be possible.
    mutating func removeUnusableIPA() -> String? {
        guard let ipa else { return nil }
        let problem: String
        if isSSML || attributes.spell == true {
            problem = "can't be combined with \(isSSML ? "ssml" : "spell"); ignored"
        } else if ipa.unicodeScalars.count > PhoneticNotation.mostScalars {
            problem = "is longer than \(PhoneticNotation.mostScalars) characters; the text is spoken (T12)"
        } else if let foreign = PhoneticNotation.firstForeignScalar(in: ipa) {
            let code = String(foreign.value, radix: 16, uppercase: true)
            problem = "has U+\(code), which is not in the phonetic alphabet; the text is spoken (T12)"
        } else if ipa.allSatisfy(\.isWhitespace) {
            problem = "is empty; the text is spoken (T12)"
        } else {
            return nil
        }
        self.ipa = nil
        return problem
    }
}
