import Messages

/// An announcement as in UIAccessibility, with its priority and the other properties that decide when it is heard.
///
///     AccessibilityAnnouncement("Disk full", priority: .high)
///     AccessibilityAnnouncement(runs: [.init("The German for butterfly is"), .init("Schmetterling", .init(language: "de"))])
public struct AccessibilityAnnouncement: Sendable, Equatable {
    /// UIAccessibilityPriority.
    public enum Priority: String, Sendable, CaseIterable {
        /// Waits for current speech, and is spoken again from its start if it was cut.
        case low
        /// Cuts current speech, and can be cut.
        case `default`
        /// Cuts current speech, and only the user can cut it.
        case high
    }

    /// Which announcements of the same group a new one replaces.
    public enum Supersede: String, Sendable, CaseIterable {
        case none
        /// The announcements that are waiting.
        case pending
        /// The announcements that are waiting, and the announcement being spoken.
        case current
    }

    /// The text, in parts that may each have their own manner of speaking.
    public var runs: [AccessibilitySpeechRun]
    /// How urgent the announcement is.
    public var priority: Priority
    /// Whether the announcement waits for current speech: UIAccessibilitySpeechAttributeQueueAnnouncement.
    public var queue: Bool
    /// A name for related announcements of the same app.
    public var group: String?
    /// Which announcements of its group this announcement replaces.
    public var supersede: Supersede
    /// The age after which the announcement does not begin any more; nil: 10 s for low priority, otherwise unlimited.
    public var maxAge: Duration?
    /// Whether the announcement is spoken again after it was cut; only for low priority.
    public var retain: Bool
    /// Whether the announcement is spoken in every media session, even during a recording.
    public var force: Bool
    /// Whether the announcement is spoken even if the same text is already waiting or being spoken.
    public var allowRepeat: Bool
    /// Whether the announcement counts as missed if its turn never comes. False for an app that shows it elsewhere.
    public var countMissed: Bool

    /// Creates an announcement of several parts.
    public init(
        runs: [AccessibilitySpeechRun], priority: Priority = .default, queue: Bool = false, group: String? = nil,
        supersede: Supersede = .none,
        maxAge: Duration? = nil, retain: Bool = true, force: Bool = false, allowRepeat: Bool = false, countMissed: Bool = true
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
        self.countMissed = countMissed
    }

    /// Creates an announcement with a single manner of speaking.
    public init(
        _ text: String, _ attributes: AccessibilitySpeechAttributes = AccessibilitySpeechAttributes(), priority: Priority = .default,
        queue: Bool = false,
        group: String? = nil, supersede: Supersede = .none, maxAge: Duration? = nil, countMissed: Bool = true
    ) {
        self.init(
            runs: [AccessibilitySpeechRun(text, attributes)], priority: priority, queue: queue, group: group, supersede: supersede,
            maxAge: maxAge, countMissed: countMissed)
    }

    var announcement: Announcement {
        Announcement(
            runs: runs.map { SpeechRun(text: $0.text, attributes: $0.attributes.attributes, isSSML: $0.isSSML, ipa: $0.ipaNotation) },
            priority: Announcement.Priority(rawValue: priority.rawValue) ?? .default, queue: queue, group: group,
            supersede: Announcement.Supersede(rawValue: supersede.rawValue) ?? .none, maxAge: maxAge?.inSeconds,
            retain: retain, force: force, allowRepeat: allowRepeat, countsAsMissed: countMissed)
    }
}

extension Duration {
    var inSeconds: Double { self / .seconds(1) }
}
