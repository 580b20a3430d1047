import JSONLines
package import Messages

// AnnounceProtocol encodes and decodes the messages on the socket: one JSON object per line, both ways. It converts between bytes and
// Messages' values, and its errors name the field. It does no I/O. The contract is docs/PROTOCOL.md.

/// A request as sent by a client.
package struct RequestLine: Sendable, Equatable {
    /// The maximum length of a line, in bytes without its ending.
    package static let maximumLength = 256 * 1024
    /// The maximum length of an id, in Unicode scalars.
    package static let longestID = 64

    package var id: String?
    package var request: Request
    /// Harmless oddities, in whole sentences, such as fields without a meaning in this request.
    package var warnings: [Warning]

    package init(id: String? = nil, request: Request, warnings: [Warning] = []) {
        self.id = id
        self.request = request
        self.warnings = warnings
    }

    /// Parses one line.
    /// - Throws: ``ErrorReply`` with the code, the field and what was expected, and the line's id if it has one.
    package init(line: [UInt8]) throws(ErrorReply) {
        if let simple = Self(simple: line) { self = simple } else { self = try Self(decoding: line) }
    }

    /// Parses a simple and correct line, as most are, faster than ``init(decoding:)``; nil for any other.
    package init?(simple line: [UInt8]) {
        guard let object = ScannedObject(line) else { return nil }
        var fields = FieldReader(object)
        guard let incoming = try? IncomingRequest(from: &fields) else { return nil }
        self.init(id: incoming.id, request: incoming.request, warnings: incoming.warnings)
    }

    /// Parses any line, and explains what is wrong with it.
    package init(decoding line: [UInt8]) throws(ErrorReply) {
        do {
            let incoming = try JSONLine.decode(IncomingRequest.self, from: line)
            id = incoming.id
            request = incoming.request
            warnings = incoming.warnings
        } catch {
            throw ErrorReply(error, id: (try? JSONLine.decode(IDOnly.self, from: line))?.id)
        }
    }

    /// The encoded line, including `\n`.
    package var bytes: [UInt8] { JSONLine.encode(RequestFields(id: id, request: request)) }

    /// The readable part of an invalid line: the id to answer.
    private struct IDOnly: Decodable {
        var id: String?

        init(from decoder: any Decoder) throws {
            var fields = try FieldReader(from: decoder)
            id = try fields.name("id", longest: RequestLine.longestID)
        }
    }
}

extension ErrorReply {
    /// Creates the reply to a line that is not a valid request.
    init(_ error: JSONLineError, id: String? = nil) {
        let code: ErrorReply.Code =
            switch error.kind {
            case .notAnObject: .invalidJSON
            case .invalidField: .invalidMessage
            case .unknownType: .unknownType
            }
        self.init(id: id, code: code, message: error.description)
    }
}

/// A parsed and validated request line.
struct IncomingRequest: Decodable {
    var id: String?
    var request: Request
    var warnings: [Warning]

    init(from decoder: any Decoder) throws {
        var fields = try FieldReader(from: decoder)
        try self.init(from: &fields)
    }

    init(from fields: inout FieldReader) throws {
        id = try fields.name("id", longest: RequestLine.longestID)
        guard let word: String = try fields.value("type") else {
            throw fields.invalid("type", "missing; expected one of \(RequestType.list)")
        }
        guard let type = RequestType(rawValue: word) else {
            throw JSONLineError(.unknownType, "type: unknown type \"\(word.prefix(64))\"; expected one of \(RequestType.list)")
        }
        var odd = RequestWarnings(of: word)
        request = try Request(type, from: &fields, warnings: &odd)
        odd.unknown(fields.unread)
        warnings = odd.all
    }
}
