import Messages

/// What an app wants said: UIAccessibility's announcement, with its priority and what else decides when it is heard.
///
///     AccessibilityAnnouncement("Disk full", priority: .high)
///     AccessibilityAnnouncement(runs: [.init("The German for butterfly is"), .init("Schmetterling", .init(language: "de"))])
public struct AccessibilityAnnouncement: Sendable, Equatable {
    /// UIAccessibilityPriority.
    public enum Priority: String, Sendable, CaseIterable {
        /// After what is spoken; spoken again from its start if it was cut.
        case low
        /// Cuts what is spoken, and can be cut.
        case `default`
        /// Cuts what is spoken, and is cut by nobody but the user.
        case high
    }

    /// Which announcements of the same group a new one replaces.
    public enum Supersede: String, Sendable, CaseIterable {
        case none
        /// Those that wait.
        case pending
        /// Those that wait and the one that is spoken.
        case current
    }

    public var runs: [AccessibilitySpeechRun]
    public var priority: Priority
    /// Whether it waits for what is spoken now: UIAccessibilitySpeechAttributeQueueAnnouncement.
    public var queue: Bool
    /// A name for announcements of the same app that belong together.
    public var group: String?
    public var supersede: Supersede
    /// After how long it is no longer begun; nil: 10 s for a low, else never.
    public var maxAge: Duration?
    /// Whether a low that was cut is spoken again.
    public var retain: Bool
    /// Whether it is spoken in every media session, into a recording too.
    public var force: Bool
    /// Whether the same text is spoken again while it waits or is spoken already.
    public var allowRepeat: Bool

    public init(
        runs: [AccessibilitySpeechRun], priority: Priority = .default, queue: Bool = false, group: String? = nil,
        supersede: Supersede = .none,
        maxAge: Duration? = nil, retain: Bool = true, force: Bool = false, allowRepeat: Bool = false
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

    /// A text in one manner of speaking.
    public init(
        _ text: String, _ attributes: AccessibilitySpeechAttributes = AccessibilitySpeechAttributes(), priority: Priority = .default,
        queue: Bool = false,
        group: String? = nil, supersede: Supersede = .none, maxAge: Duration? = nil
    ) {
        self.init(
            runs: [AccessibilitySpeechRun(text, attributes)], priority: priority, queue: queue, group: group, supersede: supersede,
            maxAge: maxAge)
    }

    var announcement: Announcement {
        Announcement(
            runs: runs.map { SpeechRun(text: $0.text, attributes: $0.attributes.attributes, isSSML: $0.isSSML, ipa: $0.ipaNotation) },
            priority: Announcement.Priority(rawValue: priority.rawValue) ?? .default, queue: queue, group: group,
            supersede: Announcement.Supersede(rawValue: supersede.rawValue) ?? .none, maxAge: maxAge?.inSeconds,
            retain: retain, force: force, allowRepeat: allowRepeat)
    }
}

extension Duration {
    var inSeconds: Double { self / .seconds(1) }
}
