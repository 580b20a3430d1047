package import JSONLines
package import Messages

/// A line of a replay's input: a client's request or disconnection, with its time and its client.
package struct ReplayLine: Sendable, Equatable {
    /// The client's name if a line has none.
    package static let usualClient = "a"
    /// The latest time, in seconds: 30 days.
    package static let latest = 30.0 * 86_400

    /// Seconds since the start of the replay.
    package var at: Double
    package var client: String
    package var action: ReceivedRequest
    /// Warnings about harmless oddities of the request.
    package var warnings: [Warning] = []

    package init(at: Double, client: String = usualClient, action: ReceivedRequest) {
        self.at = at
        self.client = client
        self.action = action
    }

    /// Parses one line.
    /// - Throws: ``ErrorReply`` with the code, the field and the expectation.
    package init(line: [UInt8]) throws(ErrorReply) {
        do throws(JSONLineError) {
            var fields = FieldPass(reading: try JSONObject(line))
            self.init(at: 0, action: .disconnect)
            try pass(&fields)
            if action == .disconnect, let other = fields.unread.first {
                throw fields.invalid(other, "unknown in disconnect; expected at, client and type only")
            }
            fields.warnAboutUnread()
            warnings = fields.warnings
        } catch {
            throw ErrorReply(error)
        }
    }

    /// The encoded line, including `\n`.
    package var bytes: [UInt8] { jsonLine }
}

extension ReplayLine: JSONFields {
    package static var blank: ReplayLine { ReplayLine(at: 0, action: .disconnect) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        var at: Double? = at.toMilliseconds
        try fields.seconds("at", &at)
        guard let at else { throw fields.missing("at", "seconds from the beginning") }
        if fields.isReading, at > Self.latest { throw fields.invalid("at", "\(at) is too late; expected at most \(Int(Self.latest))") }
        self.at = at
        var name: String? = client
        try fields.name("client", &name)
        client = name ?? Self.usualClient
        try action.pass(&fields)
    }
}
