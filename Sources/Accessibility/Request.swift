/// What a client asks of the daemon.
package enum Request: Sendable, Equatable {
    case hello(Hello)
    case announcement(Announcement)
    case notification(Notification)
    case mediaSession(MediaSessionRequest)
    /// Says again what was spoken last: so many utterances, in their order.
    case `repeat`(count: Int)
    /// Describes the focus.
    case `where`
    /// What was said, the newest last, at most so many.
    case history(limit: Int)
    /// Why an utterance was spoken, waited or was dropped.
    case explain(target: String)
    /// The user's silence: everything spoken and waiting is given up (Q4).
    case stop
    /// Only what is spoken now is given up (Q4).
    case skip
    case cancel(CancelTarget)
    case pause
    case resume
    case ping
    case status
    /// The voices, of a language if one is named.
    case voices(language: String?)
    /// Sets what is not nil, for all clients, until the daemon ends; answers with what holds then.
    case settings(SpeechAttributes)
    /// Asks for the events of all clients; an empty set ends it.
    case subscribe(Set<SubscribedEvent>)
}

/// Who a client is.
package struct Hello: Sendable, Equatable {
    /// A stable name, such as `org.example.mail`.
    package var app: String?
    /// A name for people.
    package var name: String?
    package var language: String?
    /// Whether the app has just been launched (Y1).
    package var launch: Bool
    package var onDisconnect: OnDisconnect
    package var replies: Replies
    /// Whether `progress` events are wanted (D5).
    package var progress: Bool

    package init(
        app: String? = nil, name: String? = nil, language: String? = nil, launch: Bool = true, onDisconnect: OnDisconnect = .keep,
        replies: Replies = .all, progress: Bool = false
    ) {
        self.app = app
        self.name = name
        self.language = language
        self.launch = launch
        self.onDisconnect = onDisconnect
        self.replies = replies
        self.progress = progress
    }

    /// What becomes of a client's waiting announcements when it goes (Q12).
    package enum OnDisconnect: String, Sendable, CaseIterable { case keep, cancel }
    package enum Replies: String, Sendable, CaseIterable { case all, errors, none }
}

/// Which announcements a cancel means.
package enum CancelTarget: Sendable, Equatable {
    case id(String)
    case group(String)
}

/// What can be subscribed to: the events of a trace, and two that traces leave out: `posted`, which their input says, and `settled`, which
/// follows from the rest.
package enum SubscribedEvent: String, Sendable, CaseIterable {
    case posted, settled, started, finished, cut, held, refused, silent, earcon, focus, mediaSession
}
