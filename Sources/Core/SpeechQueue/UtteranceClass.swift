// SpeechQueue decides which utterance is spoken now: the utterances, the table of which class cuts which (docs/RULES.md §2), and the queue
// that applies it. It is a value without I/O, clock or threads; each call receives the time.

/// The origin of an utterance. Waiting utterances are spoken in the order of these cases.
package enum UtteranceClass: Int, Sendable, CaseIterable {
    case user, high, userFocus, `default`, screen, appFocus, low, update, refresh, summary, echo, hint

    /// The class's name in docs/RULES.md §2 and in traces.
    package var name: String { Self.names[rawValue] }
    /// Made once, because each event has such a name.
    private static let names = allCases.map { "\($0)" }

    package init?(named name: String) {
        guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// Returns whether a new utterance of this class cuts one of class `speaking`.
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

    /// Whether it describes the focus; only one such utterance waits (Q5).
    package var isFocus: Bool { self == .userFocus || self == .appFocus }

    /// Whether it is spoken only while nothing else is spoken or waiting, so that it never waits.
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
