package import JSONLines

/// A client's request to the daemon.
package enum Request: Sendable, Equatable {
    case hello(Hello)
    case announcement(Announcement)
    case notification(Notification)
    case mediaSession(MediaSessionRequest)
    /// Speaks the last `count` utterances again, in the same order.
    case `repeat`(count: Int)
    /// Describes the focus; `isFull`: with its details and the names of its actions, regardless of the verbosity (E14).
    case `where`(isFull: Bool = false)
    /// Speaks the details of the focus (E14).
    case details
    /// Returns up to `limit` past utterances, the newest last.
    case history(limit: Int)
    /// Explains why an utterance was spoken, kept waiting or dropped; nil: the last utterance from which nothing was heard.
    case explain(target: String?)
    /// Returns the missed announcements (D6), the newest first, or reads them aloud.
    case missed(speaks: Bool)
    /// Ends all utterances, spoken and waiting, on the user's behalf (Q4).
    case stop
    /// Ends only the utterance in progress (Q4).
    case skip
    /// Speaks from another sentence or paragraph, on the user's behalf (Q20).
    case step(ReadingStep)
    case cancel(CancelTarget)
    case pause
    case resume
    case ping
    case status
    /// Returns all voices, the voices of one language, or the voice that a word means.
    case voices(language: String?, voice: String? = nil)
    /// Sets or moves the non-nil settings for all clients until the configuration is reloaded or the daemon ends. Returns all settings then
    /// in force.
    case settings(UserSettings, adjust: SettingsAdjustment = SettingsAdjustment())
    /// Subscribes to events of all clients; an empty set unsubscribes.
    case subscribe(Set<SubscribedEvent>)
}

/// A step to another sentence or paragraph of a text (Q20).
public struct ReadingStep: Sendable, Hashable {
    /// Where a step goes.
    public enum Direction: String, Sendable, CaseIterable {
        /// To the next unit. After the last sentence, the utterance is skipped.
        case next
        /// To the previous unit, or to the beginning of the text.
        case previous
        /// To the beginning of the current unit.
        case again
    }
    /// The size of a step.
    public enum Unit: String, Sendable, CaseIterable {
        /// A sentence.
        case sentence
        /// A paragraph; blank lines separate paragraphs.
        case paragraph
    }

    /// Where the step goes.
    public var direction: Direction
    /// The size of the step.
    public var unit: Unit

    /// Creates a step.
    public init(_ direction: Direction, by unit: Unit = .sentence) {
        self.direction = direction
        self.unit = unit
    }
}

/// A client's introduction of itself.
public struct Hello: Sendable, Equatable {
    /// A stable name, such as `org.example.mail`; nil if the client has none.
    public var app: String?
    /// The display name; nil if the client has none.
    public var name: String?
    /// A language tag for announcements that specify neither language nor voice; nil means the user's language.
    public var language: String?
    /// Whether the app was just launched (Y1).
    public var launch: Bool
    /// The fate of the client's waiting announcements when it disconnects (Q12).
    public var onDisconnect: OnDisconnect
    /// The replies that the client receives.
    public var replies: Replies
    /// Whether the client receives `progress` events (D5).
    public var progress: Bool
    /// How the app is operated, for hints (H4); nil: as the user has set.
    public var gestures: Gestures?
    /// The line in `status` of a service client; nil for other clients. A service client does not keep an idle daemon running.
    public var note: String?

    /// Creates an introduction.
    public init(
        app: String? = nil, name: String? = nil, language: String? = nil, launch: Bool = true, onDisconnect: OnDisconnect = .keep,
        replies: Replies = .all, progress: Bool = false, gestures: Gestures? = nil, note: String? = nil
    ) {
        self.app = app
        self.name = name
        self.language = language
        self.launch = launch
        self.onDisconnect = onDisconnect
        self.replies = replies
        self.progress = progress
        self.gestures = gestures
        self.note = note
    }

    /// The fate of a client's waiting announcements when it disconnects (Q12).
    public enum OnDisconnect: String, Sendable, CaseIterable {
        /// The announcements are still spoken.
        case keep
        /// The announcements finish with the reason `disconnected`. An announcement in progress continues.
        case cancel
    }
    /// The replies that a client receives.
    public enum Replies: String, Sendable, CaseIterable {
        /// Replies, errors, outcomes, and messages about the focus, pages, media sessions and oddities.
        case all
        /// Errors and outcomes, but no replies, and so no results of queries.
        case errors
        /// No replies, errors or outcomes, for a client that does not read.
        case none
    }
}

/// The announcements that `cancel` refers to (Q18).
package enum CancelTarget: Sendable, Equatable {
    case id(String)
    case group(String)
}

/// A request as other clients may see it: without text typed in secure text fields (K3).
package indirect enum ReceivedRequest: Sendable, Equatable {
    /// The request, with the id that its client gave it.
    case request(Request, id: String?)
    case disconnect
}

/// The events that clients can subscribe to. Traces omit three of them, because they follow from the rest: `received` and `posted` (from
/// the input) and `settled`.
public enum SubscribedEvent: String, Sendable, CaseIterable {
    /// A client has sent a request, or has disconnected.
    case received
    /// An utterance was posted, by a client or by the daemon on its behalf.
    case posted
    /// All speech that a request caused has finished.
    case settled
    /// The utterance's first sound was passed to the device.
    case started
    /// The utterance finished, with a reason.
    case finished
    /// The utterance was silenced for another one.
    case cut
    /// A media session holds the utterance.
    case held
    /// The utterance was merged with another one with the same text.
    case refused
    /// Nothing is spoken for a notification.
    case silent
    /// A sound with a meaning was played.
    case earcon
    /// The focus moved.
    case focus
    /// A media session began, was extended or ended.
    case mediaSession
}

extension Hello: JSONFields {
    package static var blank: Hello { Hello() }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.name("app", &app)
        try fields.name("name", &name)
        try fields.name("language", &language)
        try fields.field("launch", &launch, default: true)
        try fields.word("onDisconnect", &onDisconnect, default: .keep)
        try fields.word("replies", &replies, default: .all)
        try fields.field("progress", &progress, default: false)
        try fields.word("gestures", &gestures)
        try fields.name("note", &note)
    }
}

extension ReadingStep: JSONFields {
    package static var blank: ReadingStep { ReadingStep(.next) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("to", &direction, expected: "next, previous or again")
        try fields.word("unit", &unit, default: .sentence)
    }
}

extension CancelTarget: JSONFields {
    package static var blank: CancelTarget { .id("") }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        var target: String? = if case .id(let id) = self, !fields.isReading { id } else { nil }
        var group: String? = if case .group(let name) = self { name } else { nil }
        try fields.name("target", &target, longest: Request.longestID)
        try fields.name("group", &group)
        switch (target, group) {
        case (let target?, nil): self = .id(target)
        case (nil, let group?): self = .group(group)
        case (nil, nil): throw fields.missing("target", "an announcement's id, or a group in group")
        case (_?, _?): throw fields.excluded("group", by: "target")
        }
    }
}
