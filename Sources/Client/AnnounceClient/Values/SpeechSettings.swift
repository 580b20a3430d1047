import Messages

/// The settings that the user can change while the daemon runs. In a change, nil means unchanged; in an answer, not set.
public struct SpeechSettings: Sendable, Equatable {
    /// The manner of speaking; ``AccessibilitySpeechAttributes/spellsOut`` is not a setting.
    public var speech: AccessibilitySpeechAttributes
    /// How much is spoken about an element.
    public var verbosity: Verbosity?
    /// The screen reader whose words and order are used.
    public var dialect: Dialect?
    /// Whether hints are spoken.
    public var speaksHints: Bool?
    /// How the user operates the machine, for the words in hints.
    public var gestures: Gestures?
    /// Seconds between two values of an element that updates frequently, 0 to 3600.
    public var updateInterval: Double?
    /// Whether sounds are played.
    public var playsEarcons: Bool?
    /// The echo while the user types.
    public var typingEcho: TypingEcho?

    /// How much is spoken of an element: everything, less, or only its label.
    public enum Verbosity: String, Sendable, CaseIterable { case full, brief, label }
    /// The screen reader whose words and order are used.
    public enum Dialect: String, Sendable, CaseIterable { case voiceover, talkback }
    /// How the user operates the machine. `auto`: by touch on a machine with a touch screen and no keyboard; `none`: hints name no gesture.
    public enum Gestures: String, Sendable, CaseIterable { case auto, touch, keyboard, none }
    /// The echo while the user types.
    public enum TypingEcho: String, Sendable, CaseIterable { case characters, words, both, none }

    /// Creates settings; values that are nil remain unchanged.
    public init(
        speech: AccessibilitySpeechAttributes = AccessibilitySpeechAttributes(), verbosity: Verbosity? = nil, dialect: Dialect? = nil,
        speaksHints: Bool? = nil, gestures: Gestures? = nil, updateInterval: Double? = nil, playsEarcons: Bool? = nil,
        typingEcho: TypingEcho? = nil
    ) {
        self.speech = speech
        self.verbosity = verbosity
        self.dialect = dialect
        self.speaksHints = speaksHints
        self.gestures = gestures
        self.updateInterval = updateInterval
        self.playsEarcons = playsEarcons
        self.typingEcho = typingEcho
    }

    init(_ settings: UserSettings) {
        self.init(
            speech: AccessibilitySpeechAttributes(settings.speech),
            verbosity: settings.verbosity.flatMap { Verbosity(rawValue: $0.rawValue) },
            dialect: settings.dialect.flatMap { Dialect(rawValue: $0.rawValue) }, speaksHints: settings.hints,
            gestures: settings.gestures.flatMap { Gestures(rawValue: $0.rawValue) }, updateInterval: settings.interval,
            playsEarcons: settings.earcons, typingEcho: settings.typing.flatMap { TypingEcho(rawValue: $0.rawValue) })
    }

    var settings: UserSettings {
        UserSettings(
            speech.attributes, verbosity: verbosity.flatMap { Messages.Verbosity(rawValue: $0.rawValue) },
            dialect: dialect.flatMap { Messages.Dialect(rawValue: $0.rawValue) }, hints: speaksHints,
            gestures: gestures.flatMap { Messages.Gestures(rawValue: $0.rawValue) }, interval: updateInterval, earcons: playsEarcons,
            typing: typingEcho.flatMap { Messages.TypingEcho(rawValue: $0.rawValue) })
    }
}
