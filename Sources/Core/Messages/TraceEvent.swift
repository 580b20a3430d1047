package import JSONLines

/// An event for subscribers and traces.
package struct TraceEvent: Sendable, Equatable {
    /// Seconds since the daemon, or the replay, started.
    package var at: Double
    package var event: SubscribedEvent
    /// The utterance's id, or the request's if there is no utterance.
    package var id: String
    /// The id of the request that caused the utterance; nil if the request's id is ``id``, or if there is no request.
    package var cause: String?
    package var client: String
    /// The utterance's class (docs/RULES.md §2); nil where there is no utterance.
    package var `class`: String?
    /// The spoken text; nil where there is no utterance.
    package var text: String?
    /// Whether ``text`` is only the beginning of the text.
    package var isShortened = false
    package var successful: Bool?
    package var reason: FinishReason?
    /// The rule behind the event.
    package var rule: String?
    /// The element concerned.
    package var element: String?
    package var earcon: Earcon?
    /// The change of a media session.
    package var session: MediaSessionEvent?
    /// The client's unique connection name.
    package var connection: String?
    /// The request that its client sent.
    package var request: ReceivedRequest?

    package init(
        at: Double, event: SubscribedEvent, id: String, cause: String? = nil, client: String, class: String? = nil, text: String? = nil,
        successful: Bool? = nil, reason: FinishReason? = nil, rule: String? = nil, element: String? = nil, earcon: Earcon? = nil,
        session: MediaSessionEvent? = nil, connection: String? = nil, request: ReceivedRequest? = nil
    ) {
        self.at = at
        self.event = event
        self.id = id
        self.cause = cause
        self.client = client
        self.class = `class`
        self.text = text
        self.successful = successful
        self.reason = reason
        self.rule = rule
        self.element = element
        self.earcon = earcon
        self.session = session
        self.connection = connection
        self.request = request
    }

    /// The longest text that subscribers receive, in bytes. `history` and `explain` return the whole text.
    package static let longestText = 4096

    /// Leaves out the end of a longer text.
    package mutating func shorten(toBytes longest: Int = longestText) {
        guard let text, text.utf8.count > longest else { return }
        self.text = text.shortened(toBytes: longest)
        isShortened = true
    }
}

extension TraceEvent: JSONFields {
    package static var blank: TraceEvent { TraceEvent(at: 0, event: .received, id: "", client: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.time("at", &at)
        try fields.word("event", &event)
        try fields.required("id", &id)
        try fields.optional("cause", &cause)
        try fields.required("client", &client)
        try fields.optional("class", &`class`)
        try fields.optional("text", &text)
        try fields.field("shortened", &isShortened, default: false)
        try fields.optional("successful", &successful)
        try fields.word("reason", &reason)
        try fields.optional("rule", &rule)
        try fields.optional("element", &element)
        try fields.word("earcon", &earcon)
        try fields.object("session", &session)
        try fields.optional("connection", &connection)
        try fields.object("request", &request)
    }
}

extension ReceivedRequest: JSONFields {
    package static var blank: ReceivedRequest { .disconnect }
    /// The `type` of a disconnection, which on the socket is no request but the end of the connection.
    private static let disconnection = "disconnect"

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        if case .string(Self.disconnection)? = fields.peek("type") {
            self = .disconnect
        } else if fields.isReading {
            self = .request(.blank, id: nil)
        }
        guard case .request(var request, var id) = self else { return fields.constant("type", Self.disconnection) }
        try fields.name("id", &id, longest: Request.longestID)
        try request.pass(&fields)
        self = .request(request, id: id)
    }
}
