import Messages
import Narration
import TOML
import Watch

/// A key of the configuration file: its name, the allowed values, and what it sets.
struct ConfigurationKey: Sendable {
    let section: String
    let name: String
    /// The allowed values, in readable form.
    let allowed: String
    /// Sets the value; returns false if it is not allowed.
    let set: @Sendable (_ value: TOMLValue, _ configuration: inout Configuration) -> Bool

    static let all: [ConfigurationKey] = [
        voice("voice", "name") { $0.speech.voice = $1 },
        text("voice", "language", "a language tag, such as \"en-us\"") { $0.speech.language = $1 },
        rate("voice") { $0.speech.rate = $1 },
        number("voice", "pitch", SpeechAttributes.percentRange) { $0.speech.pitch = $1 },
        number("voice", "inflection", SpeechAttributes.percentRange) { $0.speech.inflection = $1 },
        number("voice", "volume", SpeechAttributes.percentRange) { $0.speech.volume = $1 },
        word("voice", "punctuation", Punctuation.self) { $0.speech.punctuation = $1 },
        word("voice", "capitals", Capitals.self) { $0.speech.capitals = $1 },
        word("speech", "mode", SpeechMode.self) { $0.narration.mode = $1 },
        text("audio", "device", "an ALSA PCM's name, as `aplay -L` lists them") { $0.audio.device = $1 },
        number("audio", "buffer-ms", 10...2000, "milliseconds") { $0.audio.bufferMilliseconds = $1 },
        seconds("audio", "linger", 0...60) { $0.audio.linger = $1 },
        number("audio", "lead-in", 0...5000, "milliseconds", or: "auto") { $0.audio.leadInMilliseconds = $1 },
        flag("audio", "sandbox") { $0.audio.sandbox = $1 },
        number("queue", "limit", 1...4096, "utterances") { $0.queueLimit = $1 },
        flag("queue", "app-focus-interrupts") { $0.narration.appFocusInterrupts = $1 },
        flag("queue", "background-interrupts") { $0.narration.backgroundInterrupts = $1 },
        flag("queue", "prefix-background") { $0.narration.prefixesBackground = $1 },
        seconds("updates", "interval", 0...3600) { $0.narration.updateInterval = $1 },
        number("updates", "percent-step", 1...100, "points") { $0.narration.percentStep = Double($1) },
        word("typing", "echo", TypingEcho.self) { $0.narration.typingEcho = $1 },
        word("typing", "password", NarrationSettings.TypedPassword.self) { $0.narration.typedPassword = $1 },
        flag("hints", "enabled") { $0.narration.style.hints = $1 },
        seconds("hints", "delay", 0...5) { $0.narration.hintDelay = $1 },
        word("hints", "gestures", DescriptionStyle.Gestures.self) { $0.narration.style.gestures = $1 },
        word("description", "verbosity", DescriptionStyle.Verbosity.self) { $0.narration.style.verbosity = $1 },
        word("description", "dialect", DescriptionStyle.Dialect.self) { $0.narration.style.dialect = $1 },
        words,
        flag("earcons", "enabled") { $0.earcons.isEnabled = $1 },
        flag("earcons", "screen-changed") { $0.earcons.screenChanged = $1 },
        flag("earcons", "page-border") { $0.earcons.pageBorder = $1 },
        soundTheme,
        seconds("media", "implicit-lease", 0...3600) { $0.narration.implicitLease = $1 },
        seconds("media", "longest-lease", 1...MediaSession.longestLease) { $0.narration.longestLease = $1 },
        seconds("media", "hold", 0...3600) { $0.narration.mediaHold = $1 },
        flag("missed", "tell") { $0.narration.notifiesOfMissed = $1 },
        flag("text", "durations") { $0.text.durations = $1 },
        word("text", "long-tokens", LongTokens.self) { $0.narration.longTokens = $1 },
        text("text", "dictionary", "the path of a TOML file") { $0.text.dictionary = $1 },
        door("speech-dispatcher"),
        flag("watch", "enabled") { $0.watch.isEnabled = $1 },
        word("watch", "microphone", WatchSettings.Microphone.self) { $0.watch.microphone = $1 },
        word("watch", "notifications", WatchSettings.Notifications.self) { $0.watch.notifications = $1 },
        flag("watch", "beside-screen-reader") { $0.watch.speaksBesideScreenReader = $1 },
        word("watch", "players", WatchSettings.Players.self) { $0.watch.players = $1 },
        watchedApps,
    ]

    /// The keys whose values the user can choose while the daemon runs, and save (O8).
    static let chosen = all.filter { key in
        UserSettings.Name.allCases.contains { $0.configurationKey == "\(key.section).\(key.name)" }
    }

