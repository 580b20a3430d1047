/// An utterance of the past.
package struct HistoryEntry: Sendable, Equatable {
    /// Seconds since the daemon's beginning at which it was posted.
    package var at: Double
    package var id: String
    package var client: String
    package var `class`: String
    package var text: String
    /// nil while it waits or is spoken.
    package var reason: FinishReason?
    /// The rule that decided last.
    package var rule: String?

    package init(at: Double, id: String, client: String, class: String, text: String, reason: FinishReason? = nil, rule: String? = nil) {
        self.at = at
        self.id = id
        self.client = client
        self.class = `class`
        self.text = text
        self.reason = reason
        self.rule = rule
    }

    /// How many utterances are remembered.
    package static let mostRemembered = 200
}

/// Why an utterance was spoken, waited or was dropped.
package struct Explanation: Sendable, Equatable {
    package var id: String
    /// The story for people, with the rules that decided.
    package var steps: [Step]
    package var events: [TraceEvent]

    package init(id: String, steps: [Step], events: [TraceEvent]) {
        self.id = id
        self.steps = steps
        self.events = events
    }

    /// A clause, such as “it began to be heard.”, or what is so now: “It waits.”
    package struct Step: Sendable, Equatable {
        /// Seconds since the daemon's beginning; nil: now.
        package var at: Double?
        package var text: String

        package init(at: Double? = nil, text: String) {
            self.at = at
            self.text = text
        }
    }
}
