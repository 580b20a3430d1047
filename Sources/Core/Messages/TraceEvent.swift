package import JSONLines

/// An event for subscribers and traces.
public struct TraceEvent: Sendable, Equatable {
    /// Seconds since the daemon, or the replay, started.
    public var at: Double
    /// The kind of event.
    public var event: SubscribedEvent
    /// The utterance's id, or the request's if there is no utterance.
    public var id: String
    /// The id of the request that caused the utterance; nil if the request's id is ``id``, or if there is no request.
    public var cause: String?
    /// The client's name; empty once the client has disconnected and none of its speech remains.
    public var client: String
    /// The utterance's class (docs/RULES.md §2); nil where there is no utterance.
    public var `class`: String?
    /// The spoken text; nil where there is no utterance.
    public var text: String?
    /// Whether ``text`` is only the beginning of the text.
    public var isShortened = false
    /// Whether the speech was heard to its end; nil unless the event is `finished` or `settled`.
    public var successful: Bool?
    /// Why the utterance finished; `duplicate` in a `refused` event. nil where nothing finished.
    public var reason: FinishReason?
    /// The rule behind the event, such as `Q2`; nil if no rule decided.
    public var rule: String?
    /// The id of the element concerned. nil if there is none; in a `focus` event, nothing has the focus then.
    public var element: String?
    /// The sound that was played; nil unless the event is `earcon`.
    public var earcon: Earcon?
    /// The change of a media session; nil unless the event is `mediaSession`.
    public var session: MediaSessionEvent?
    /// The client's unique connection name; nil unless the event is `received`.
    public var connection: String?
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

extension TraceEvent: CustomStringConvertible {
    /// The event as a JSON object of the protocol.
    public var description: String { jsonText }
    /// The request that a client has sent, as a JSON object of the protocol, without the text of secure text fields.
    public var requestJSON: String? { request?.jsonText }
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
