package import Messages
package import SpeechQueue

/// An element, whether its id is made up, and whether it is a percentage that has lost the focus (U7).
package struct RememberedElement: Sendable, Equatable {
    package var element: Element
    package var isNameless: Bool
    package var hadFocus: Bool

    package init(_ element: Element, isNameless: Bool, hadFocus: Bool = false) {
        self.element = element
        self.isNameless = isNameless
        self.hadFocus = hadFocus
    }
}

/// A screen with which the next process continues, or what has changed of it.
package struct RememberedScreen: Sendable, Equatable {
    /// The clients that show the screen.
    package var clients: [ClientID] = []
    /// Whether ``elements`` are all of the screen's elements, not only those that have changed.
    package var isWhole = true
    package var elements: [String: RememberedElement] = [:]
    /// The ids of elements that have been removed.
    package var removed: Set<String> = []
    package var focus: String?
    package var page: String?
    /// Whether the app has shown no screen since its launch (Y1).
    package var isFirst: Bool

    package init(elements: [RememberedElement] = [], focus: String? = nil, page: String? = nil, isFirst: Bool) {
        for element in elements { self.elements[element.element.id] = element }
        self.focus = focus
        self.page = page
        self.isFirst = isFirst
    }
}

/// The speech that the foreground client's screen still owes.
package struct OwedSpeech: Sendable, Equatable {
    /// The screen's title and text.
    package var title: String?
    /// The id of the screen's summary.
    package var summary: String?
    /// Whether the focus's stored value has not been spoken (U1).
    package var owesValue: Bool
    /// Whether the last move of the focus was made by the user.
    package var wasMovedByUser: Bool

    package init(title: String? = nil, summary: String? = nil, owesValue: Bool = false, wasMovedByUser: Bool = false) {
        self.title = title
        self.summary = summary
        self.owesValue = owesValue
        self.wasMovedByUser = wasMovedByUser
    }
}

/// The media sessions.
package struct RememberedSessions: Sendable, Equatable {
    package var active: [RememberedSession]
    /// The owners whose sessions the user ended, which still may not begin another (M7).
    package var ended: [Ended]
    /// The end of the quiet after the last session, and the speech that the quiet lets through (M5).
    package var quietUntil: Instant?
    package var quietGate = Gate.open

    package init(_ active: [RememberedSession] = [], ended: [Ended] = []) {
        self.active = active
        self.ended = ended
    }

    /// An app, or a client without an app, that may not begin a session until this moment.
    package struct Ended: Sendable, Equatable {
        package var owner: String
        package var until: Instant

        package init(owner: String, until: Instant) {
            self.owner = owner
            self.until = until
        }
    }
}

/// An active media session.
package struct RememberedSession: Sendable, Equatable {
    package var client: ClientID
    package var session: MediaSession
    package var until: Instant
    /// The element whose activation started the session (M1).
    package var element: String?

    package init(client: ClientID, session: MediaSession, until: Instant, element: String?) {
        self.client = client
        self.session = session
        self.until = until
        self.element = element
    }
}
