package import Messages
package import Narration
import SpeechQueue

// The user's choice of settings while the daemon runs (O8).
extension Conductor {
    /// Applies a change, and returns the resulting settings.
    mutating func choose(_ change: UserSettings) throws(Refusal) -> SettingsReport {
        var change = change
        change.speech = try narrator.resolve(change.speech)
        if change.speech.voice != nil || change.speech.language != nil { choice.unknown = nil }
        if change != UserSettings() {
            narrator.apply(change)
            choice.add(change)
        }
        return choice.report(narrator.options.userSettings(with: narrator.settings))
    }
}

// The speech mode (N9).
extension Conductor {
    /// Ends what waits, or is spoken, in words that the user no longer wants to hear, and tells the user the new mode.
    mutating func didChangeMode(from former: SpeechMode, at now: Instant) {
        let unwanted = (queue.waiting(atMost: .max) + [queue.speaking].compactMap(\.self)).filter { utterance in
            switch narrator.hearing(of: utterance) {
            case .words: false
            case .tone: !utterance.isTone
            case .nothing(let rule): rule == .N9
            }
        }
        carryOut(queue.drop(unwanted.map(\.id), .muted, .N9, at: now), at: now)
        if narrator.options.mode != former { notify(.mode(narrator.options.mode), at: now) }
        carryOut(queue.proceed(at: now), at: now)
    }
}

// Checks the user's voice and language once the synthesizer's voices are known (O6).
extension Conductor {
    /// A voice or a language that the synthesizer lacks.
    private struct UnknownSetting {
        var voice: UnknownVoice
        /// Whether the user named it; the locale's language does not count as a mistake.
        var isMistake: Bool
    }

    /// Falls back to the default voice and language if the synthesizer lacks the user's. The status and the log report it.
    mutating func checkSettings() {
        let (settings, unknown) = resolve(narrator.settings)
        narrator.settings = settings
        var wrong: [Status.Mistake] = []
        if let first = unknown.first {
            choice.unknown = first.voice
            if choice.changed == nil { wrong = unknown.filter(\.isMistake).map { .unknownVoice($0.voice) } }
        }
        let ofApps = unknownVoices(of: narrator.options.apps)
        wrong += ofApps.map(Self.mistake)
        if !wrong.isEmpty { notices.didFind(notices.mistakes + wrong) }
        for voice in unknown.map(\.voice) + ofApps.map(\.voice) { effects.append(.log(.wrongSetting(voice))) }
        let apps = narrator.options.apps.mapValues { app in
            var app = app
            app.speech = resolve(app.speech).settings
            return app
        }
        // The narrator prepares its reading again for each change of its options.
        if apps != narrator.options.apps { narrator.options.apps = apps }
    }

    /// Returns the mistakes in the voices and the language of a configuration; none while the voices are unknown.
    package func mistakes(in settings: SpeechAttributes, _ options: NarrationSettings) -> [Status.Mistake] {
        resolve(settings).unknown.filter(\.isMistake).map { .unknownVoice($0.voice) } + unknownVoices(of: options.apps).map(Self.mistake)
    }

    /// Returns the voices of apps that the synthesizer lacks, by app.
    private func unknownVoices(of apps: [String: NarrationSettings.App]) -> [(app: String, voice: UnknownVoice)] {
        apps.sorted { $0.key < $1.key }.flatMap { name, app in resolve(app.speech).unknown.map { (name, $0.voice) } }
    }

    private static func mistake(_ unknown: (app: String, voice: UnknownVoice)) -> Status.Mistake {
        .worded("apps.\(unknown.app.prefix(64)).\(unknown.voice.sentence)")
    }

    /// Returns `settings` in the synthesizer's terms, without the voice or language that it lacks.
    private func resolve(_ settings: SpeechAttributes) -> (settings: SpeechAttributes, unknown: [UnknownSetting]) {
        guard let voices = narrator.voices else { return (settings, []) }
        var (settings, unknown) = (settings, [UnknownSetting]())
        for part in [\.voice, \.language] as [WritableKeyPath<SpeechAttributes, String?>] {
            var alone = SpeechAttributes()
            alone[keyPath: part] = settings[keyPath: part]
            do throws(UnknownVoice) {
                _ = try voices.resolve(alone)
            } catch {
                let isFromLocale = part == \.language && settings.language == choice.localeLanguage
                unknown.append(UnknownSetting(voice: error, isMistake: !isFromLocale))
                settings[keyPath: part] = nil
            }
        }
        return ((try? voices.resolve(settings)) ?? settings, unknown)
    }
}
