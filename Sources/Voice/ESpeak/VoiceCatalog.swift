import VoiceProtocol

/// Finds the voice that a client means. What it gives out comes from eSpeak NG's own lists, so that a client's text never names a file.
struct VoiceCatalog {
    let voices: [InstalledVoice]
    /// Read when first needed: most clients never ask for one.
    var variants: [InstalledVoice]?

    /// The identifier to speak with, or nil if there is no such voice.
    /// - Parameters:
    ///   - voice: an identifier, a name or a language tag, in any case, with an optional `+variant`. It outranks `language`.
    ///   - language: a language tag such as `en-us`, `de_DE.UTF-8` or `pt`; one that has no voice stands for the language before its
    ///     last subtag.
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
        var tag = language.prefix { $0 != "." && $0 != "@" }.lowercased().replacing("_", with: "-")
        while !tag.isEmpty {
            let speakers = voices.compactMap { voice in
                voice.languages.first { $0.tag == tag }.map { (voice: voice, priority: $0.priority) }
            }
            // The first of the best: `min` keeps eSpeak NG's order among equals.
            if let best = speakers.min(by: { $0.priority < $1.priority }) { return best.voice }
            guard let end = tag.lastIndex(of: "-") else { return nil }
            tag = String(tag[..<end])
        }
        return nil
    }

    /// All of it, as the protocol tells it.
    var listing: [VoiceEvent.Voice] {
        voices.map { voice in
            let tags = voice.languages.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
            return VoiceEvent.Voice(identifier: voice.identifier, name: voice.name, languages: tags.map(\.element.tag))
        } + (variants ?? []).map { VoiceEvent.Voice(identifier: "+\($0.identifier)", name: $0.name, languages: [], isVariant: true) }
    }
}
