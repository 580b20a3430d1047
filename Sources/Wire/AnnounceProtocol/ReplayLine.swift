import JSONLines
package import Messages

/// A line of a replay's input: a client's request, with its time and its client.
package struct ReplayLine: Sendable, Equatable {
    /// The client's name if a line has none.
    package static let usualClient = "a"
    /// The latest time, in seconds: 30 days.
    package static let latest = 30.0 * 86_400

    /// Seconds since the start of the replay.
    package var at: Double
    package var client: String
    package var action: Action

    /// The client's action at that time.
    package enum Action: Sendable, Equatable {
        case request(RequestLine)
        /// The client disconnects. On the socket this is not a request, but the end of the connection.
        case disconnect
    }

    package init(at: Double, client: String = usualClient, action: Action) {
        self.at = at
        self.client = client
        self.action = action
    }

    /// Parses one line.
    /// - Throws: ``ErrorReply`` with the code, the field and the expectation.
    package init(line: [UInt8]) throws(ErrorReply) {
        do throws(JSONLineError) {
            var fields = FieldReader(try JSONObject(line))
            try self.init(from: &fields)
        } catch {
            throw ErrorReply(error)
        }
    }

    private init(from fields: inout FieldReader) throws(JSONLineError) {
        guard let at = try fields.seconds("at") else { throw fields.invalid("at", "missing; expected seconds from the beginning") }
        guard at <= Self.latest else { throw fields.invalid("at", "\(at) is too late; expected at most \(Int(Self.latest))") }
        let client = try fields.name("client") ?? Self.usualClient
        self.init(at: at, client: client, action: try Action(from: &fields))
    }

    /// The encoded line, including `\n`.
    package var bytes: [UInt8] { JSONLine.encode(ReplayFields(self)) }
}

extension ReplayLine.Action {
    /// Reads all fields except the time and the client.
    init(from fields: inout FieldReader) throws(JSONLineError) {
        if (try? fields.value("type", String.self)) == "disconnect" {
            if let other = fields.unread.first { throw fields.invalid(other, "unknown in disconnect; expected at, client and type only") }
            self = .disconnect
        } else {
            let id = try fields.name("id", longest: RequestLine.longestID)
            self = .request(try RequestLine(from: &fields, id: id))
        }
    }
}
