import JSONLines

/// How the parts of an element's texts are spoken: UIAccessibility's attributed label, value and hint (E15). A text without parts is spoken as
/// the user has set.
public struct AttributedTexts: Sendable, Equatable {
    /// The parts of the label; nil: it has none.
    public var label: [SpeechRun]?
    /// The parts of the value; nil: it has none.
    public var value: [SpeechRun]?
    /// The parts of the hint; nil: it has none.
    public var hint: [SpeechRun]?

    /// The maximum number of parts of a text.
    public static let mostRuns = 64

    /// Creates the parts of texts.
    public init(label: [SpeechRun]? = nil, value: [SpeechRun]? = nil, hint: [SpeechRun]? = nil) {
        self.label = label
        self.value = value
        self.hint = hint
    }

    /// The memory for the parts, in bytes.
    var cost: Int { [label, value, hint].reduce(0) { $0 + ($1 ?? []).reduce(0) { $0 + $1.cost } } }

    /// Returns the text of parts; nil if there are none.
    static func text(of runs: [SpeechRun]?) -> String? { runs.map { $0.map(\.text).joined(separator: " ") } }
}

/// What kind of text a part is: UIAccessibilityTextualContext. It decides how marks, numbers and capitals are read (T24).
public enum TextualContext: String, Sendable, CaseIterable {
    case plain, console, fileSystem, messaging, narrative, sourceCode, spreadsheet, wordProcessing

    /// Whether the text's marks matter more than what they stand for: times, dates, numbers and signs are not read as words.
    package var isVerbatim: Bool { [.console, .fileSystem, .sourceCode].contains(self) }

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

extension FieldPass {
    /// Passes a text, or an array of its parts.
    mutating func text(_ field: String, _ text: inout String?, parts: inout [SpeechRun]?) throws(JSONLineError) {
        guard isReading else { return parts == nil ? try self.text(field, &text) : try objects(field, &parts) }
        guard case .array? = peek(field) else {
            parts = nil
            return try self.text(field, &text)
        }
        try objects(field, &parts)
        let count = parts?.count ?? 0
        guard 1...AttributedTexts.mostRuns ~= count else {
            throw invalid(field, "has \(count) runs; expected 1 to \(AttributedTexts.mostRuns)")
        }
        for index in (parts ?? []).indices {
            if parts?[index].isSSML == true {
                warn("\(field)[\(index)].ssml", "has no meaning in an element; ignored", .ignored)
                parts?[index].isSSML = false
            }
            if let problem = parts?[index].removeUnusableIPA() { warn("\(field)[\(index)].ipa", problem) }
        }
        text = AttributedTexts.text(of: parts)
    }
}
