package import JSONLines

/// The settings that the user can change while the daemon runs, and can save (O8). nil means unchanged.
public struct UserSettings: Sendable, Equatable {
    public var speech: SpeechAttributes
    public var verbosity: Verbosity?
    public var dialect: Dialect?
    /// Whether hints are spoken (H2).
    public var hints: Bool?
    public var gestures: Gestures?
    /// Seconds between two refreshes, in ``intervalRange`` (U5).
    public var interval: Double?
    /// Whether sounds are played.
    public var earcons: Bool?
    public var typing: TypingEcho?

    public static let intervalRange = 0.0...3600

    public init(
        _ speech: SpeechAttributes = SpeechAttributes(), verbosity: Verbosity? = nil, dialect: Dialect? = nil, hints: Bool? = nil,
        gestures: Gestures? = nil, interval: Double? = nil, earcons: Bool? = nil, typing: TypingEcho? = nil
    ) {
        self.speech = speech
        self.verbosity = verbosity
        self.dialect = dialect
        self.hints = hints
        self.gestures = gestures
        self.interval = interval
        self.earcons = earcons
        self.typing = typing
    }

    /// Returns these settings, with those of `other` where these are nil.
    public func over(_ other: UserSettings) -> UserSettings {
        UserSettings(
            speech.over(other.speech), verbosity: verbosity ?? other.verbosity, dialect: dialect ?? other.dialect,
            hints: hints ?? other.hints, gestures: gestures ?? other.gestures, interval: interval ?? other.interval,
            earcons: earcons ?? other.earcons, typing: typing ?? other.typing)
    }

    /// Returns a setting as the user writes it; nil if it is not set.
    public func text(of name: Name) -> String? {
        switch name {
        case .language: speech.language
        case .voice: speech.voice
        case .rate: speech.rate.map(String.init)
        case .pitch: speech.pitch.map(String.init)
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
        }
    }

    /// The settings that are not nil.
    public var names: [Name] { Name.allCases.filter { text(of: $0) != nil } }

    /// The name of a setting, as in the protocol.
    public enum Name: String, Sendable, CaseIterable {
        case language, voice, rate, pitch, volume, punctuation, capitals, verbosity, dialect, hints, gestures, interval, earcons, typing

        /// The setting's key in the configuration.
        public var configurationKey: String {
            switch self {
            case .language, .rate, .pitch, .volume, .punctuation, .capitals: "voice.\(rawValue)"
            case .voice: "voice.name"
            case .verbosity, .dialect: "description.\(rawValue)"
            case .hints, .earcons: "\(rawValue).enabled"
            case .gestures: "hints.gestures"
            case .interval: "updates.interval"
            case .typing: "typing.echo"
            }
        }
    }
}

/// How much of an element's description is spoken (E7).
public enum Verbosity: String, Sendable, CaseIterable {
    case full
    /// Without container and hint.
    case brief
    case label
}

/// The screen reader whose word order and words are used (E9).
public enum Dialect: String, Sendable, CaseIterable { case voiceover, talkback }

/// The words for the user's possible actions, in hints (H4). With `none`, only the app's own hints are spoken. `auto` depends on the
/// machine.
public enum Gestures: String, Sendable, CaseIterable { case auto, touch, keyboard, none }

/// The echo while the user types: `typing.echo` (K1).
public enum TypingEcho: String, Sendable, CaseIterable { case characters, words, both, none }

/// The settings in force, in a reply.
public struct SettingsReport: Sendable, Equatable {
    public var settings: UserSettings
    /// The settings changed since the configuration was read.
    public var changed: [UserSettings.Name]
    /// The file in which they can be saved (O8); nil: this daemon reads none.
    public var file: String?

    public init(_ settings: UserSettings, changed: [UserSettings.Name] = [], file: String? = nil) {
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
