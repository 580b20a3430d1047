import Messages

/// An event's fields as encoded in JSON, in a trace's lines and for subscribers.
struct TraceFields: MessageFields {
    static let type = "event"

    var at: Double
    var event: Word<SubscribedEvent>
    var id: String
    var cause: String?
    var client: String
    var `class`: String?
    var text: String?
    var shortened: Bool?
    var successful: Bool?
    var reason: Word<FinishReason>?
    var rule: String?
    var element: String?
    var earcon: Word<Earcon>?
    var session: SessionFields?
    var connection: String?
    var request: ReceivedFields?

    init(_ trace: TraceEvent) {
        at = trace.at.toMilliseconds
        event = Word(trace.event)
        id = trace.id
        cause = trace.cause
        client = trace.client
        `class` = trace.class
        text = trace.text
        shortened = trace.isShortened ? true : nil
        successful = trace.successful
        reason = trace.reason.map(Word.init)
        rule = trace.rule
        element = trace.element
        earcon = trace.earcon.map(Word.init)
        session = trace.session.map(SessionFields.init)
        connection = trace.connection
        request = trace.request.map(ReceivedFields.init)
    }

    /// The decoded event, without its request. Named `trace`, because a field is named `event`.
    var trace: TraceEvent {
        var trace = TraceEvent(
            at: at, event: event.value, id: id, cause: cause, client: client, class: `class`, text: text, successful: successful,
            reason: reason?.value, rule: rule, element: element, earcon: earcon?.value, session: session?.event,
            connection: connection)
        trace.isShortened = shortened ?? false
        return trace
    }
}

/// A message's `type`, and the fields that the message also has without it in other places.
struct TypedFields<Fields: MessageFields>: Codable {
    var fields: Fields

    init(_ fields: Fields) { self.fields = fields }

    init(from decoder: any Decoder) throws { fields = try Fields(from: decoder) }

    func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Fields.type, forKey: .type)
    }

    private enum CodingKeys: CodingKey { case type }
}

/// The fields of a message in addition to its `type`.
protocol MessageFields: Codable {
    /// The message's `type`.
    static var type: String { get }
}

/// An event's fields and the time of day, for `announce monitor`.
struct MonitoredFields: Encodable {
    private var event: TypedFields<TraceFields>
    private var time: String

    private enum CodingKeys: CodingKey { case time }

    init(_ trace: TraceEvent, time: String) {
        event = TypedFields(TraceFields(trace))
        self.time = time
    }

    func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(time, forKey: .time)
    }
}

/// The fields of a media session's change.
struct SessionFields: MessageFields {
    static let type = "mediaSession"

    var session: String
    var mode: Word<MediaSession.Mode>
    var change: Word<MediaSessionEvent.Change>
    var reason: Word<MediaSessionEvent.Reason>?
    var lease: Double?

    init(_ event: MediaSessionEvent) {
        session = event.session
        mode = Word(event.mode)
        change = Word(event.change)
        reason = event.reason.map(Word.init)
        lease = event.lease
    }

    var event: MediaSessionEvent {
        MediaSessionEvent(session: session, mode: mode.value, change: change.value, reason: reason?.value, lease: lease)
    }
}

struct EventsLostFields: Codable {
    var type = "eventsLost"
    var count: Int

    init(count: Int) { self.count = count }
    private enum CodingKeys: CodingKey { case type, count }
}

struct FocusFields: Codable {
    var type = "elementFocused"
    var element: String?

    init(element: String?) { self.element = element }
    private enum CodingKeys: CodingKey { case type, element }
}

struct PageTurnFields: Codable {
    var type = "pageTurn"
    var element: String

    init(element: String) { self.element = element }
    private enum CodingKeys: CodingKey { case type, element }
}

struct WarningFields: Codable {
    var type = "warning"
    var code: Word<Warning.Code>
    var message: String
    var element: String?

    init(_ warning: Warning, element: String?) {
        code = Word(warning.code)
        message = warning.message
        self.element = element
    }
    private enum CodingKeys: CodingKey { case type, code, message, element }

    var warning: ServerMessage { .warning(Warning(code.value, message), element: element) }
}

struct HistoryFields: Codable {
    var at: Double
    var id: String
    var client: String
    var `class`: String
    var text: String
    var reason: Word<FinishReason>?
    var rule: String?

    init(_ entry: HistoryEntry) {
        at = entry.at.toMilliseconds
        id = entry.id
        client = entry.client
        `class` = entry.class
        text = entry.text
        reason = entry.reason.map(Word.init)
        rule = entry.rule
    }

    var entry: HistoryEntry {
        HistoryEntry(at: at, id: id, client: client, class: `class`, text: text, reason: reason?.value, rule: rule)
    }
}

struct ExplanationFields: Codable {
    struct Step: Codable {
        var at: Double?
        var text: String
    }

    var id: String
    var steps: [Step]
    var events: [TraceFields]

    init(_ explanation: Explanation) {
        id = explanation.id
        steps = explanation.steps.map { Step(at: $0.at?.toMilliseconds, text: $0.text) }
        events = explanation.events.map(TraceFields.init)
    }

    var explanation: Explanation {
        Explanation(id: id, steps: steps.map { Explanation.Step(at: $0.at, text: $0.text) }, events: events.map(\.trace))
    }
}
