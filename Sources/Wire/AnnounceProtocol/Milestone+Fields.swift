import JSONLines
import Messages

/// A milestone in JSON: a number or a string.
enum NumberOrText: FieldValue, Encodable {
    case number(Double)
    case text(String)

    init(_ milestone: Element.Milestone) {
        switch milestone {
        case .number(let number): self = .number(number)
        case .seconds(let seconds): self = .text(seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s")
        }
    }

    init(_ value: JSONValue, at path: @autoclosure () -> String) throws(JSONLineError) {
        switch value {
        case .number(let number): self = .number(Double(number))
        case .decimal(let number): self = .number(number)
        case .string(let text): self = .text(text)
        default: throw JSONLineError(.invalidField, "\(path()): \(Element.Milestone.expected)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

extension Element.Milestone {
    fileprivate static let expected = "expected a number, or a duration such as \"1m\" or \"10s\""
    private static let most = 64
    /// The maximum duration, in seconds, and the maximum length of its text, in bytes.
    private static let longest = 1e9
    private static let longestText = 32

    /// Reads an element's `milestones` (U8).
    static func list(from fields: inout FieldReader) throws(JSONLineError) -> [Element.Milestone] {
        guard let given = try fields.value("milestones", [NumberOrText].self) else { return [] }
        guard given.count <= most else { throw fields.invalid("milestones", "has \(given.count); expected at most \(most)") }
        return try given.enumerated().map { index, milestone throws(JSONLineError) in
            switch milestone {
            case .number(let number): return .number(number)
            case .text(let text):
                guard let seconds = seconds(of: text) else { throw fields.invalid("milestones[\(index)]", expected) }
                return .seconds(seconds)
            }
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
