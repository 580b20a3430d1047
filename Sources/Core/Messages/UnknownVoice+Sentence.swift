extension UnknownVoice {
    /// A sentence with the attribute, the problem and the remedy.
    package var sentence: String {
        let hint = near.isEmpty ? "" : "\(NearMatches.clause(near)); "
        let name = "\"\(name.prefix(64))\""
        return switch kind {
        case .language: "language: \(name) is unknown; \(hint)`announce voices` lists all"
        case .voice: "voice: \(name) is unknown; \(hint)`announce voices` lists all"
        case .variant: "voice: the variant \(name) is unknown; \(hint)`espeak-ng --voices=variant` lists all"
        }
    }
}

extension Status.Mistake {
    /// The mistake in words, with its place if known.
    package var sentence: String {
        switch self {
        case .unknownVoice(let unknown): unknown.sentence
        case .worded(let sentence), .others(let sentence, _): sentence
        }
    }
}
