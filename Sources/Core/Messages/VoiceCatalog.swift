/// The synthesizer's voices, looked up by the words of clients and users. The daemon checks words with it, and the voice process looks up
/// its voices with it, so the voice process finds every voice that the daemon has accepted. Only identifiers from the synthesizer's own
/// lists are returned, so a client's text never names a file.
package struct VoiceCatalog: Sendable, Equatable {
    /// The voices in the synthesizer's order.
    package let voices: [InstalledVoice]
    /// The variants that can follow any voice's name after a `+`.
    package let variants: [InstalledVoice]
    /// The voice that suits each language tag best.
    private let speakers: [String: InstalledVoice]
    /// The voices and the variants by their folded identifiers and names.
    private let namedVoices: [String: InstalledVoice]
    private let namedVariants: [String: InstalledVoice]

    package init(voices: [InstalledVoice], variants: [InstalledVoice]) {
        self.voices = voices
        self.variants = variants
        namedVoices = Self.byName(voices)
        namedVariants = Self.byName(variants)
        var best: [String: (voice: InstalledVoice, priority: Int)] = [:]
        for voice in voices {
            for language in voice.languages {
                let tag = LanguageTag(language.tag).text
                // Among voices of the same priority, the synthesizer's order decides.
                if language.priority < best[tag]?.priority ?? .max { best[tag] = (voice, language.priority) }
            }
        }
        speakers = best.mapValues(\.voice)
    }

    // MARK: What a client asks for

    /// Returns `attributes` with the voice and language as the synthesizer names them.
    /// - Throws: ``UnknownVoice`` with near matches if there is no such voice, variant or language.
    package func resolve(_ attributes: SpeechAttributes) throws(UnknownVoice) -> SpeechAttributes {
        var resolved = attributes
        if let language = attributes.language { resolved.language = try tag(for: language) }
        if let voice = attributes.voice { resolved.voice = try identifier(for: voice) }
        return resolved
    }

    /// Returns `attributes` with the voice and language as the synthesizer names them, without an unknown voice or language.
    package func known(_ attributes: SpeechAttributes) -> SpeechAttributes {
        var known = attributes
        known.language = attributes.language.flatMap(knownTag)
        known.voice = attributes.voice.flatMap { identifier(voice: $0, language: nil) }
        return known
    }

    /// Returns the voices for a language and its dialects. An unknown dialect counts as its language.
    package func voices(speaking language: String) throws(UnknownVoice) -> [InstalledVoice] {
        let tag = LanguageTag(try tag(for: language))
        return voices.filter { $0.speaks(tag) }
    }

    /// Returns the tag under which a voice speaks `language`: the longest beginning of its tag that a voice has. `de-DE` gives `de`,
    /// `en_GB.UTF-8` gives `en-gb`.
    package func tag(for language: String) throws(UnknownVoice) -> String {
        if let tag = knownTag(for: language) { return tag }
        throw UnknownVoice(.language, language, near: NearMatches.of(language, in: Array(speakers.keys)))
    }

    /// Returns the voice that `word` means: an identifier, a name or a language tag, in upper or lower case, with an optional `+variant`.
    /// In the result, the variant follows the voice's identifier.
    package func voice(for word: String) throws(UnknownVoice) -> InstalledVoice {
        let (name, variant) = Self.parts(of: word)
        guard var voice = voice(named: name) else {
            let near = NearMatches.of(word, in: voices.flatMap { [$0.name, $0.identifier] } + speakers.keys)
            throw UnknownVoice(.voice, word, near: near)
        }
        if let variant, namedVariants[Self.fold(variant)] == nil {
            let near = NearMatches.of(String(variant), in: variants.map(\.identifier)).map { "\(name)+\($0)" }
            throw UnknownVoice(.variant, "+\(variant)", near: near)
        }
        voice.identifier = identifier(of: voice, with: variant)
        return voice
    }

    /// Returns the identifier of the voice that `word` means.
    package func identifier(for word: String) throws(UnknownVoice) -> String { try voice(for: word).identifier }

    // MARK: What speaks

    /// Returns the identifier of the voice for a text. An unknown variant is left out, and the language stands in for an unknown voice.
    /// - Returns: nil if there is neither such a voice nor a voice that speaks the language.
    package func identifier(voice: String?, language: String?) -> String? {
        if let (name, variant) = voice.map(Self.parts), let found = self.voice(named: name) { return identifier(of: found, with: variant) }
        return language.flatMap(knownTag).flatMap { speakers[$0]?.identifier }
    }

    /// Returns the language of a voice, with or without a variant; nil if there is no such voice.
    package func language(ofVoice word: String) -> String? { voice(named: Self.parts(of: word).name)?.languages.first?.tag }

    /// Returns whether a voice, with or without a variant, speaks a language: the voice's own language, or the language of which that is a
    /// dialect.
    package func voice(_ word: String, speaks language: String) -> Bool {
        voice(named: Self.parts(of: word).name)?.speaks(LanguageTag(language)) ?? false
    }

    // MARK: Words

    private func knownTag(for language: String) -> String? { LanguageTag(language).beginnings.first { speakers[$0] != nil } }

    private func identifier(of voice: InstalledVoice, with variant: Substring?) -> String {
        voice.identifier + (variant.flatMap { namedVariants[Self.fold($0)] }.map { "+\($0.identifier)" } ?? "")
    }

    /// Returns the first that exists: the voice with that identifier, the voice with that name, the best voice for that language.
    private func voice(named name: Substring) -> InstalledVoice? {
        let folded = Self.fold(name)
        return namedVoices[folded] ?? speakers[folded]
    }

    /// Returns a voice's name, and the variant after the `+`.
    private static func parts(of word: String) -> (name: Substring, variant: Substring?) {
        let parts = word.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first ?? "", parts.dropFirst().first)
    }

    /// If an identifier and a name are equal, the identifier takes precedence.
    private static func byName(_ voices: [InstalledVoice]) -> [String: InstalledVoice] {
        Dictionary((voices.map { (fold($0.identifier), $0) } + voices.map { (fold($0.name), $0) })) { first, _ in first }
    }

    private static func fold(_ word: some StringProtocol) -> String { String(word.lowercased().map { $0 == "_" ? "-" : $0 }) }
}

extension InstalledVoice {
    /// Returns whether the voice speaks `language` or a dialect of it.
    fileprivate func speaks(_ language: LanguageTag) -> Bool { languages.contains { LanguageTag($0.tag).belongs(to: language) } }
}
