package import Accessibility

/// The voices that exist, and which of them a client's words mean.
package struct VoiceCatalog: Sendable {
    package let voices: [VoiceDescription]
    /// Manners of speaking that can follow any voice's name after a `+`.
    package let variants: [VoiceDescription]
    /// Every tag, identifier and name, folded, and what it stands for.
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

    /// `attributes` with its voice and language as the synthesizer knows them.
    /// - Throws: ``ErrorReply`` with near matches, if there is no such voice or language.
    package func resolve(_ attributes: SpeechAttributes) throws(ErrorReply) -> SpeechAttributes {
        var resolved = attributes
        if let language = attributes.language { resolved.language = try tag(for: language) }
        if let voice = attributes.voice { resolved.voice = try identifier(for: voice) }
        return resolved
    }

    /// The voices that speak `language`, or a language of which it is a dialect or that is one of its own.
    package func voices(speaking language: String) throws(ErrorReply) -> [VoiceDescription] {
        let tag = try tag(for: language)
        return voices.filter { $0.languages.contains { Self.fold($0) == tag || Self.fold($0).hasPrefix(tag + "-") } }
    }

    /// Whether the voice of that identifier speaks a language: its own tag, a dialect of it, or what it is a dialect of.
    func voice(_ identifier: String, speaks language: String) -> Bool {
        let base = Self.fold(String(identifier.prefix { $0 != "+" }))
        let wanted = Self.fold(language)
        guard let voice = voices.first(where: { Self.fold($0.identifier) == base || $0.languages.contains { Self.fold($0) == base } })
        else { return false }
        return voice.languages.map(Self.fold).contains { $0 == wanted || $0.hasPrefix(wanted + "-") }
    }

    /// The longest beginning of a language tag that a voice has: `de-DE` is `de`, `en_GB.UTF-8` is `en-gb`.
    private func tag(for language: String) throws(ErrorReply) -> String {
        var parts = Self.fold(String(language.prefix { $0 != "." && $0 != "@" })).split(separator: "-")
        while !parts.isEmpty {
            let tag = parts.joined(separator: "-")
            if tags.contains(tag) { return tag }
            parts.removeLast()
        }
        throw Self.unknown("language", language, near: NearMatches.of(language, in: Array(tags)), listing: "announce voices")
    }

    private func identifier(for voice: String) throws(ErrorReply) -> String {
        let parts = voice.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let folded = Self.fold(parts.first ?? "")
        guard let base = identifiers[folded] ?? (tags.contains(folded) ? folded : nil) else {
            let near = NearMatches.of(voice, in: voices.flatMap { [$0.name, $0.identifier] } + tags)
            throw Self.unknown("voice", voice, near: near, listing: "announce voices")
        }
        guard parts.count == 2 else { return base }
        guard let variant = variantIdentifiers[Self.fold(parts[1])] else {
            let near = NearMatches.of(parts[1], in: variants.map(Self.short)).map { "\(parts[0])+\($0)" }
            throw Self.unknown("voice", "+\(parts[1])", what: "variant", near: near, listing: "espeak-ng --voices=variant")
        }
        return "\(base)+\(variant)"
    }

    /// What stands behind the `+`: the voice lists a variant as `+f3`, eSpeak NG as `!v/f3`.
    private static func short(_ variant: VoiceDescription) -> String {
        String((variant.identifier.split(separator: "/").last ?? "").drop { $0 == "+" })
    }

    private static func fold(_ word: String) -> String {
        String(word.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    /// - Parameter what: what is unknown, if the field's name does not say it.
    private static func unknown(
        _ field: String, _ word: String, what: String? = nil, near: [String], listing: String
    ) -> ErrorReply {
        let hint = near.isEmpty ? "" : "near matches: \(near.joined(separator: ", ")); "
        let named = "\(what.map { "the \($0) " } ?? "")\"\(word.prefix(64))\""
        return ErrorReply(code: .invalidMessage, message: "\(field): \(named) is unknown; \(hint)`\(listing)` lists all")
    }
}
