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
    /// Closes the gate for a media session (M1).
    case close(Gate)
    /// Lets more through after one of several sessions ended.
    case widen(Gate)
    /// Opens the gate after the last session. Held speech is spoken if no older than `hold` seconds (M5).
    case open(hold: Double)
    /// Plays a sound that does not disturb speech.
    case earcon(Earcon)
    case tell(ServerMessage, to: ClientID)
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
