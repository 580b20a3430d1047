package import JSONLines

extension Element {
    /// A value that is announced when it is passed (U8).
    public enum Milestone: Sendable, Equatable {
        case number(Double)
        case seconds(Double)

        fileprivate static let most = 64
        /// The maximum duration, in seconds, and the maximum length of its text, in bytes.
        private static let longest = 1e9
        private static let longestText = 32
    }
}

extension FieldPass {
    /// Passes an element's milestones.
    mutating func milestones(_ field: String, _ milestones: inout [Element.Milestone]) throws(JSONLineError) {
        try self.field(field, &milestones, default: [])
        let most = Element.Milestone.most
        if isReading, milestones.count > most { throw invalid(field, "has \(milestones.count); expected at most \(most)") }
    }
}

extension Element.Milestone: FieldValue {
    /// Reads a number, or a duration such as `1m`.
    package init(_ value: JSONValue, at path: () -> String) throws(JSONLineError) {
        switch value {
        case .number(let number): self = .number(Double(number))
        case .decimal(let number): self = .number(number)
        default:
            guard case .string(let text) = value, let seconds = Self.seconds(of: text) else {
                throw JSONLineError(.invalidField, "\(path()): expected a number, or a duration such as \"1m\" or \"10s\"")
            }
            self = .seconds(seconds)
        }
    }

    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .number(let number): number.write(to: &bytes)
        case .seconds(let seconds): "\(Int(exactly: seconds).map(String.init) ?? "\(seconds)")s".write(to: &bytes)
        }
    }

    /// Parses `1h`, `1m`, `10s`, `0.5s` or `1m30s`, with a precision of milliseconds.
    private static func seconds(of text: String) -> Double? {
        guard text.utf8.count <= longestText else { return nil }
        var seconds = 0.0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber || character == "." {
                digits.append(character)
                continue
            }
            guard let number = Double(digits), let unit = ["h": 3600.0, "m": 60, "s": 1][character] else { return nil }
            seconds += number * unit
            digits = ""
        }
        return digits.isEmpty && !text.isEmpty && seconds <= longest ? seconds.toMilliseconds : nil
    }
}