    /// Returns the keys of `[apps."NAME"]`, whose values apply to that app.
    static func ofApp(_ app: String) -> [ConfigurationKey] {
        [
            word("apps", "priority-cap", Announcement.Priority.self) { $0.narration.apps[app, default: .init()].priorityCap = $1 },
            flag("apps", "muted") { $0.narration.apps[app, default: .init()].isMuted = $1 },
            word("apps", "mode", SpeechMode.self) { $0.narration.apps[app, default: .init()].mode = $1 },
            text("apps", "prefix", "a text") { $0.narration.apps[app, default: .init()].prefix = $1 },
            word("apps", "media", NarrationSettings.App.Media.self) { $0.narration.apps[app, default: .init()].media = $1 },
            flag("apps", "hints") { $0.narration.apps[app, default: .init()].hasHints = $1 },
            voice("apps", "voice") { $0.narration.apps[app, default: .init()].speech.voice = $1 },
            rate("apps") { $0.narration.apps[app, default: .init()].speech.rate = $1 },
            number("apps", "pitch", SpeechAttributes.percentRange) { $0.narration.apps[app, default: .init()].speech.pitch = $1 },
            number("apps", "volume", SpeechAttributes.percentRange) { $0.narration.apps[app, default: .init()].speech.volume = $1 },
            word("apps", "verbosity", Verbosity.self) { $0.narration.apps[app, default: .init()].verbosity = $1 },
            word("apps", "long-tokens", LongTokens.self) { $0.narration.apps[app, default: .init()].longTokens = $1 },
        ]
    }

    /// Returns the keys of `[watch.apps."NAME"]`.
    static func ofWatchedApp(_ app: String) -> [ConfigurationKey] {
        [
            word("watch.apps", "microphone", WatchSettings.Microphone.self) { $0.watch.apps[app, default: .init()].microphone = $1 },
            word("watch.apps", "notifications", WatchSettings.Detail.self) { $0.watch.apps[app, default: .init()].notifications = $1 },
        ]
    }

    /// `[watch.apps."NAME"]`: the exceptions for single apps.
    private static let watchedApps = ConfigurationKey(
        section: "watch", name: "apps", allowed: "sections, such as [watch.apps.\"Firefox\"]"
    ) { _, _ in false }

    /// `words.header = "Heading"`: replaces words that announced adds (E6). ``WordTable`` reads them.
    private static let words = ConfigurationKey(
        section: "description", name: "words", allowed: "texts by the names of config/words, such as words.header = \"Heading\""
    ) { _, _ in false }

    static let sections = all.reduce(into: [String]()) { if $0.last != $1.section { $0.append($1.section) } } + ["apps"]

    private static func flag(
        _ section: String, _ name: String, set: @escaping @Sendable (inout Configuration, Bool) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(section: section, name: name, allowed: "true or false") { value, configuration in
            guard let flag = value.boolean else { return false }
            set(&configuration, flag)
            return true
        }
    }

    /// Whether to serve the clients of a front door.
    private static func door(_ section: String) -> ConfigurationKey {
        flag(section, "enabled") { configuration, isEnabled in
            if isEnabled { configuration.closedDoors.remove(section) } else { configuration.closedDoors.insert(section) }
        }
    }

    private static let soundTheme = ConfigurationKey(
        section: "earcons", name: "theme",
        allowed: "the name of a folder of /usr/share/sounds: up to 64 letters, digits, \"-\", \"_\" and \".\""
    ) { value, configuration in
        guard let theme = value.string.flatMap({ SoundName($0) }) else { return false }
        configuration.earcons.theme = theme
        return true
    }

    /// The maximum length of a text, in characters: the maximum length of a path.
    private static let longestText = 4096

    private static func text(
        _ section: String, _ name: String, _ allowed: String, set: @escaping @Sendable (inout Configuration, String) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let text = value.string, (1...longestText).contains(text.unicodeScalars.count), !text.utf8.contains(0) else {
                return false
            }
            set(&configuration, text)
            return true
        }
    }

    private static func voice(
        _ section: String, _ name: String, set: @escaping @Sendable (inout Configuration, String) -> Void
    ) -> ConfigurationKey { text(section, name, "a voice's name, as `announce voices` lists them", set: set) }

    private static func rate(_ section: String, set: @escaping @Sendable (inout Configuration, Int) -> Void) -> ConfigurationKey {
        number(section, "rate", SpeechAttributes.rateRange, "words a minute", set: set)
    }

    /// A number, or the word that stands for nil.
    private static func number(
        _ section: String, _ name: String, _ range: ClosedRange<Int>, _ unit: String, or word: String,
        set: @escaping @Sendable (inout Configuration, Int?) -> Void
    ) -> ConfigurationKey {
        let number = number(section, name, range, unit, set: set)
        return ConfigurationKey(section: section, name: name, allowed: "\"\(word)\", or \(number.allowed)") { value, configuration in
            guard value.string == word else { return number.set(value, &configuration) }
            set(&configuration, nil)
            return true
        }
    }

    private static func number(
        _ section: String, _ name: String, _ range: ClosedRange<Int>, _ unit: String = "",
        set: @escaping @Sendable (inout Configuration, Int) -> Void
    ) -> ConfigurationKey {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)" + (unit.isEmpty ? "" : ", in \(unit)")
        return ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let number = value.integer, range.contains(number) else { return false }
            set(&configuration, number)
            return true
        }
    }

    private static func seconds(
        _ section: String, _ name: String, _ range: ClosedRange<Double>,
        set: @escaping @Sendable (inout Configuration, Double) -> Void
    ) -> ConfigurationKey {
        let allowed = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)), in seconds"
        return ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let number = value.number, range.contains(number) else { return false }
            set(&configuration, number)
            return true
        }
    }

    private static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
        _ section: String, _ name: String, _ type: Word.Type, set: @escaping @Sendable (inout Configuration, Word) -> Void
    ) -> ConfigurationKey where Word.RawValue == String {
        let allowed = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return ConfigurationKey(section: section, name: name, allowed: allowed) { value, configuration in
            guard let word = value.string.flatMap(Word.init) else { return false }
            set(&configuration, word)
            return true
        }
    }
}
