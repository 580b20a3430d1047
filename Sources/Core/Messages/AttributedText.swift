import JSONLines

/// A text of an element: plain, or an attributed string, whose parts are spoken in their own manner (E15).
public struct AttributedText: Sendable, Equatable {
    /// The text; of parts, one after another as they are written.
    public let text: String
    /// The parts, up to ``mostRuns``; none of a plain text, which is spoken as the user has set.
    public let runs: [SpeechRun]

    /// The maximum number of parts.
    public static let mostRuns = 64

    /// Creates a plain text.
    public init(_ text: String) {
        (self.text, runs) = (text, [])
    }

    /// Creates a text in parts. A single part without a manner of its own is a plain text.
    public init(_ runs: [SpeechRun]) {
        text = runs.map(\.text).joined()
        self.runs = runs == [SpeechRun(text: text)] ? [] : runs
    }

    /// Returns the end of the text, in its parts.
    /// - Parameter length: in bytes, between two characters.
    package func suffix(_ length: Int) -> AttributedText {
        guard !runs.isEmpty else { return AttributedText(String(text.utf8.suffix(length)) ?? text) }
        var (rest, parts) = (length, [SpeechRun]())
        for var part in runs.reversed() where rest > 0 {
            part.text = String(part.text.utf8.suffix(rest)) ?? part.text
            rest -= part.text.utf8.count
            parts.insert(part, at: 0)
        }
        return AttributedText(parts)
    }

    /// The memory for the text and its parts, in bytes.
    var cost: Int { text.utf8.count + runs.reduce(0) { $0 + $1.cost } }
}

extension FieldPass {
    /// Passes a text, or an array of its parts.
    mutating func text(_ field: String, _ text: inout AttributedText?) throws(JSONLineError) {
        guard isReading else {
            var (plain, runs) = (text?.text, text?.runs ?? [])
            return runs.isEmpty ? try self.text(field, &plain) : try objects(field, &runs)
        }
        switch value(field) {
        case nil: text = nil
        case .array?: text = try parts(field)
        case .string?:
            var plain: String?
            try self.text(field, &plain)
            text = plain.map { AttributedText($0) }
        default: throw invalid(field, "expected a string, or an array of runs")
        }
    }

    private mutating func parts(_ field: String) throws(JSONLineError) -> AttributedText {
        var runs: [SpeechRun] = []
        try objects(field, &runs)
        guard 1...AttributedText.mostRuns ~= runs.count else {
            throw invalid(field, "has \(runs.count) runs; expected 1 to \(AttributedText.mostRuns)")
        }
        for index in runs.indices {
            if runs[index].isSSML {
                warn("\(field)[\(index)].ssml", "has no meaning in an element; ignored", .ignored)
                runs[index].isSSML = false
            }
            if let problem = runs[index].removeUnusableIPA() { warn("\(field)[\(index)].ipa", problem) }
        }
        return AttributedText(runs)
    }
}
