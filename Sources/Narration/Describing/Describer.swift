package import Accessibility

/// What is said about an element.
package struct Description: Sendable, Equatable {
    package var runs: [SpeechRun]
    /// All of it, as it is written.
    package var text: String
    /// Spoken later, after a silence (H1); nil if there is none.
    package var hint: [SpeechRun]?

    package init(runs: [SpeechRun], text: String, hint: [SpeechRun]? = nil) {
        self.runs = runs
        self.text = text
        self.hint = hint
    }
}

/// Says how elements sound:
///
///     [Headers. ][Selected, ]Label[, Value]. [Dimmed.] [role words] [n of m.] [List start. | …]  pause  Hint.
///
/// A run without a language is for the voice of the user. An element that names no language is taken to be in the user's.
package struct Describer: Sendable, Equatable {
    package var words: Words
    package var style: DescriptionStyle
    /// The language of the user's own voice.
    package var userLanguage: String

    package init(words: Words, style: DescriptionStyle = DescriptionStyle(), userLanguage: String) {
        self.words = words
        self.style = style
        self.userLanguage = userLanguage
    }

    /// The whole description.
    /// - Parameters:
    ///   - previous: the container of what was described before: what it says already is not said again (E5).
    ///   - title: the screen's, said first (N2).
    ///   - language: of the title (E6).
    package func describe(
        _ element: Element, previous: Container? = nil, title: String? = nil, in language: String? = nil
    ) -> Description {
        var phrases = Phrase.trimmed(title).map { [Phrase($0, from: .screen)] } ?? []
        let parts = Parts(of: element, self)
        if style.verbosity == .label {
            phrases.append(parts.nameAlone)
        } else {
            let places = style.verbosity == .full ? element.container.map { Places(of: $0, after: previous, words) } : nil
            phrases += places?.before ?? []
            phrases += parts.all
            phrases += places?.after ?? []
        }
        let (runs, text) = runs(of: phrases, for: element, onScreenIn: language)
        return Description(runs: runs, text: text, hint: hint(of: element))
    }

    /// The value alone, as updates, refreshes and adjustments say it; the label if there is none.
    package func value(of element: Element) -> [SpeechRun] {
        runs(of: [Parts(of: element, self).valueAlone], for: element).runs
    }

    /// The value behind the label, for where nobody can know what it is the value of; however little is said otherwise.
    package func namedValue(of element: Element) -> [SpeechRun] {
        var element = element
        element.hint = nil
        element.container = nil
        element.traits = []
        return runs(of: Parts(of: element, self).all, for: element).runs
    }

    /// What has to be said when an element that was described is another now: only what differs (N3).
    ///
    /// A state that has ended has no word, so nothing is said of it.
    package func changes(from old: Element, to new: Element) -> [SpeechRun] {
        runs(of: Parts(of: new, self).differing(from: Parts(of: old, self)), for: new).runs
    }

    /// What an app should be told about an element: which of its roles exclude each other.
    package static func warnings(for element: Element) -> [String] {
        let roles = element.traits.intersection(.exclusiveRoles)
        return roles.rawValue.nonzeroBitCount > 1 ? ["traits: \(roles.names.joined(separator: ", ")) exclude each other"] : []
    }

    /// What an app says of its screen.
    func screen(_ text: String, in language: String?) -> SpeechRun {
        SpeechRun(text: text, attributes: SpeechAttributes(language: foreign(language)))
    }

    func runs(of phrases: [Phrase], for element: Element, onScreenIn language: String? = nil) -> (runs: [SpeechRun], text: String) {
        Phrase.runs(of: phrases, dialect: style.dialect) { source in
            switch source {
            case .app: foreign(element.language)
            case .words: foreign(words.language)
            case .screen: foreign(language)
            }
        }
    }

    /// `language` if it is not the user's: `de` is the same as `de-at`, but `en-gb` and `en-us` are two.
    private func foreign(_ language: String?) -> String? {
        guard let language, !language.isEmpty else { return nil }
        let tags = [language, userLanguage].map { tag in
            tag.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }
        }
        return tags[0].starts(with: tags[1]) || tags[1].starts(with: tags[0]) ? nil : language
    }
}
