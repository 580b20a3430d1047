// SpeechQueue decides which utterance is spoken now. It contains the utterances, the table of the classes that cut one another
// (docs/RULES.md §2), and the queue that applies the table. The queue is a value without I/O, clock or threads; each call receives the
// time.

/// The origin of an utterance. Waiting utterances are spoken in the order of these cases.
package enum UtteranceClass: Int, Sendable, CaseIterable {
    case user, high, userFocus, `default`, screen, appFocus, low, update, refresh, summary, echo, hint

    /// The class's name in docs/RULES.md §2 and in traces.
    package var name: String { Self.names[rawValue] }
    /// Created once, because each event contains such a name.
    private static let names = allCases.map { "\($0)" }

    package init?(named name: String) {
        guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// Returns whether a new utterance of this class cuts an utterance of class `speaking`.
    package func cuts(_ speaking: UtteranceClass) -> Bool {
        switch self {
        case .user: true
        case .high, .userFocus, .default, .screen, .echo: speaking != .user && speaking != .high
        case .appFocus: Self.focusSpeech.contains(speaking)
        case .update: speaking == .hint
        case .low, .refresh, .summary, .hint: false
        }
    }

    /// §3's "focus": speech about the focus, which a focus moved by an app may cut.
    package static let focusSpeech: Set<UtteranceClass> = [.userFocus, .appFocus, .update, .refresh, .summary, .echo, .hint]

    /// Speech about an app's screen that may follow from what the user has done in the app (N9). Updates know that by themselves (K5).
    package static let ofScreen: Set<UtteranceClass> = [.screen, .appFocus, .summary]

    /// Whether utterances of this class describe the focus. Only one such utterance waits (Q5).
    package var isFocus: Bool { self == .userFocus || self == .appFocus }

    /// Whether utterances of this class are spoken only while nothing else is spoken or waiting, so that they never wait.
    package var isOnlyWhenIdle: Bool { self == .refresh || self == .hint }

    /// The rule under which utterances of this class cut.
    var cuttingRule: Rule {
        switch self {
        case .user: .Q4
        case .high: .Q1
        case .appFocus: .Q7
        case .update: .H3
        case .echo: .K5
        default: .Q2
        }
    }
}
