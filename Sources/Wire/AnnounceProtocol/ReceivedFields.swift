import JSONLines
package import Messages

/// A request inside another message, as encoded in JSON.
struct ReceivedFields: Codable {
    private let received: ReceivedRequest?

    init(_ received: ReceivedRequest) { self.received = received }

    /// A request can't be decoded here, because `FieldReader` reads requests, and does not work with a decoder.
    init(from decoder: any Decoder) { received = nil }

    func encode(to encoder: any Encoder) throws {
        switch received {
        case .request(let request, let id): try RequestFields(id: id, request: request).encode(to: encoder)
        case .disconnect, nil:
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("disconnect", forKey: .type)
        }
    }

    private enum CodingKeys: CodingKey { case type }
}

extension ReceivedRequest {
    /// Reads the fields of a request.
    init(from fields: inout FieldReader) throws(JSONLineError) {
        switch try ReplayLine.Action(from: &fields) {
        case .request(let line): self = .request(line.request, id: line.id)
        case .disconnect: self = .disconnect
        }
    }

    /// The encoded request, without `\n`.
    package var json: String { String(decoding: JSONLine.encode(ReceivedFields(self)).dropLast(), as: UTF8.self) }
}

/// The fields of a replay's line.
struct ReplayFields: Encodable {
    private let line: ReplayLine

    init(_ line: ReplayLine) { self.line = line }

    func encode(to encoder: any Encoder) throws {
        let received: ReceivedRequest =
            switch line.action {
            case .request(let asked): .request(asked.request, id: asked.id)
            case .disconnect: .disconnect
            }
        try ReceivedFields(received).encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(line.at.toMilliseconds, forKey: .at)
        try container.encode(line.client, forKey: .client)
    }

    private enum CodingKeys: CodingKey { case at, client }
}
