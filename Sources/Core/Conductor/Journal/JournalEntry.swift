package import Messages
package import Narration
package import SpeechQueue

// The state that outlives a conductor's process, and how the next one continues from it (docs/decisions/restart.md).

/// A change of the state that the next process needs. ``Conductor/restore(_:connected:at:)`` reads all entries since the beginning, or
/// ``Conductor/present()`` and all entries after it, in order. Large values are indirect, because entries are moved often.
package enum JournalEntry: Sendable, Equatable {
    /// A client has connected, or has introduced itself.
    indirect case client(JournaledClient)
    indirect case left(DepartedClient)
    /// An announcement is in the queue, after this many attempts.
    indirect case posted(Utterance, attempts: Int)
    /// A duplicate shares the outcome of another announcement, the original (Q10).
    indirect case merged(JournaledRepeat)
    /// A duplicate has changed how the original behaves in the queue.
    case lifted(UtteranceID, UtteranceStanding)
    /// The announcement's age is suspended during its client's pause, or continues after it.
    case aged(UtteranceID, UtteranceAge)
    /// The announcement is being spoken, or is about to be.
    case begun(UtteranceID)
    /// The announcement was cut, and waits again.
    case cut(UtteranceID)
    /// The announcements have left the queue, for this reason. Their outcomes still have to be sent.
    case ending([UtteranceID], FinishReason)
    /// The announcement's outcome was sent.
    case ended(UtteranceID)
    /// The user missed an announcement (D6).
    case missedAnnouncement(MissedAnnouncement)
    /// How many missed announcements the user has not been notified of.
    case unreported(Int)
    /// An outcome is kept for a disconnected app until this moment (D4).
    indirect case missedOutcome(AnnouncementDidFinish, app: String, until: Instant)
    /// An app has reconnected as this client, and received the outcomes that it had missed.
    case collected(app: String, by: ClientID)
    /// The clock of the usual ages has stopped, or continues.
    case ages(AgeClock)
    /// Speech has been paused since this moment; nil: it has resumed.
    case paused(since: Instant?)
    /// The settings changed since the configuration was read; nil: none.
    indirect case settings(UserSettings?)
    /// A client's screen has changed. A whole screen is the client's alone.
    indirect case screen(ClientID, ScreenEntry)
    /// A client shows the same screen as another.
    case shares(ClientID, with: ClientID)
    /// The foreground clients, the latest last (N5), and whether the user has heard the focus.
    case foreground([ClientID], focusIsKnown: Bool)
    /// The speech that the foreground client's screen still owes.
    indirect case owed(OwedSpeech)
    /// The current media sessions.
    case sessions(RememberedSessions)
    /// A request is open and a subscriber awaits its end. `settled` is that end.
    case opened(Cause)
    case settled(UInt64)
    /// The last number given to an utterance or a request.
    case numbered(UInt64)
}

/// A connection, and how its client introduced itself.
package struct JournaledClient: Sendable, Equatable {
    package var id: ClientID
    /// The connection's own name.
    package var name: String
    package var hello: Hello
    package var subscription: Set<SubscribedEvent>
    package var hasClosedInput: Bool

    package init(
        id: ClientID, name: String, hello: Hello = Hello(), subscription: Set<SubscribedEvent> = [], hasClosedInput: Bool = false
    ) {
        self.id = id
        self.name = name
        self.hello = hello
        self.subscription = subscription
        self.hasClosedInput = hasClosedInput
    }
}

/// A disconnected client that may have unfinished announcements.
package struct DepartedClient: Sendable, Equatable {
    package var id: ClientID
    /// The name shown to others.
    package var name: String
    /// The app that may reconnect to receive its outcomes (D4); nil: none.
    package var app: String?
    package var at: Instant
    /// The client that has reconnected as this app.
    package var heir: ClientID?

    package init(id: ClientID, name: String, app: String?, at: Instant, heir: ClientID? = nil) {
        self.id = id
        self.name = name
        self.app = app
        self.at = at
        self.heir = heir
    }
}

/// A duplicate that awaits the original's outcome.
package struct JournaledRepeat: Sendable, Equatable {
    package var id: UtteranceID
    package var client: ClientID
    package var name: String
    package var `class`: UtteranceClass
    package var posted: Instant
    /// The text to report to its client, if it differs from the original's.
    package var text: String?
    package var first: UtteranceID

    package init(
        id: UtteranceID, client: ClientID, name: String, class: UtteranceClass, posted: Instant, text: String?, first: UtteranceID
    ) {
        self.id = id
        self.client = client
        self.name = name
        self.class = `class`
        self.posted = posted
        self.text = text
        self.first = first
    }
}

/// The properties that a duplicate changes in the original (Q10), and that a disconnection changes in the utterance in progress (Q12).
package struct UtteranceStanding: Sendable, Equatable {
    package var `class`: UtteranceClass
    package var deadline: Instant?
    package var waits: Bool
    package var media: MediaPermission
    package var posted: Instant
    package var isKept: Bool
    package var cutsOtherApps: Bool

    package init(
        class: UtteranceClass, deadline: Instant?, waits: Bool, media: MediaPermission, posted: Instant, isKept: Bool, cutsOtherApps: Bool
    ) {
        self.class = `class`
        self.deadline = deadline
        self.waits = waits
        self.media = media
        self.posted = posted
        self.isKept = isKept
        self.cutsOtherApps = cutsOtherApps
    }

    init(of utterance: Utterance) {
        self.init(
            class: utterance.class, deadline: utterance.deadline, waits: utterance.waits, media: utterance.media, posted: utterance.posted,
            isKept: utterance.isKept, cutsOtherApps: utterance.cutsOtherApps)
    }
}

/// The age after which an announcement expires (Q13).
package struct UtteranceAge: Sendable, Equatable {
    /// When the age ends; a usual age ends on the clock of the usual ages.
    package var deadline: Instant?
    /// Whether it is the usual age of a low, toward which held time does not count.
    package var isUsual: Bool
    /// The remaining age while it is suspended, in seconds.
    package var left: Double?

    package init(deadline: Instant?, isUsual: Bool, left: Double?) {
        self.deadline = deadline
        self.isUsual = isUsual
        self.left = left
    }

    init(of utterance: Utterance) { self.init(deadline: utterance.deadline, isUsual: utterance.hasUsualAge, left: utterance.ageLeft) }
}
