package import Accessibility
package import Narration
package import SpeechQueue

/// Everything that the configuration file can say, with the built-in defaults. `config/announced.toml` documents each key.
package struct Configuration: Sendable, Equatable {
    /// How the user wants to be spoken to: `[voice]`.
    package var speech: SpeechAttributes
    package var audio = Audio()
    /// Utterances that may wait for one client: `queue.limit` (Q11).
    package var queueLimit = SpeechQueue.Limits().count
    /// How notifications are told: `[queue]`, `[updates]`, `[hints]`, `[description]`, `[media]`, `[apps]`, and the dictionary's entries.
    package var narration = NarrationSettings()
    package var earcons = Earcons()

    package var text = Text()
    /// Whether speech-dispatcher's clients are served where nobody else does: `[speech-dispatcher]`.
    package var servesSpeechDispatcher = true

    /// The language of the system's locale, which holds unless the file names one.
    package let localeLanguage: String

    /// - Parameter language: the locale's language tag.
    package init(language: String) {
        localeLanguage = language
        speech = SpeechAttributes(
            language: language, rate: 175, pitch: 50, volume: 100, punctuation: Punctuation.none, capitals: Capitals.none)
    }

    /// `[earcons]`.
    package struct Earcons: Sendable, Equatable {
        package var isEnabled = true
        package var screenChanged = true
        package var pageBorder = true
    }

    /// How notifications are told, with the sounds that are switched on.
    package var narrationSettings: NarrationSettings {
        var settings = narration
        settings.readsDurations = text.durations
        settings.earcons = []
        if earcons.isEnabled, earcons.screenChanged { settings.earcons.insert(.screenChanged) }
        if earcons.isEnabled, earcons.pageBorder { settings.earcons.insert(.pageBorder) }
        return settings
    }

    /// `[audio]`.
    package struct Audio: Sendable, Equatable {
        /// An ALSA PCM's name.
        package var device = "default"
        /// How much sound the device holds, in milliseconds.
        package var bufferMilliseconds = 40
        /// Seconds after the last sound at which the device is closed (O2).
        package var linger = 0.5
        /// Milliseconds of silence before the first sound after a long silence (O1).
        package var leadInMilliseconds = 0
    }

    /// `[text]`.
    package struct Text: Sendable, Equatable {
        /// Whether durations are read as such (T3).
        package var durations = true
        /// The path of the pronunciation dictionary (T2); nil: the usual one, if it is there.
        package var dictionary: String?
    }

    /// The queue's limits.
    package var limits: SpeechQueue.Limits {
        var limits = SpeechQueue.Limits()
        limits.count = queueLimit
        return limits
    }

    /// The language tag of a locale's name, as `LC_ALL`, `LC_MESSAGES` or `LANG` has it: `de_AT.UTF-8` is `de-at`; `C` is `en`.
    package static func language(ofLocale locale: String) -> String {
        let tag = locale.prefix { $0 != "." && $0 != "@" }.lowercased().map { $0 == "_" ? "-" : $0 }
        let word = String(tag)
        return word.isEmpty || word == "c" || word == "posix" ? "en" : word
    }

    /// The locale's language, from the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    package static func language(environment: (String) -> String?) -> String {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
        return language(ofLocale: locale ?? "C")
    }
}
