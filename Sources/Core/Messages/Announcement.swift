/// A text that an app wants spoken: UIAccessibility's announcement notification.
package struct Announcement: Sendable, Equatable {
    /// The text, in one or more runs, each with its own attributes.
    package var runs: [SpeechRun]
    package var priority: Priority
    /// Whether the announcement waits for the utterance in progress (Q3).
    package var queue: Bool
    package var group: String?
    package var supersede: Supersede
    /// Seconds after which the announcement no longer begins (Q13).
    package var maxAge: Double?
    /// Whether a low announcement that was cut is spoken again (Q6).
    package var retain: Bool
    /// Whether the announcement, after any cut, is spoken again from the sentence that was cut, like a screen reader's text (Q6).
    package var continues: Bool
    /// Whether the announcement is spoken even in a recording session (M3).
    package var force: Bool
    /// Whether the announcement is spoken even if it is a duplicate of a recent text (Q10).
    package var allowRepeat: Bool
    /// Whether some of the runs come from markup. If so, run numbers do not match those the client sent.
    package var isFromMarkup = false
    /// Whether the announcement comes from a screen reader, not from an app. Such an announcement remains a default even with `queue` (Q3),
    /// is spoken again after a cut (Q6), is heard during play sessions like the user's own focus (M3), and gets no name prefix (N5).
    package var isFromScreenReader = false
    /// The names of the announcements that this one replaces (Q9); the announcement being spoken comes last. If this announcement is
    /// refused or muted, it replaces none.
    package var replaces: [String] = []
    /// Whether the announcement counts as missed if the user misses it (D6). False if its program keeps account itself, as
    /// speech-dispatcher's clients do.
    package var countsAsMissed: Bool

    package init(
        runs: [SpeechRun], priority: Priority = .default, queue: Bool = false, group: String? = nil, supersede: Supersede = .none,
        maxAge: Double? = nil, retain: Bool = true, continues: Bool = false, force: Bool = false, allowRepeat: Bool = false,
        countsAsMissed: Bool = true
    ) {
        self.runs = runs
        self.priority = priority
        self.queue = queue
        self.group = group
        self.supersede = supersede
        self.maxAge = maxAge
        self.retain = retain
        self.continues = continues
        self.force = force
        self.allowRepeat = allowRepeat
        self.countsAsMissed = countsAsMissed
    }

    package var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined(separator: " ") }

    /// UIAccessibilityPriority.
    package enum Priority: String, Sendable, CaseIterable { case low, `default`, high }

    /// Which utterances of the same group a new announcement replaces (Q9).
    package enum Supersede: String, Sendable, CaseIterable {
        case none
        /// The waiting utterances.
        case pending
        /// The waiting utterances and the utterance being spoken.
        case current
    }
}

extension Announcement.Priority {
    /// Creates a priority from a word of UIAccessibility, of the web's live regions, or of Android (Q15).
    package init?(word: String) {
        switch word {
        case "polite": self = .low
        case "assertive": self = .default
        default: self.init(rawValue: word)
        }
    }

    /// All words that ``init(word:)`` accepts.
    package static let words = ["low", "default", "high", "polite", "assertive"]
}
