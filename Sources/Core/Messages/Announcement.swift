package import JSONLines

/// A text that an app wants spoken: UIAccessibility's announcement notification.
///
///     Announcement("Disk full", priority: .high)
///     Announcement(runs: [SpeechRun(text: "The German for butterfly is"), SpeechRun(text: "Schmetterling", attributes: german)])
public struct Announcement: Sendable, Equatable {
    /// The text, in one or more runs, each with its own attributes.
    public var runs: [SpeechRun]
    /// How the text is written. Always ``Format/text`` once a door has read it.
    public var format: Format
    /// Whether blocks of code in Markdown are read; otherwise, the number of their lines is spoken (T22).
    public var readsCode: Bool
    /// How urgent the announcement is.
    public var priority: Priority
    /// Whether the announcement waits for the utterance in progress (Q3).
    public var queue: Bool
    /// A name for related announcements of the same app; nil: none.
    public var group: String?
    /// Which announcements of its group this announcement replaces.
    public var supersede: Supersede
    /// Seconds after which the announcement no longer begins (Q13).
    public var maxAge: Double?
    /// Whether a low announcement that was cut is spoken again (Q6).
    public var retain: Bool
    /// Whether the announcement, after any cut, is spoken again from the sentence that was cut, like a screen reader's text (Q6).
    public var continues: Bool
    /// Whether the announcement is spoken even in a recording session (M3).
    public var force: Bool
    /// Whether the announcement is spoken even if it is a duplicate of a recent text (Q10).
    public var allowRepeat: Bool
    /// Whether the text is only spoken, and stored and shown nowhere (D7).
    public var isPrivate: Bool
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
    public var countsAsMissed: Bool

    /// Creates an announcement of one or more runs.
    public init(
        runs: [SpeechRun], format: Format = .text, readsCode: Bool = false, priority: Priority = .default, queue: Bool = false,
        group: String? = nil, supersede: Supersede = .none,
        maxAge: Double? = nil, retain: Bool = true, continues: Bool = false, force: Bool = false, allowRepeat: Bool = false,
        countsAsMissed: Bool = true, isPrivate: Bool = false
    ) {
        self.runs = runs
        self.format = format
        self.readsCode = readsCode
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
        self.isPrivate = isPrivate
    }

    /// Creates an announcement with a single manner of speaking.
    public init(
        _ text: String, _ attributes: SpeechAttributes = SpeechAttributes(), format: Format = .text, priority: Priority = .default,
        queue: Bool = false,
        group: String? = nil, supersede: Supersede = .none, maxAge: Double? = nil, countsAsMissed: Bool = true, isPrivate: Bool = false
    ) {
        self.init(
            runs: [SpeechRun(text: text, attributes: attributes)], format: format, priority: priority, queue: queue, group: group,
            supersede: supersede,
            maxAge: maxAge, countsAsMissed: countsAsMissed, isPrivate: isPrivate)
    }

    /// What is shown in place of a private text (D7).
    package static let privateText = "[private]"

    /// The texts of all runs.
    public var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined(separator: " ") }

    /// How a text is written.
    public enum Format: String, Sendable, CaseIterable {
        /// Without markup.
        case text
        /// CommonMark with GitHub's tables, task lists and strikethrough (T22).
        case markdown
    }

    /// UIAccessibilityPriority.
    public enum Priority: String, Sendable, CaseIterable {
        /// Waits for current speech, and is spoken again from its start if it was cut.
        case low
        /// Cuts current speech, and can be cut.
        case `default`
        /// Cuts current speech, and only the user can cut it.
        case high
    }

    /// Which utterances of the same group a new announcement replaces (Q9).
    public enum Supersede: String, Sendable, CaseIterable {
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

extension Announcement: JSONFields {
    package static var blank: Announcement { Announcement(runs: []) }
    /// The maximum number of an announcement's runs.
    package static let mostRuns = 1024

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try passRuns(&fields)
        try fields.word("format", &format, default: .text)
        try fields.field("code", &readsCode, default: false)
        if fields.isReading, readsCode, format != .markdown {
            fields.warn("code", "has a meaning only with format markdown; ignored", .ignored)
        }
        try passPriority(&fields)
        try fields.field("queue", &queue, default: false)
        try fields.name("group", &group)
        try fields.word("supersede", &supersede, default: .none)
        try fields.seconds("maxAge", &maxAge)
        try fields.field("retain", &retain, default: true)
        try fields.field("continues", &continues, default: false)
        try fields.field("force", &force, default: false)
        try fields.field("allowRepeat", &allowRepeat, default: false)
        try fields.field("countMissed", &countsAsMissed, default: true)
        try fields.field("private", &isPrivate, default: false)
    }

    /// Passes the runs: one plain run as `text` with its attributes and context, others in `runs`, whose attributes and contexts have
    /// precedence over the announcement's.
    private mutating func passRuns(_ fields: inout FieldPass) throws(JSONLineError) {
        let only = runs.count == 1 && !runs[0].isSSML && runs[0].ipa == nil && runs[0].icon == nil ? runs[0] : nil
        var text = only?.text
        var several = only == nil ? runs : nil
        var attributes = only?.attributes ?? SpeechAttributes()
        var context = only?.context
        try fields.text("text", &text)
        try fields.objects("runs", &several)
        try attributes.pass(&fields)
        try fields.word("context", &context)
        guard fields.isReading else { return }
        switch (text, several) {
        case (let text?, nil): runs = [SpeechRun(text: text, attributes: attributes, context: context)]
        case (nil, let several?):
            if several.isEmpty { throw fields.invalid("runs", "is empty; expected at least one run") }
            if several.count > Self.mostRuns {
                throw fields.invalid("runs", "has \(several.count) runs; expected at most \(Self.mostRuns)")
            }
            runs = several
            for index in runs.indices {
                runs[index].attributes = runs[index].attributes.over(attributes)
                runs[index].context = runs[index].context ?? context
                if let problem = runs[index].removeUnusableIPA() { fields.warn("runs[\(index)].ipa", problem) }
            }
        case (nil, nil): throw fields.missing("text", "a string, or an array in runs")
        case (_?, _?): throw fields.excluded("runs", by: "text")
        }
    }

    /// Passes the priority (Q15).
    private mutating func passPriority(_ fields: inout FieldPass) throws(JSONLineError) {
        var word = priority.rawValue
        try fields.field("priority", &word, default: Priority.default.rawValue)
        guard let known = Priority(word: word) else { throw fields.unknown(word, of: "priority", known: Priority.words) }
        priority = known
    }
}
