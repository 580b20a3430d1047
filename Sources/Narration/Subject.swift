import Accessibility
import SpeechQueue

/// What an utterance that is no announcement is about.
struct Subject: Sendable {
    enum Kind: Sendable {
        /// A focus's description, and the hint that follows it.
        case description(hint: [SpeechRun]?)
        case summary(hint: [SpeechRun]?)
        case update
        case refresh
        case other
    }

    var kind: Kind
    var client: ClientID
    /// The element as it is spoken.
    var element: Element
}
