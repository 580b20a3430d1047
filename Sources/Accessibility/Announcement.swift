/// What an app wants said, as UIAccessibility's announcement notification.
package struct Announcement: Sendable, Equatable {
    /// The text, in one run or several with attributes of their own.
    package var runs: [SpeechRun]
    package var priority: Priority
    /// Whether it waits for what is spoken now (Q3).
    package var queue: Bool
    package var group: String?
    package var supersede: Supersede
    /// Seconds after which it is no longer spoken (Q13).
    package var maxAge: Double?
    /// Whether a low announcement that was cut is spoken again (Q6).
    package var retain: Bool
    /// Whether it is spoken even in a recording session (M3).
    package var force: Bool
    /// Whether the same text is spoken again at once (Q10).
    package var allowRepeat: Bool
    /// Whether markup was taken apart into some of the runs: then they are not the client's own, one by one.
    package var isFromMarkup = false
    /// Whether it is what a screen reader says, and not an app: told to wait (Q3) it stays a default, and a default that is cut is spoken
    /// again (Q6); it is heard while something plays, as the user's own focus is (M3); nobody's name is put before it (N5).
    package var isFromScreenReader = false

    package init(
        runs: [SpeechRun], priority: Priority = .default, queue: Bool = false, group: String? = nil, supersede: Supersede = .none,
        maxAge: Double? = nil, retain: Bool = true, force: Bool = false, allowRepeat: Bool = false
    ) {
        self.runs = runs
        self.priority = priority
        self.queue = queue
        self.group = group
        self.supersede = supersede
        self.maxAge = maxAge
        self.retain = retain
        self.force = force
        self.allowRepeat = allowRepeat
    }

    /// The whole text, of all runs.
    package var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined(separator: " ") }

    /// UIAccessibilityPriority.
    package enum Priority: String, Sendable, CaseIterable { case low, `default`, high }

    /// Which utterances of the same group a new one replaces (Q9).
    package enum Supersede: String, Sendable, CaseIterable {
        case none
        /// Those that wait.
        case pending
        /// Those that wait and the one that is spoken.
        case current
    }
}

extension Announcement.Priority {
    /// The priority of a word of UIAccessibility, of the web (live regions) or of Android (Q15).
    package init?(word: String) {
        switch word {
        case "polite": self = .low
        case "assertive": self = .default
        default: self.init(rawValue: word)
        }
    }

    /// Every word that ``init(word:)`` understands.
    package static let words = ["low", "default", "high", "polite", "assertive"]
}
