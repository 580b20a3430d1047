// SpeechQueue decides who speaks now: utterances, the table of who cuts whom (docs/RULES.md §2), and the queue that applies it.
// It is a value with no I/O, no clock and no threads; time comes in with each call.

/// What an utterance was born from. The order of the cases is the order in which waiting ones are spoken.
package enum UtteranceClass: Int, Sendable, CaseIterable {
    case user, high, userFocus, `default`, screen, appFocus, low, update, refresh, summary, echo, hint

    /// The class's name in docs/RULES.md §2 and in traces.
    package var name: String { "\(self)" }

    /// Whether an utterance of this class, when it comes, cuts one of class `speaking`.
    package func cuts(_ speaking: UtteranceClass) -> Bool {
        switch self {
        case .user: true
        case .high, .userFocus, .default, .screen: speaking != .user && speaking != .high
        case .appFocus: Self.focusSpeech.contains(speaking)
        case .low, .update, .refresh, .summary, .echo, .hint: false
        }
    }

    /// What §3 calls "focus": all that is said about the focus, and gives way to where it goes next.
    private static let focusSpeech: Set<UtteranceClass> = [.userFocus, .appFocus, .update, .refresh, .summary, .echo, .hint]

    /// Whether it describes the focus, of which there is one (Q5).
    package var isFocus: Bool { self == .userFocus || self == .appFocus }

    /// Whether it is spoken only if nothing else speaks or waits, and never waits itself.
    package var isOnlyWhenIdle: Bool { self == .refresh || self == .hint }

    /// The rule by which an utterance of this class cuts.
    var cuttingRule: Rule {
        switch self {
        case .user: .Q4
        case .high: .Q1
        case .appFocus: .Q7
        default: .Q2
        }
    }
}
