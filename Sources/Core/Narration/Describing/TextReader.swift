import Messages

/// Turns an element's label and value into text to read aloud: durations in words, percentages with their sign.
struct TextReader {
    private let element: Element
    private let lexicons: Lexicons
    private let lexicon: Lexicon?
    private let english: Lexicon?
    private let readsDurations: Bool

    init(of element: Element, _ describer: Describer) {
        self.element = element
        lexicons = describer.lexicons
        lexicon = describer.lexicons[element.language ?? describer.userLanguage]
        english = describer.lexicons["en"]
        readsDurations = describer.style.readsDurations
    }

    func label() -> Phrase? {
        // A timer without a value shows its time in the label.
        Phrase(element.attributedLabel).map { read($0, element.traits.contains(.updatesFrequently) ? .timer : .plain) }
    }

    /// T3, E15: Returns the phrase with its durations in words. If it has parts, only these change: its text then serves to compare it.
    private func read(_ phrase: Phrase, _ context: Durations.Context) -> Phrase {
        // Durations in a long text are read with its parts.
        guard readsDurations, phrase.text.utf8.count <= SpokenPart.longest else { return phrase }
        var phrase = phrase
        if phrase.parts.isEmpty { phrase.text = duration(phrase.text, context, lexicon) }
        for (index, part) in phrase.parts.enumerated() where part.isRead && part.context?.isVerbatim != true {
            let own = part.attributes.language.map { lexicons[$0] } ?? (part.attributes.voice == nil ? lexicon : nil)
            phrase.parts[index].text = duration(part.text, context, own)
        }
        return phrase
    }

    /// Returns the text with its durations in words. The whole text may be a duration.
    private func duration(_ text: String, _ context: Durations.Context, _ lexicon: Lexicon?) -> String {
        guard let lexicon else { return text }
        return Durations.spoken(text, in: lexicon, context: context) ?? Durations.read(in: text, lexicon, english: english)
    }

    func value() -> Phrase? {
        // A password must be neither heard nor traced.
        if element.traits.contains(.secureTextEntry) { return nil }
        guard let phrase = Phrase(element.attributedValue) else { return nil }
        let value = phrase.text
        // A longer text is not a single number or time.
        let isLong = value.utf8.count > Self.longestNumber && ![.duration, .spell].contains(element.valueKind)
        if isLong || !phrase.parts.isEmpty { return read(phrase, context) }
        switch element.valueKind {
        case .text: return read(phrase, context)
        case .duration: return read(phrase, .kind)
        case .time: return Phrase(readsDurations ? lexicon.flatMap { TimesOfDay.spoken(value, in: $0) } ?? value : value, from: .app)
        case .number: return Phrase(lexicon.flatMap { Numbers.spoken(value, in: $0) } ?? value, from: .app)
        case .percent: return Phrase(Self.isNumber(value) ? value + "%" : value, from: .app)
        case .spell: return Phrase(value, from: .app, parts: [SpeechRun(text: value, attributes: SpeechAttributes(spell: true))])
        }
    }

    /// T3: Times of two fields are durations if the element counts time, or if its label indicates that.
    private var context: Durations.Context {
        let counts =
            element.traits.contains(.updatesFrequently) || Durations.names(element.label ?? "", in: [lexicon, english].compactMap(\.self))
        return counts ? .timer : .plain
    }

    /// The maximum length of a number or time, in bytes.
    private static let longestNumber = 128

    private static func isNumber(_ text: String) -> Bool {
        text.contains(where: \.isNumber) && text.allSatisfy { $0.isNumber || ".,-−+\u{66B}".contains($0) }
    }
}
