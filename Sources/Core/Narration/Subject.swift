import Messages
import SpeechQueue

/// The subject of an utterance other than an app's announcement.
struct Subject: Sendable {
    enum Kind: Sendable {
        /// A description of the focus, and the hint that follows it.
        case description(hint: [SpeechRun]?)
        case summary(hint: [SpeechRun]?)
        case update
        case refresh
        /// The last value of an element (U7). It is spoken as an announcement.
        case lastValue
        /// The value of an element at a milestone (U8).
        case milestone
        /// A change of a live region (N8).
        case liveChange
        case other
    }

    var kind: Kind
    var screen: ScreenID
    /// The element as spoken.
    var element: Element

    /// The memory for the hint, in bytes.
    var hintCost: Int {
        switch kind {
        case .description(let hint), .summary(let hint): hint?.reduce(0) { $0 + $1.cost } ?? 0
        case .update, .refresh, .lastValue, .milestone, .liveChange, .other: 0
        }
    }
}

extension Narrator {
    /// Returns the subject of an utterance about an element of a client's screen.
    func subject(_ kind: Subject.Kind, _ element: Element, of client: ClientID) -> Subject? {
        screens.id(of: client).map { Subject(kind: kind, screen: $0, element: element) }
    }
}
