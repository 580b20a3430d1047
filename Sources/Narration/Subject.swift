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
        /// A percentage's last value, which is an announcement (U7).
        case lastValue
        case other
    }

    var kind: Kind
    var client: ClientID
    /// The element as it is spoken.
    var element: Element

    /// What the hint costs to remember, in bytes.
    var hintCost: Int {
        switch kind {
        case .description(let hint), .summary(let hint): hint?.reduce(0) { $0 + $1.cost } ?? 0
        case .update, .refresh, .lastValue, .other: 0
        }
    }
}
