package import Accessibility
import JSONLines

// AnnounceProtocol is how requests and answers stand on the socket: one JSON object a line, both ways. It turns bytes into the values
// of Accessibility and back, and names the field of whatever is wrong. It does no I/O. The contract is docs/PROTOCOL.md.

/// A request as a client sends it.
package struct RequestLine: Sendable, Equatable {
    /// The longest line, in bytes without its ending.
    package static let maximumLength = 256 * 1024
    /// The longest id, in characters.
    package static let longestID = 64

    package var id: String?
    package var request: Request
    /// What was odd but harmless: fields that nobody knows.
    package var warnings: [String]

    package init(id: String? = nil, request: Request, warnings: [String] = []) {
        self.id = id
        self.request = request
        self.warnings = warnings
    }

    /// Reads one line.
    /// - Throws: ``ErrorReply`` with the code, the field and what was expected, and the line's id if it has one.
    package init(line: [UInt8]) throws(ErrorReply) {
        do {
            let incoming = try JSONLine.decode(IncomingRequest.self, from: line)
            id = incoming.fields.id
            request = incoming.request
            warnings = incoming.warnings
        } catch {
            let id = (try? JSONLine.decode(IDOnly.self, from: line))?.id
            let code: ErrorReply.Code =
                switch error.kind {
                case .notAnObject: .invalidJSON
                case .invalidField: error.description.hasPrefix(IncomingRequest.unknownType) ? .unknownType : .invalidMessage
                }
            throw ErrorReply(id: id.flatMap { $0.count <= Self.longestID ? $0 : nil }, code: code, message: error.description)
        }
    }

    /// The line, with its `\n`.
    package var bytes: [UInt8] { JSONLine.encode(RequestFields(id: id, request: request)) }

    private struct IDOnly: Decodable {
        var id: String?
    }
}

/// A request's fields, checked: the second half of decoding, which knows ranges, words and what belongs together.
private struct IncomingRequest: Decodable {
    /// How the message about a type that nobody knows begins.
    static let unknownType = "type: unknown type"

    var fields: RequestFields
    var request: Request
    var warnings: [String]

    init(from decoder: any Decoder) throws {
        fields = try RequestFields(from: decoder)
        let check = FieldCheck(codingPath: decoder.codingPath)
        if let id = fields.id, id.isEmpty || id.count > RequestLine.longestID {
            throw check.invalid("id", "expected a string of 1 to \(RequestLine.longestID) characters")
        }
        guard let type = fields.type else { throw check.invalid("type", "missing; expected one of \(RequestFields.TypeName.list)") }
        guard let name = RequestFields.TypeName(rawValue: type) else {
            throw check.invalid("type", "unknown type \"\(type.prefix(64))\"; expected one of \(RequestFields.TypeName.list)")
        }
        request = try fields.request(name, check)
        let present = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        warnings = present.filter { !name.fields.contains($0) }.sorted().prefix(8).map {
            "\($0.prefix(64)): unknown in \(type); ignored"
        }
    }
}

/// Any key at all.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Makes the errors of fields that JSON can say but the protocol does not allow.
struct FieldCheck {
    var codingPath: [any CodingKey] = []

    func invalid(_ field: String, _ message: String) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: codingPath + [AnyKey(stringValue: field)], debugDescription: message))
    }

    func text(_ field: String, _ value: String) throws {
        if value.utf8.contains(0) { throw invalid(field, "holds a NUL; expected text without") }
    }

    func word<Word: RawRepresentable & CaseIterable>(_ field: String, _ value: String?) throws -> Word? where Word.RawValue == String {
        guard let value else { return nil }
        guard let word = Word(rawValue: value) else {
            throw invalid(field, "\"\(value.prefix(64))\" is unknown; expected one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    func number(_ field: String, _ value: Int?, in range: ClosedRange<Int>) throws -> Int? {
        if let value, !range.contains(value) {
            throw invalid(field, "\(value) is out of range; expected \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
