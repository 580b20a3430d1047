import Messages
import Narration
import SpeechQueue

/// The settings that the user has chosen while the daemon runs (O8), and what the synthesizer lacks of all settings (O6).
struct UserChoice: Sendable {
    /// The settings changed by clients since the configuration was read; nil: none.
    private(set) var changed: UserSettings?
    /// The file in which the user's choice is saved; nil: in none.
    let file: String?
    /// The language of the system's locale. If no voice speaks it, that is not the user's mistake.
    let localeLanguage: String?
    /// The first voice or language of the settings that the synthesizer lacks.
    var unknown: UnknownVoice?

    init(file: String?, localeLanguage: String?) {
        self.file = file
        self.localeLanguage = localeLanguage
    }

    /// Starts with a new configuration.
    mutating func didReadConfiguration() { (changed, unknown) = (nil, nil) }

    /// Adds a change to those before.
    mutating func add(_ change: UserSettings) { changed = change.over(changed ?? UserSettings()) }

    /// Restores the choice of the previous process.
    mutating func restore(_ settings: UserSettings) { changed = settings }

    func report(_ settings: UserSettings) -> SettingsReport { SettingsReport(settings, changed: changed?.names ?? [], file: file) }
}
