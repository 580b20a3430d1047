/// A text that an app wants spoken: UIAccessibility's announcement notification.
package struct Announcement: Sendable, Equatable {
    /// The text, in one or more runs, each with its own attributes.
    package var runs: [SpeechRun]
    package var priority: Priority
    /// Whether it waits for the utterance in progress (Q3).
    package var queue: Bool
    package var group: String?
    package var supersede: Supersede
    /// Seconds after which it is no longer started (Q13).
    package var maxAge: Double?
    /// Whether a low announcement that was cut is spoken again (Q6).
    package var retain: Bool
    /// Whether, whatever cuts it, it is spoken again from the sentence that was cut, like a screen reader's text (Q6).
    package var continues: Bool
    /// Whether it is spoken even in a recording session (M3).
    package var force: Bool
    /// Whether it is spoken even if it repeats a recent text (Q10).
    package var allowRepeat: Bool
    /// Whether some of the runs come from markup. If so, run numbers do not match those the client sent.
    package var isFromMarkup = false
    /// Whether a screen reader speaks here, not an app. Such an announcement remains a default even with `queue` (Q3), is spoken again
    /// after a cut (Q6), is heard during play sessions like the user's own focus (M3), and gets no name prefix (N5).
    package var isFromScreenReader = false
    /// The names of the announcements that it replaces (Q9), the one being spoken last. If it is refused or muted, it replaces none.
    package var replaces: [String] = []
    /// Whether it is counted if it is missed (D6): not if its program keeps account itself, as speech-dispatcher's clients do.
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
        /// The waiting ones.
        case pending
        /// The waiting ones and the one being spoken.
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
