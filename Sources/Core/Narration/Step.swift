package import Messages
package import SpeechQueue

/// A decision of the narrator. Steps are carried out in order.
package enum Step: Sendable, Equatable {
    case post(Utterance)
    /// Ends utterances of these classes, waiting or spoken, because what they say about a client's elements is out of date; nil for all
    /// clients.
    case drop(Set<UtteranceClass>, of: ClientID?, FinishReason, Rule)
    /// Does the same for waiting utterances only.
    case dropWaiting(Set<UtteranceClass>, of: ClientID?, FinishReason, Rule)
    /// Ends one utterance likewise, waiting or spoken.
    case dropUtterance(UtteranceID, FinishReason, Rule)
    /// The media sessions may let other speech through now (M1). When the last is over, held speech no older than `hold` seconds is spoken
    /// (M5).
    case gate(Gate, hold: Double)
    /// The user types: lows wait for a moment (K4).
    case typing
    /// Plays a sound that does not disturb speech.
    case earcon(Earcon)
    case send(ServerMessage, to: ClientID)
    case note(Note)

    /// An event for traces that is not about an utterance.
    package struct Note: Sendable, Equatable {
        package var event: SubscribedEvent
        /// The id of the request behind it.
        package var name: String
        package var client: ClientID
        package var rule: Rule
        package var element: String?
        package var earcon: Earcon?
        package var session: MediaSessionEvent?
        package var cause: Cause?
    }
}

/// The result of a request.
package struct Narrated: Sendable {
    package var steps: [Step] = []
    package var warnings: [Warning] = []
}
