import Messages
import VoiceProtocol

/// Finds the voice that a client means. The identifiers it returns come from eSpeak NG's own lists, so a client's text never names a file.
struct InstalledVoices {
    let voices: [InstalledVoice]
    /// Loaded on first use, because most clients never ask for a variant.
    var variants: [InstalledVoice]?

    /// Returns the identifier of the matching voice, or nil if there is none.
    /// - Parameters:
    ///   - voice: an identifier, a name or a language tag, in any case, with an optional `+variant`. Takes precedence over `language`.
    ///   - language: a language tag such as `en-us`, `de_DE.UTF-8` or `pt`. If no voice speaks it, its last subtag is removed and the rest
    ///     tried.
    func identifier(voice: String?, language: String?) -> String? {
        if let voice, let found = identifier(named: voice) { return found }
        return language.flatMap { self.voice(for: $0)?.identifier }
    }

    private func identifier(named wanted: String) -> String? {
        let parts = wanted.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].lowercased()
        let voice =
            voices.first { $0.identifier.lowercased() == name } ?? voices.first { $0.name.lowercased() == name } ?? self.voice(for: name)
        guard let voice else { return nil }
        guard parts.count == 2 else { return voice.identifier }
        let manner = parts[1].lowercased()
        let variant = variants?.first { $0.identifier.lowercased() == manner } ?? variants?.first { $0.name.lowercased() == manner }
        return voice.identifier + (variant.map { "+\($0.identifier)" } ?? "")
    }

    private func voice(for language: String) -> InstalledVoice? {
        for tag in LanguageTag(language).beginnings {
            let speakers = voices.compactMap { voice in
                voice.languages.first { $0.tag == tag }.map { (voice: voice, priority: $0.priority) }
            }
            // `min` keeps eSpeak NG's order among equals, so this is the first of the best.
            if let best = speakers.min(by: { $0.priority < $1.priority }) { return best.voice }
        }
        return nil
    }

    /// All voices and variants, in the protocol's form.
    var listing: [VoiceEvent.Voice] {
        voices.map { voice in
            let tags = voice.languages.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
            return VoiceEvent.Voice(identifier: voice.identifier, name: voice.name, languages: tags.map(\.element.tag))
        } + (variants ?? []).map { VoiceEvent.Voice(identifier: "+\($0.identifier)", name: $0.name, languages: [], isVariant: true) }
    }
}
