package import Messages
package import SpeechQueue

/// A decision of the narrator. Steps are carried out in order.
package enum Step: Sendable, Equatable {
    case post(Utterance)
    /// Ends utterances of these classes, whether they wait or are being spoken, because their content about a screen is out of date; nil:
    /// about all screens.
    case drop(Set<UtteranceClass>, of: ScreenID?, FinishReason, Rule)
    /// Does the same for waiting utterances only.
    case dropWaiting(Set<UtteranceClass>, of: ScreenID?, FinishReason, Rule)
    /// Ends one utterance in the same way, whether it waits or is being spoken.
    case dropUtterance(UtteranceID, FinishReason, Rule)
    /// The media sessions may let other speech through now (M1). After the last session, held speech that is not older than `hold` seconds
    /// is spoken (M5).
    case gate(Gate, hold: Double)
    /// The user is typing: lows wait for a moment (K4).
    case typing
    /// Plays a sound that does not disturb speech.
    case earcon(Earcon)
    case send(ServerMessage, to: ClientID)
    case note(Note)

    /// An event for traces that is not about an utterance.
    package struct Note: Sendable, Equatable {
        package var event: SubscribedEvent
        /// The id of the request that led to the event.
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
