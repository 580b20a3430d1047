package import JSONLines

/// The settings that the user can change while the daemon runs, and can save (O8). nil means unchanged.
public struct UserSettings: Sendable, Equatable {
    /// The manner of speaking of clients that specify none. ``SpeechAttributes/spell`` is not a setting.
    public var speech: SpeechAttributes
    /// How much of an element's description is spoken (E7).
    public var verbosity: Verbosity?
    /// The screen reader whose word order and words are used (E9).
    public var dialect: Dialect?
    /// Whether hints are spoken (H2).
    public var hints: Bool?
    /// The words for the user's possible actions, in hints (H4).
    public var gestures: Gestures?
    /// Seconds between two refreshes, in ``intervalRange`` (U5).
    public var interval: Double?
    /// Whether sounds are played.
    public var earcons: Bool?
    /// The echo while the user types (K1).
    public var typing: TypingEcho?
    /// The speech mode (N9).
    public var mode: SpeechMode?

    /// The range of ``interval``, in seconds.
    public static let intervalRange = 0.0...3600

    /// Creates settings, which are unchanged where they are nil.
    public init(
        _ speech: SpeechAttributes = SpeechAttributes(), verbosity: Verbosity? = nil, dialect: Dialect? = nil, hints: Bool? = nil,
        gestures: Gestures? = nil, interval: Double? = nil, earcons: Bool? = nil, typing: TypingEcho? = nil,
        mode: SpeechMode? = nil
    ) {
        self.speech = speech
        self.verbosity = verbosity
        self.dialect = dialect
        self.hints = hints
        self.gestures = gestures
        self.interval = interval
        self.earcons = earcons
        self.typing = typing
        self.mode = mode
    }

    /// Returns these settings, with those of `other` where these are nil.
    public func over(_ other: UserSettings) -> UserSettings {
        UserSettings(
            speech.over(other.speech), verbosity: verbosity ?? other.verbosity, dialect: dialect ?? other.dialect,
            hints: hints ?? other.hints, gestures: gestures ?? other.gestures, interval: interval ?? other.interval,
            earcons: earcons ?? other.earcons, typing: typing ?? other.typing, mode: mode ?? other.mode)
    }

    /// Returns a setting as the user writes it; nil if it is not set.
    public func text(of name: Name) -> String? {
        switch name {
        case .language: speech.language
        case .voice: speech.voice
        case .rate: speech.rate.map(String.init)
        case .pitch: speech.pitch.map(String.init)
        case .inflection: speech.inflection.map(String.init)
        case .volume: speech.volume.map(String.init)
        case .punctuation: speech.punctuation?.rawValue
        case .capitals: speech.capitals?.rawValue
        case .verbosity: verbosity?.rawValue
        case .dialect: dialect?.rawValue
        case .hints: hints.map { "\($0)" }
        case .gestures: gestures?.rawValue
        case .interval: interval.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
        case .earcons: earcons.map { "\($0)" }
        case .typing: typing?.rawValue
        case .mode: mode?.rawValue
        }
    }

    /// The settings that are not nil.
    public var names: [Name] { Name.allCases.filter { text(of: $0) != nil } }

    /// The name of a setting, as in the protocol.
    public enum Name: String, Sendable, CaseIterable {
        /// ``SpeechAttributes/language`` of ``UserSettings/speech``.
        case language
        /// ``SpeechAttributes/voice`` of ``UserSettings/speech``.
        case voice
        /// ``SpeechAttributes/rate`` of ``UserSettings/speech``.
        case rate
        /// ``SpeechAttributes/pitch`` of ``UserSettings/speech``.
        case pitch
        /// ``SpeechAttributes/inflection`` of ``UserSettings/speech``.
        case inflection
        /// ``SpeechAttributes/volume`` of ``UserSettings/speech``.
        case volume
        /// ``SpeechAttributes/punctuation`` of ``UserSettings/speech``.
        case punctuation
        /// ``SpeechAttributes/capitals`` of ``UserSettings/speech``.
        case capitals
        /// ``UserSettings/verbosity``.
        case verbosity
        /// ``UserSettings/dialect``.
        case dialect
        /// ``UserSettings/hints``.
        case hints
        /// ``UserSettings/gestures``.
        case gestures
        /// ``UserSettings/interval``.
        case interval
        /// ``UserSettings/earcons``.
        case earcons
        /// ``UserSettings/typing``.
        case typing
        /// ``UserSettings/mode``.
        case mode

