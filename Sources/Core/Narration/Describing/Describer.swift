package import Messages

/// The words for an element.
package struct Description: Sendable, Equatable {
    package var runs: [SpeechRun]
    /// All runs as written text.
    package var text: String
    /// The hint, spoken after a pause (H1); nil if there is none.
    package var hint: [SpeechRun]?

    package init(runs: [SpeechRun], text: String, hint: [SpeechRun]? = nil) {
        self.runs = runs
        self.text = text
        self.hint = hint
    }
}

/// Describes elements:
///
///     [Out of …. ][Container. ][Headers. ][Selected, ]Label[, Value]. [Detail.] [Dimmed.] [role words] [n of m.] [List start. | …]  pause  Hint.
///
/// A run without a language is spoken by the user's voice. An element without a language is assumed to be in the user's language.
package struct Describer: Sendable, Equatable {
    package var words: Words
    /// The words for reading the app's texts.
    package var lexicons: Lexicons
    package var style: DescriptionStyle
    /// The language of the user's own voice.
    package var userLanguage: String

    package init(words: Words, lexicons: Lexicons, style: DescriptionStyle = DescriptionStyle(), userLanguage: String) {
        self.words = words
        self.lexicons = lexicons
        self.style = style
        self.userLanguage = userLanguage
    }

    /// Returns the whole description.
    /// - Parameters:
    ///   - previous: the container of the element described before; the parts that both have in common are not repeated (E5).
    ///   - title: the screen's title, spoken first (N2).
    ///   - language: the title's language (E6).
    package func describe(
        _ element: Element, previous: Container? = nil, title: String? = nil, in language: String? = nil
    ) -> Description {
        var phrases = Phrase.trimmed(title).map { [Phrase($0, from: .screen)] } ?? []
        let parts = Parts(of: element, self)
        if style.verbosity == .label {
            phrases.append(parts.nameAlone)
        } else {
            let places = style.verbosity == .full ? Places(of: element.container, after: previous, words) : nil
            phrases += places?.before ?? []
            phrases += parts.all
            phrases += places?.after ?? []
        }
        let (runs, text) = runs(of: phrases, for: element, onScreenIn: language)
        return Description(runs: runs, text: text, hint: hint(of: element))
    }

    /// Returns the value alone, for updates, refreshes and adjustments, or the label if there is no value.
    package func value(of element: Element) -> [SpeechRun] {
        runs(of: [Parts(of: element, self).valueAlone], for: element).runs
    }

    /// Returns label and value, regardless of the verbosity, if the label is needed to understand the value.
    package func namedValue(of element: Element) -> [SpeechRun] {
        var element = element
        (element.hint, element.container) = (nil, nil)
        (element.roleDescription, element.level, element.content) = (nil, nil, [])
        (element.states, element.live) = (ElementStates(), LiveRegion())
        // This trait adds no words, but makes a value with two fields a duration (T3).
        element.traits.formIntersection([.updatesFrequently])
        return runs(of: Parts(of: element, self).all, for: element).runs
    }

    /// Returns the words for an element that has changed since it was described: only the differences (N3).
    ///
    /// No words exist for a state that has ended, so it is not mentioned.
    /// - Parameter withName: whether the name comes first even if it has not changed: "Start, dimmed." (Q8)
    package func changes(from old: Element, to new: Element, withName: Bool = false) -> [SpeechRun] {
        let parts = Parts(of: new, self)
        let changes = parts.differing(from: Parts(of: old, self))
        return runs(of: withName ? parts.named(before: changes) : changes, for: new).runs
    }

    /// E14: Returns the details of an element, or says that there are none.
    func details(of element: Element) -> [SpeechRun] {
        let details = [CustomContent.Importance.high, .default].flatMap { Parts.details(of: element, $0).joined() }
        return runs(of: details.isEmpty ? [Phrase(words[.noDetails], from: .words)] : details, for: element).runs
    }

    /// E14: Returns all that can be said about an element, regardless of the verbosity.
    func everything(about element: Element) -> [SpeechRun] {
        var describer = self
        (describer.style.verbosity, describer.style.hints) = (.full, true)
        // What the hint only counts is said here.
        var rest = element
        (rest.content, rest.actions) = (element.content.filter { $0.importance == .high }, [])
        let description = describer.describe(rest)
        var phrases = Array(Parts.details(of: element, .default).joined())
        if !element.actions.isEmpty {
            phrases.append(Phrase(words[.actions], from: .words, end: .comma))
            phrases += element.actions.map { Phrase($0, from: .app, end: .comma) }
            phrases[phrases.count - 1].end = .stop
        }
        return description.runs + runs(of: phrases, for: element).runs + (description.hint ?? [])
    }

    /// Returns a run with an app's text about its screen.
    func screen(_ text: String, in language: String?) -> SpeechRun {
        SpeechRun(text: text, attributes: SpeechAttributes(language: foreign(language)))
    }

    func runs(of phrases: [Phrase], for element: Element, onScreenIn language: String? = nil) -> (runs: [SpeechRun], text: String) {
        func spoken(_ source: Phrase.Source) -> String? {
            switch source {
            case .app: foreign(element.language)
            case .words: foreign(words.language)
            case .screen: foreign(language)
            }
        }
        return Phrase.runs(of: phrases, dialect: style.dialect, language: spoken) { marks(in: spoken($0)) }
    }

    /// Returns the sentence marks of a language; nil: of the user's language.
    func marks(in language: String?) -> SentenceMarks { lexicons[language ?? userLanguage]?.marks ?? .usual }

    /// Returns `language` unless it is the user's language. `de` and `de-at` are the same, `en-gb` and `en-us` are not.
    private func foreign(_ language: String?) -> String? {
        guard let language, !language.isEmpty else { return nil }
        let tags = [language, userLanguage].map { LanguageTag($0).subtags }
        return tags[0].starts(with: tags[1]) || tags[1].starts(with: tags[0]) ? nil : language
    }
}
