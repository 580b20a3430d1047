package import Messages
package import Narration
package import SpeechQueue

/// The state with which the next process continues (docs/decisions/restart.md), or what has changed of it.
///
/// Of changes, the dictionaries and lists have only what has changed, and `missedOutcomes` and `sessions` are nil if they have not changed.
/// All other values are always present.
package struct Remembered: Sendable, Equatable {
    /// Whether this is the whole state, not only what has changed.
    package var isWhole = true
    /// Whether a request since the last call had a private text (D7).
    package var hasPrivateText = false
    package var clients: [ClientID: RememberedClient] = [:]
    /// The clients that have disconnected, as far as announcements of theirs may be left.
    package var departed: [ClientID: DepartedClient] = [:]
    /// The announcements without an outcome and their duplicates, oldest first.
    package var announcements: [RememberedAnnouncement] = []
    /// The announcements whose outcome was sent.
    package var finished: [UtteranceID] = []
    /// The outcomes kept for disconnected apps; nil: they have not changed.
    package var missedOutcomes: [RememberedOutcome]?
    /// The announcements that the user has missed, and how many of all of them the user has not been notified of (D6).
    package var missedAnnouncements: [MissedAnnouncement] = []
    package var unreported = 0
    package var screens: [ScreenID: RememberedScreen] = [:]
    /// The foreground clients, the latest last (N5), and whether the user has heard the focus.
    package var foregrounds: [ClientID] = []
    package var focusIsKnown = true
    /// The speech that the foreground client's screen still owes.
    package var owed = OwedSpeech()
    /// The media sessions; nil: they have not changed.
    package var sessions: RememberedSessions?
    /// The requests whose end a subscriber awaits, and the numbers of those that have settled.
    package var open: [UInt64: Cause] = [:]
    package var settled: Set<UInt64> = []
    /// The clock of the usual ages.
    package var ages = AgeClock()
    /// Since when speech has been paused.
    package var pausedSince: Instant?
    /// The settings that clients have changed since the configuration was read.
    package var settings: UserSettings?
    /// The last number given to an utterance or a request.
    package var number: UInt64 = 0

    package init() {}
}

/// A connection, and how its client introduced itself.
package struct RememberedClient: Sendable, Equatable {
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

/// An announcement without an outcome, or a duplicate of one (Q10).
package struct RememberedAnnouncement: Sendable, Equatable {
    package var utterance: Utterance
    /// The number of attempts, including the one in progress.
    package var attempts: Int
    package var isSpoken: Bool
    /// The announcement whose outcome a duplicate shares; nil: this one is no duplicate.
    package var original: UtteranceID?
    /// The text to report to a duplicate's client, if it differs from the original's.
    package var ownText: String?
    /// Why the announcement has left the queue, although its outcome still has to be sent.
    package var ending: FinishReason?

    package init(
        _ utterance: Utterance, attempts: Int = 0, isSpoken: Bool = false, original: UtteranceID? = nil, ownText: String? = nil,
        ending: FinishReason? = nil
    ) {
        self.utterance = utterance
        self.attempts = attempts
        self.isSpoken = isSpoken
        self.original = original
        self.ownText = ownText
        self.ending = ending
    }
}

/// An outcome kept for a disconnected app until a moment (D4).
package struct RememberedOutcome: Sendable, Equatable {
    /// Seconds for which outcomes are kept after the app's last disconnection.
    package static let patience = 60.0

    package var outcome: AnnouncementDidFinish
    package var app: String
    package var until: Instant

    package init(_ outcome: AnnouncementDidFinish, app: String, until: Instant) {
        self.outcome = outcome
        self.app = app
        self.until = until
    }
}
