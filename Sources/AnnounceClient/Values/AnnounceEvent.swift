import Messages

/// Something that the daemon tells without being asked for it just then, or that happened to the connection.
public enum AnnounceEvent: Sendable, Equatable {
    /// What became of an announcement of this client; also of one that an earlier run of the same app has missed.
    case announcementDidFinish(AnnouncementOutcome)
    /// A word of an announcement begins to be heard; only of a client that was connected with `progress`.
    case progress(SpokenWord)
    /// A mark in an announcement's SSML is reached; as ``progress(_:)``.
    case mark(announcement: String, name: String)
    /// The focus has moved to an element of this client; nil: nowhere.
    case elementFocused(id: AccessibilityElement.ID?)
    /// An element with ``AccessibilityTraits/causesPageTurn`` was read to its end: show the next page.
    case pageTurn(element: AccessibilityElement.ID)
    /// A media session of this client began, goes on or ended.
    case mediaSession(MediaSessionChange)
    /// Something is odd about what the app does.
    case warning(String, element: AccessibilityElement.ID?)
    /// Something happened to an utterance of any client; see ``AnnounceClient/AnnounceClient/subscribe(to:)``.
    case trace(SpeechTrace)
    /// The connection was lost; the client is trying to have another.
    case connectionLost
    /// There is a connection again. A daemon that is another one than before knows nothing of the app's screen.
    case reconnected(toSameDaemon: Bool)
    /// So many events before this one were dropped, since nobody took them in time.
    case missed(Int)
}

/// A word of an announcement that begins to be heard.
public struct SpokenWord: Sendable, Equatable {
    /// The announcement's id.
    public let announcement: String
    public let word: String
    /// Where it stands in the announcement's text, in Unicode scalars.
    public let place: Range<Int>

    init(_ progress: Progress) {
        announcement = progress.id
        word = progress.word
        place = progress.offset..<(progress.offset + max(0, progress.length))
    }
}

/// What happened to a media session.
public struct MediaSessionChange: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable { case began, extended, ended }
    /// Why it ended.
    public enum Reason: String, Sendable, CaseIterable { case end, lease, disconnect }

    /// Its name.
    public let session: String
    public let mode: AccessibilityMediaSession.Mode
    public let change: Kind
    public let reason: Reason?

    init(_ event: MediaSessionEvent) {
        session = event.session
        mode = AccessibilityMediaSession.Mode(rawValue: event.mode.rawValue) ?? .play
        change = Kind(rawValue: event.change.rawValue) ?? .began
        reason = event.reason.flatMap { Reason(rawValue: $0.rawValue) }
    }
}

/// Something that happened to an utterance, whoever posted it, and the rule of speech that decided it.
public struct SpeechTrace: Sendable, Equatable {
    public enum Event: String, Sendable, CaseIterable {
        /// A client, or the daemon for one, has something to say.
        case posted
        /// Its first sound was handed to the device.
        case started
        /// It has ended, with a reason.
        case finished
        /// Nothing more comes of a request: all that it caused has ended.
        case settled
        /// It was silenced for another.
        case cut
        /// A media session keeps it waiting.
        case held
        /// It was merged with another of the same text.
        case refused
        /// A notification for which nothing is spoken.
        case silent
        /// A sound that means something.
        case earcon
        /// The focus has moved.
        case focus
        case mediaSession
    }

    private let trace: TraceEvent

    init(_ trace: TraceEvent) { self.trace = trace }

    public var event: Event { Event(rawValue: trace.event.rawValue) ?? .silent }
    /// How long after the daemon's beginning.
    public var at: Duration { .seconds(trace.at) }
    /// The utterance's id; where there is none, the request's.
    public var id: String { trace.id }
    /// The id of the request that caused the utterance; nil where that is ``id``, or there is none.
    public var cause: String? { trace.cause }
    /// The app that posted it.
    public var client: String { trace.client }
    /// Such as `default`, `low` or `hint`; nil where there is no utterance.
    public var utteranceClass: String? { trace.class }
    /// What is spoken.
    public var text: String? { trace.text }
    /// Whether it was heard to its end, or its sound was played; nil for events that are no end.
    public var successful: Bool? { trace.successful }
    public var reason: AnnouncementOutcome.Reason? { trace.reason.map { .init(rawValue: $0.rawValue) } }
    /// The rule that decided it, such as `Q2`.
    public var rule: String? { trace.rule }
    /// The element that it is about.
    public var element: String? { trace.element }
}
