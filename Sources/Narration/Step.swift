package import Accessibility
package import SpeechQueue

/// Something that the narrator has decided, in order.
package enum Step: Sendable, Equatable {
    case post(Utterance)
    /// What is said about a client's elements (nil: anybody's) is out of date: that of these classes ends, waiting or spoken.
    case drop(Set<UtteranceClass>, of: ClientID?, FinishReason, Rule)
    /// The same for those that wait; one that is spoken goes on.
    case dropWaiting(Set<UtteranceClass>, of: ClientID?, FinishReason, Rule)
    /// A media session begins (M1).
    case close(Gate)
    /// One of several sessions is over; the others let more through.
    case widen(Gate)
    /// The sessions are over: what was held is spoken if it is no older than so many seconds (M5).
    case open(hold: Double)
    /// A sound that does not disturb speech.
    case earcon(Earcon)
    case tell(ServerMessage, to: ClientID)
    case note(Note)

    /// Something for traces that is no utterance's.
    package struct Note: Sendable, Equatable {
        package var event: SubscribedEvent
        /// The id of the request that it came of.
        package var name: String
        package var client: ClientID
        package var rule: Rule
        package var element: String?
        package var earcon: Earcon?
        package var session: MediaSessionEvent?
        package var cause: Cause?
    }
}

/// What became of a request.
package struct Narrated: Sendable {
    package var steps: [Step] = []
    package var warnings: [Warning] = []
}
