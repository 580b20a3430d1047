package import Messages

/// The available voices, looked up by a client's words for them.
package struct VoiceCatalog: Sendable {
    package let voices: [VoiceDescription]
    /// Variants that can follow any voice's name after a `+`.
    package let variants: [VoiceDescription]
    /// All tags, identifiers and names in folded form, and what they stand for.
    private let tags: Set<String>
    private let identifiers: [String: String]
    private let variantIdentifiers: [String: String]

    package init(voices: [VoiceDescription], variants: [VoiceDescription]) {
        self.voices = voices
        self.variants = variants
        tags = Set(voices.flatMap(\.languages).map(Self.fold))
        identifiers = Dictionary(
            voices.flatMap { [(Self.fold($0.name), $0.identifier), (Self.fold($0.identifier), $0.identifier)] },
            uniquingKeysWith: { first, _ in first })
        variantIdentifiers = Dictionary(
            variants.flatMap { variant in
                let short = Self.short(variant)
                return [(Self.fold(short), short), (Self.fold(variant.name), short)]
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns `attributes` with the voice and language as the synthesizer names them.
    /// - Throws: ``UnknownVoice`` with near matches if there is no such voice or language.
    package func resolve(_ attributes: SpeechAttributes) throws(UnknownVoice) -> SpeechAttributes {
        var resolved = attributes
        if let language = attributes.language { resolved.language = try tag(for: language) }
        if let voice = attributes.voice { resolved.voice = try identifier(for: voice) }
        return resolved
    }

    /// Returns the voices for a language and its dialects. An unknown dialect counts as its language.
    package func voices(speaking language: String) throws(UnknownVoice) -> [VoiceDescription] {
        let tag = LanguageTag(try tag(for: language))
        return voices.filter { $0.languages.contains { LanguageTag($0).belongs(to: tag) } }
    }

    /// Returns whether the voice with that identifier speaks a language: its own, or the one of which its own is a dialect.
    func voice(_ identifier: String, speaks language: String) -> Bool {
        let base = Self.fold(String(identifier.prefix { $0 != "+" }))
        guard let voice = voices.first(where: { Self.fold($0.identifier) == base || $0.languages.contains { Self.fold($0) == base } })
        else { return false }
        return voice.languages.contains { LanguageTag($0).belongs(to: LanguageTag(language)) }
    }

    /// Returns the longest prefix of a language tag that some voice has: `de-DE` gives `de`, `en_GB.UTF-8` gives `en-gb`.
    private func tag(for language: String) throws(UnknownVoice) -> String {
        if let tag = LanguageTag(language).beginnings.first(where: tags.contains) { return tag }
        throw UnknownVoice(.language, language, near: NearMatches.of(language, in: Array(tags)))
    }

    private func identifier(for voice: String) throws(UnknownVoice) -> String {
        let parts = voice.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let folded = Self.fold(parts.first ?? "")
        guard let base = identifiers[folded] ?? (tags.contains(folded) ? folded : nil) else {
            let near = NearMatches.of(voice, in: voices.flatMap { [$0.name, $0.identifier] } + tags)
            throw UnknownVoice(.voice, voice, near: near)
        }
        guard parts.count == 2 else { return base }
        guard let variant = variantIdentifiers[Self.fold(parts[1])] else {
            let near = NearMatches.of(parts[1], in: variants.map(Self.short)).map { "\(parts[0])+\($0)" }
            throw UnknownVoice(.variant, "+\(parts[1])", near: near)
        }
        return "\(base)+\(variant)"
    }

    /// Returns what follows the `+`. A variant's identifier may be `+f3` or, as eSpeak NG lists it, `!v/f3`.
    private static func short(_ variant: VoiceDescription) -> String {
        String((variant.identifier.split(separator: "/").last ?? "").drop { $0 == "+" })
    }

    private static func fold(_ word: String) -> String {
        String(word.lowercased().map { $0 == "_" ? "-" : $0 })
    }
}
