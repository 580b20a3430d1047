package import Messages
package import Narration
package import SpeechQueue
package import Watch

/// All settings of the configuration file, with the built-in defaults. `config/announced.toml` documents each key.
package struct Configuration: Sendable, Equatable {
    /// The user's speech attributes: `[voice]`.
    package var speech: SpeechAttributes
    package var audio = Audio()
    /// The maximum number of one client's waiting utterances: `queue.limit` (Q11).
    package var queueLimit = SpeechQueue.Limits().count
    /// How notifications are spoken: `[queue]`, `[updates]`, `[hints]`, `[description]`, `[typing]`, `[missed]`, `[media]`, `[apps]`, and
    /// the dictionary's entries.
    package var narration = NarrationSettings()
    package var earcons = Earcons()

    package var text = Text()
    /// The front doors whose section says `enabled = false`, such as `[speech-dispatcher]`.
    package var closedDoors: Set<String> = []

    /// The settings of announced-watch: `[watch]`.
    package var watch = WatchSettings()

    /// The language of the system's locale, used unless the configuration file names one.
    package let localeLanguage: String

    /// - Parameter language: The locale's language tag.
    package init(language: String) {
        localeLanguage = language
        speech = SpeechAttributes(language: language).over(.usual)
    }

    /// `[earcons]`.
    package struct Earcons: Sendable, Equatable {
        package var isEnabled = true
        package var screenChanged = true
        package var pageBorder = true
        /// The theme of the sounds that programs play by name.
        package var theme = SoundName.freedesktop
    }

    /// The settings for narration, including the enabled sounds.
    package var narrationSettings: NarrationSettings {
        var settings = narration
        settings.readsDurations = text.durations
        settings.earcons = [.secureKey]
        if earcons.screenChanged { settings.earcons.insert(.screenChanged) }
        settings.hasEarcons = earcons.isEnabled
        if earcons.pageBorder { settings.earcons.insert(.pageBorder) }
        return settings
    }

    /// The voices of single apps (O10), in the order of the apps.
    package var ownVoices: [(app: String, voice: String)] {
        narration.apps.sorted { $0.key < $1.key }.compactMap { name, app in app.speech.voice.map { (name, $0) } }
    }

    /// `[audio]`.
    package struct Audio: Sendable, Equatable {
        /// The name of an ALSA PCM.
        package var device = "default"
        /// The length of the device's buffer, in milliseconds.
        package var bufferMilliseconds = 40
        /// Seconds from the last sound until the device is closed (O2).
        package var linger = 0.5
        /// Milliseconds of silence before the first sound after a long pause; nil: as the sink needs (O1).
        package var leadInMilliseconds: Int?
        /// ``leadInMilliseconds`` as an argument of the voice.
        package var leadIn: String { leadInMilliseconds.map(String.init) ?? "auto" }
        /// Whether the voice drops its access to files, programs and the network.
        package var sandbox = true
    }

    /// `[text]`.
    package struct Text: Sendable, Equatable {
        /// Whether durations are read in words (T3).
        package var durations = true
        /// The path of the pronunciation dictionary (T2); nil: the default path, if that file exists.
        package var dictionary: String?
    }

    package var limits: SpeechQueue.Limits {
        var limits = SpeechQueue.Limits()
        limits.count = queueLimit
        return limits
    }
}