        /// The setting's key in the configuration.
        public var configurationKey: String {
            switch self {
            case .language, .rate, .pitch, .inflection, .volume, .punctuation, .capitals: "voice.\(rawValue)"
            case .voice: "voice.name"
            case .verbosity, .dialect: "description.\(rawValue)"
            case .hints, .earcons: "\(rawValue).enabled"
            case .gestures: "hints.gestures"
            case .interval: "updates.interval"
            case .typing: "typing.echo"
            case .mode: "speech.mode"
            }
        }
    }
}

/// How much of an element's description is spoken (E7).
public enum Verbosity: String, Sendable, CaseIterable {
    /// The whole description.
    case full
    /// Without container and hint.
    case brief
    /// The label alone.
    case label
}

/// The screen reader whose word order and words are used (E9).
public enum Dialect: String, Sendable, CaseIterable {
    /// VoiceOver's.
    case voiceover
    /// TalkBack's.
    case talkback
}

/// The words for the user's possible actions, in hints (H4).
public enum Gestures: String, Sendable, CaseIterable {
    /// In the user's settings, ``touch`` on a machine with a touch screen and no keyboard, otherwise ``keyboard``. In a ``Hello``, the
    /// user's setting.
    case auto
    /// Words for a touch screen.
    case touch
    /// Words for a keyboard.
    case keyboard
    /// No words for actions; only the app's own hints are spoken.
    case none
}

/// The echo while the user types: `typing.echo` (K1).
public enum TypingEcho: String, Sendable, CaseIterable {
    /// Each character is spoken.
    case characters
    /// Each word is spoken once it is complete.
    case words
    /// Characters and complete words are spoken.
    case both
    /// Typed text is not spoken.
    case none
}

/// The speech mode: how much the user wants to hear (N9).
public enum SpeechMode: String, Sendable, CaseIterable {
    /// Everything.
    case talk
    /// Only what the user does or asks for.
    case onDemand = "on-demand"
    /// Everything, each as a tone in place of its words.
    case beeps
    /// Nothing.
    case off
}

/// The settings in force, in a reply.
package struct SettingsReport: Sendable, Equatable {
    package var settings: UserSettings
    /// The settings changed since the configuration was read.
    package var changed: [UserSettings.Name]
    /// The file in which they can be saved (O8); nil: this daemon reads none.
    package var file: String?

    package init(_ settings: UserSettings, changed: [UserSettings.Name] = [], file: String? = nil) {
        self.settings = settings
        self.changed = changed
        self.file = file
    }
}

extension UserSettings: JSONFields {
    package static var blank: UserSettings { UserSettings() }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try speech.passSettings(&fields)
        try fields.word("verbosity", &verbosity)
        try fields.word("dialect", &dialect)
        try fields.optional("hints", &hints)
        try fields.word("gestures", &gestures)
        try fields.optional("interval", &interval)
        let range = Self.intervalRange
        if fields.isReading, let interval, !range.contains(interval) {
            throw fields.invalid("interval", "expected seconds, \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        try fields.optional("earcons", &earcons)
        try fields.word("typing", &typing)
        try fields.word("mode", &mode)
    }
}

extension SettingsReport: JSONFields {
    package static var blank: SettingsReport { SettingsReport(UserSettings()) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try settings.pass(&fields)
        var names = changed.isEmpty ? nil : changed
        try fields.words("changed", &names)
        changed = names ?? []
        try fields.optional("file", &file)
    }
}
