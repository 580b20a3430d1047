package import Messages
package import Narration
package import SpeechQueue

// What a conductor must remember though its process ends, and how the next one goes on (docs/decisions/restart.md).

/// Something that has changed in what the next process has to know. All entries since the beginning, or ``Conductor/present()`` and all
/// after it, taken in order, are what ``Conductor/restore(_:connected:at:)`` goes on from.
package enum JournalEntry: Sendable, Equatable {
    /// A client has come, or has said something of itself.
    case client(JournaledClient)
    case left(DepartedClient)
    /// An announcement is in the queue; it was begun so many times.
    case posted(Utterance, attempts: Int)
    /// One that shares the outcome of another (Q10).
    case merged(JournaledRepeat)
    /// A repeat has changed how the one it repeats behaves in the queue.
    case lifted(UtteranceID, UtteranceStanding)
    /// It is the one that is spoken, or is about to be.
    case begun(UtteranceID)
    /// It is spoken no more, and waits again.
    case cut(UtteranceID)
    /// Its outcome is decided.
    case ended(UtteranceID)
    /// An outcome is kept for an app that has gone (D4), so long.
    case missed(AnnouncementDidFinish, app: String, until: Instant)
    /// An app has come back as this client, and was told what it had missed.
    case collected(app: String, by: ClientID)
    /// Speech pauses since then; nil: it goes on.
    case paused(since: Instant?)
    /// How all are spoken to, where that was changed since the configuration was read; nil: as the configuration says.
    case settings(SpeechAttributes?)
    /// A client's screen has changed.
    case screen(ClientID, ScreenEntry)
    /// The clients that were in the foreground, the latest last (N5), and whether the user knows the focus.
    case foreground([ClientID], isTold: Bool)
    /// The media sessions that are on.
    case sessions([RememberedSession])
    /// Speech may come of a request, and somebody waits for its end; and nothing more comes of it.
    case opened(Cause)
    case settled(UInt64)
    /// The number that an utterance or a request was given last.
    case numbered(UInt64)
}

/// A connection, and what its client has said of itself.
package struct JournaledClient: Sendable, Equatable {
    package var id: ClientID
    /// The name that its connection was given.
    package var name: String
    package var hello: Hello
    package var subscription: Set<SubscribedEvent>
    package var saysNoMore: Bool

    package init(
        id: ClientID, name: String, hello: Hello = Hello(), subscription: Set<SubscribedEvent> = [], saysNoMore: Bool = false
    ) {
        self.id = id
        self.name = name
        self.hello = hello
        self.subscription = subscription
        self.saysNoMore = saysNoMore
    }
}

/// A client that has gone while something of it may not have ended.
package struct DepartedClient: Sendable, Equatable {
    package var id: ClientID
    /// What others saw it by.
    package var name: String
    /// Who may come back for its outcomes (D4); nil: nobody.
    package var app: String?
    package var at: Instant
    /// Who has come back since.
    package var heir: ClientID?

    package init(id: ClientID, name: String, app: String?, at: Instant, heir: ClientID? = nil) {
        self.id = id
        self.name = name
        self.app = app
        self.at = at
        self.heir = heir
    }
}

/// A repeat that waits for the first one's outcome: what is owed of it.
package struct JournaledRepeat: Sendable, Equatable {
    package var id: UtteranceID
    package var client: ClientID
    package var name: String
    package var `class`: UtteranceClass
    package var posted: Instant
    /// What its client is told it said, where that is not what the first one's client is told.
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

/// What a repeat changes in the one it repeats (Q10), and a client's going in what is spoken (Q12).
package struct UtteranceStanding: Sendable, Equatable {
    package var `class`: UtteranceClass
    package var deadline: Instant?
    package var waits: Bool
    package var media: MediaPermission
    package var posted: Instant
    package var isKept: Bool

    package init(class: UtteranceClass, deadline: Instant?, waits: Bool, media: MediaPermission, posted: Instant, isKept: Bool) {
        self.class = `class`
        self.deadline = deadline
        self.waits = waits
        self.media = media
        self.posted = posted
        self.isKept = isKept
    }

    init(of utterance: Utterance) {
        self.init(
            class: utterance.class, deadline: utterance.deadline, waits: utterance.waits, media: utterance.media, posted: utterance.posted,
            isKept: utterance.isKept)
    }
}
