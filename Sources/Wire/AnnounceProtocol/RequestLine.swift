import JSONLines
package import Messages

// AnnounceProtocol encodes and decodes the messages on the socket: one JSON object per line, in both directions. It converts between bytes
// and Messages' values, and its errors name the field. It does no I/O. docs/PROTOCOL.md is the contract.

/// A request as sent by a client.
package struct RequestLine: Sendable, Equatable {
    /// The maximum length of a line, in bytes without its ending.
    package static let maximumLength = 256 * 1024
    /// The maximum length of an id, in Unicode scalars.
    package static let longestID = 64

    package var id: String?
    package var request: Request
    /// Warnings about harmless oddities, in whole sentences, such as fields that have no meaning in this request.
    package var warnings: [Warning]

    package init(id: String? = nil, request: Request, warnings: [Warning] = []) {
        self.id = id
        self.request = request
        self.warnings = warnings
    }

    /// Parses one line.
    /// - Throws: ``ErrorReply`` with the code, the field, the expectation, and the line's id if it has one.
    package init(line: [UInt8]) throws(ErrorReply) {
        var id: String?
        do throws(JSONLineError) {
            let object = try JSONObject(line)
            var fields = FieldReader(object)
            id = try fields.name("id", longest: Self.longestID)
            self = try Self(from: &fields, id: id)
        } catch {
            throw ErrorReply(error, id: id)
        }
    }

    /// Reads a request from its fields, except for the id.
    init(from fields: inout FieldReader, id: String?) throws(JSONLineError) {
        guard let word: String = try fields.value("type") else {
            throw fields.invalid("type", "missing; expected one of \(RequestType.list)")
        }
        guard let type = RequestType(rawValue: word) else {
            let hint = NearMatches.hint(for: word, in: RequestType.allCases.map(\.rawValue))
            throw JSONLineError(.unknownType, "type: unknown type \"\(word.prefix(64))\"; \(hint)")
        }
        var odd = RequestWarnings(of: word)
        let request = try Request(type, from: &fields, warnings: &odd)
        odd.unknown(fields.unread)
        self.init(id: id, request: request, warnings: odd.all)
    }

    /// The encoded line, including `\n`.
    package var bytes: [UInt8] { JSONLine.encode(RequestFields(id: id, request: request)) }
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
