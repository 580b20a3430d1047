import Accessibility

/// Makes an element's label and value what is read aloud: durations in words, percentages with their sign.
struct TextReader {
    private let element: Element
    private let language: String

    init(of element: Element, userLanguage: String) {
        self.element = element
        language = element.language ?? userLanguage
    }

    func label() -> Phrase? {
        guard let label = Phrase.trimmed(element.label) else { return nil }
        // A timer without a value shows its time as its label.
        let context: Durations.Context = element.traits.contains(.updatesFrequently) ? .timer : .plain
        return Phrase(Durations.spoken(label, language: language, context: context) ?? label, from: .app)
    }

    func value() -> Phrase? {
        guard let value = Phrase.trimmed(element.value) else { return nil }
        switch element.valueKind {
        case .text: return Phrase(Durations.spoken(value, language: language, context: context) ?? value, from: .app)
        case .duration: return Phrase(Durations.spoken(value, language: language, context: .kind) ?? value, from: .app)
        case .time, .number: return Phrase(value, from: .app)
        case .percent: return Phrase(Self.isNumber(value) ? value + "%" : value, from: .app)
        case .spell: return Phrase(value, from: .app, isSpelled: true)
        }
    }

    /// T3: times of two fields are durations where an element counts, or says that it does.
    private var context: Durations.Context {
        let counts = element.traits.contains(.updatesFrequently) || Durations.names(element.label ?? "", language: language)
        return counts ? .timer : .plain
    }

    private static func isNumber(_ text: String) -> Bool {
        text.contains(where: \.isNumber) && text.allSatisfy { $0.isNumber || ".,-−+\u{66B}".contains($0) }
    }
}
