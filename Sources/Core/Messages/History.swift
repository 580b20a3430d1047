package import JSONLines

/// A past or current utterance.
public struct HistoryEntry: Sendable, Equatable {
    /// When the utterance was posted, in seconds since the daemon started.
    public var at: Double
    /// The utterance's id: its request's, or one that the daemon assigned.
    public var id: String
    /// The name of the utterance's client.
    public var client: String
    /// The utterance's class (docs/RULES.md §2), such as `low`.
    public var `class`: String
    /// The utterance's text, without markup.
    public var text: String
    /// Why the utterance finished; nil while the utterance is waiting or being spoken.
    public var reason: FinishReason?
    /// The rule of the latest decision about the utterance, such as `Q2`; nil if no rule decided.
    public var rule: String?

    /// Creates an entry of the history.
    public init(at: Double, id: String, client: String, class: String, text: String, reason: FinishReason? = nil, rule: String? = nil) {
        self.at = at
        self.id = id
        self.client = client
        self.class = `class`
        self.text = text
        self.reason = reason
        self.rule = rule
    }

    /// The maximum number of missed announcements that are kept (D6).
    public static let mostMissed = 64
    /// The maximum number of utterances in the history.
    public static let mostRemembered = 200
}

/// Explains why an utterance was spoken, kept waiting or dropped.
public struct Explanation: Sendable, Equatable {
    /// The id of the explained request or utterance.
    public var id: String
    /// The story in words, with the rules that decided.
    public var steps: [Step]
    /// The events behind the steps, the oldest first.
    public var events: [TraceEvent]

    /// Creates an explanation.
    public init(id: String, steps: [Step], events: [TraceEvent]) {
        self.id = id
        self.steps = steps
        self.events = events
    }

    /// An event, such as “it began to be heard.”, or the present state: “It waits.”
    public struct Step: Sendable, Equatable {
        /// Seconds since the daemon started; nil means now.
        public var at: Double?
        /// The step as a human-readable sentence.
        public var text: String

        /// Creates a step.
        public init(at: Double? = nil, text: String) {
            self.at = at
            self.text = text
        }
    }
}

extension HistoryEntry: JSONFields {
    package static var blank: HistoryEntry { HistoryEntry(at: 0, id: "", client: "", class: "", text: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.time("at", &at)
        try fields.required("id", &id)
        try fields.required("client", &client)
        try fields.required("class", &`class`)
        try fields.required("text", &text)
        try fields.word("reason", &reason)
        try fields.optional("rule", &rule)
    }
}

extension Explanation: JSONFields {
    package static var blank: Explanation { Explanation(id: "", steps: [], events: []) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("id", &id)
        try fields.list("steps", &steps)
        try fields.list("events", &events)
    }
}

extension Explanation.Step: JSONFields {
    package static var blank: Explanation.Step { Explanation.Step(text: "") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        at = fields.isReading ? nil : at?.toMilliseconds
        try fields.optional("at", &at)
        try fields.required("text", &text)
    }
}
