import JSONLines

/// A text of an element: plain, or an attributed string, whose parts are spoken in their own manner (E15).
public struct AttributedText: Sendable, Equatable {
    /// The text. Between the parts there is a space.
    public let text: String
    /// The parts, up to ``mostRuns``; none of a plain text, which is spoken as the user has set.
    public let runs: [SpeechRun]

    /// The maximum number of parts.
    public static let mostRuns = 64

    /// Creates a plain text.
    public init(_ text: String) {
        (self.text, runs) = (text, [])
    }

    /// Creates a text in parts.
    public init(_ runs: [SpeechRun]) {
        (text, self.runs) = (runs.map(\.text).joined(separator: " "), runs)
    }

    /// The memory for the text and its parts, in bytes.
    var cost: Int { text.utf8.count + runs.reduce(0) { $0 + $1.cost } }
}

extension FieldPass {
    /// Passes a text, or an array of its parts.
    mutating func text(_ field: String, _ text: inout AttributedText?) throws(JSONLineError) {
        var plain = text?.runs.isEmpty == false ? nil : text?.text
        var runs = plain == nil ? text?.runs : nil
        if isReading, case .array? = peek(field) {
            try objects(field, &runs)
            guard let count = runs?.count, 1...AttributedText.mostRuns ~= count else {
                throw invalid(field, "has \(runs?.count ?? 0) runs; expected 1 to \(AttributedText.mostRuns)")
            }
        } else if isReading || runs == nil {
            try self.text(field, &plain)
        } else {
            try objects(field, &runs)
        }
        guard isReading else { return }
        for index in (runs ?? []).indices {
            if runs?[index].isSSML == true {
                warn("\(field)[\(index)].ssml", "has no meaning in an element; ignored", .ignored)
                runs?[index].isSSML = false
            }
            if let problem = runs?[index].removeUnusableIPA() { warn("\(field)[\(index)].ipa", problem) }
        }
        text = runs.map { AttributedText($0) } ?? plain.map { AttributedText($0) }
    }
}
