import JSONLines
package import Messages

// AnnounceProtocol knows the lines on the socket: one JSON object per line, in both directions. The fields of each message are described
// where the message is (Messages). It does no I/O. docs/PROTOCOL.md is the contract.

/// A request as sent by a client.
package struct RequestLine: Sendable, Equatable {
    /// The maximum length of a line, in bytes without its ending.
    package static let maximumLength = 256 * 1024

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
            var fields = FieldPass(reading: try JSONObject(line))
            try fields.name("id", &id, longest: Request.longestID)
            var request = Request.blank
            try request.pass(&fields)
            fields.warnAboutUnread()
            self.init(id: id, request: request, warnings: fields.warnings)
        } catch {
            throw ErrorReply(error, id: id)
        }
    }

    /// The encoded line, including `\n`.
    package var bytes: [UInt8] { ReceivedRequest.request(request, id: id).jsonLine }
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
