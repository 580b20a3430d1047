/// The kind of a text: UIAccessibilityTextualContext. It decides how the text's marks, capitals, numbers and lines are read (T24).
public enum TextualContext: String, Sendable, CaseIterable {
    case plain, console, fileSystem, messaging, narrative, sourceCode, spreadsheet, wordProcessing

    /// Whether the text's marks matter more than what they stand for: times, dates, numbers and signs are not read as words.
    package var isVerbatim: Bool { [.console, .fileSystem, .sourceCode].contains(self) }

    /// Whether each line is a sentence of its own, although it may have no mark at its end.
    package var hasLines: Bool { isVerbatim || self == .spreadsheet }

    /// How capitals are indicated, unless the user or the app has set it.
    package var capitals: Capitals { self == .sourceCode ? .pitch : .none }

    /// The least punctuation that is named, unless the app has set it.
    package var punctuation: Punctuation {
        switch self {
        case .sourceCode: .all
        case .console, .fileSystem: .most
        case .spreadsheet: .some
        case .plain, .messaging, .narrative, .wordProcessing: .none
        }
    }
}
