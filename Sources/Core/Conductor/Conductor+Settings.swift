package import Messages
import Narration
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
        guard let first = unknown.first else { return }
        choice.unknown = first.voice
        let wrong = unknown.filter(\.isMistake).map { Status.Mistake.unknownVoice($0.voice) }
        if choice.changed == nil, !wrong.isEmpty { notices.didFind(notices.mistakes + wrong) }
        for setting in unknown { effects.append(.log(.wrongSetting(setting.voice))) }
    }

    /// Returns the mistakes in the voice and the language of `settings`; none while the voices are unknown.
    package func mistakes(in settings: SpeechAttributes) -> [UnknownVoice] { resolve(settings).unknown.filter(\.isMistake).map(\.voice) }

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
