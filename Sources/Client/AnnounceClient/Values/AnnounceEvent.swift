import AnnounceProtocol
import Logging
import Messages

/// An event from the daemon or the connection.
public enum AnnounceEvent: Sendable, Equatable {
    /// An announcement of this client has finished, or an announcement whose outcome an earlier run of the same app missed.
    case announcementDidFinish(AnnouncementOutcome)
    /// A word of an announcement begins to be heard. Only for clients connected with `progress`.
    case progress(SpokenWord)
    /// Playback reached a mark in an announcement's SSML. Only for clients connected with `progress`.
    case mark(announcement: String, name: String)
    /// The focus moved to an element of this client; nil: the client has no focus.
    case elementFocused(id: AccessibilityElement.ID?)
    /// An element with ``AccessibilityTraits/causesPageTurn`` was read to its end: show the next page.
    case pageTurn(element: AccessibilityElement.ID)
    /// A media session of this client began, was extended or ended.
    case mediaSession(MediaSessionChange)
    /// The app does something odd.
    case warning(String, element: AccessibilityElement.ID?)
    /// An event of any client's utterance; see ``Announcer/subscribe(to:)``.
    case trace(SpeechTrace)
    /// The connection was lost; the client is trying to reconnect.
    case connectionLost
    /// The client has reconnected. A different daemon does not know the app's screen.
    case reconnected(toSameDaemon: Bool)
    /// This number of earlier events was dropped because they were not read, or not iterated, in time.
    case missed(Int)
}

extension Logger {
    /// Logs an event that an app developer should know of.
    func log(_ event: AnnounceEvent) {
        switch event {
        case .connectionLost: notice("lost the connection to the speech daemon; reconnecting")
        case .reconnected(let isSame): notice("reconnected to \(isSame ? "the same" : "another") speech daemon")
        case .warning(let sentence, let element): warning("\(sentence)", metadata: element.map { ["element": "\($0)"] })
        case .missed(let count): debug("dropped \(count) events that were not read in time")
        case .announcementDidFinish, .progress, .mark, .elementFocused, .pageTurn, .mediaSession, .trace: break
        }
    }
}

/// A word of an announcement that begins to be heard.
public struct SpokenWord: Sendable, Equatable {
    /// The announcement's id.
    public let announcement: String
    /// The word as it is written in the text.
    public let word: String
    /// The word's range in the announcement's text, in Unicode scalars.
    public let place: Range<Int>

    init(_ progress: Progress) {
        announcement = progress.id
        word = progress.word
        place = progress.offset..<(progress.offset + max(0, progress.length))
    }
}

/// A change to a media session.
public struct MediaSessionChange: Sendable, Equatable {
    /// The kind of change.
    public enum Kind: String, Sendable, CaseIterable { case began, extended, ended }
    /// Why the session ended.
    public enum Reason: String, Sendable, CaseIterable { case end, lease, disconnect, user }

    /// The session's name.
    public let session: String
    /// Which speech is still allowed.
    public let mode: AccessibilityMediaSession.Mode
    /// The kind of change.
    public let change: Kind
    /// Why the session ended; nil if it did not.
    public let reason: Reason?

    init(_ event: MediaSessionEvent) {
        session = event.session
        mode = AccessibilityMediaSession.Mode(rawValue: event.mode.rawValue) ?? .play
        change = Kind(rawValue: event.change.rawValue) ?? .began
        reason = event.reason.flatMap { Reason(rawValue: $0.rawValue) }
    }
}

/// An event of any client's utterance, and the rule that decided it.
public struct SpeechTrace: Sendable, Equatable, CustomStringConvertible {
    /// The kind of event.
    public enum Event: String, Sendable, CaseIterable {
        /// A client has sent a request, or has disconnected; see ``SpeechTrace/request``.
        case received
        /// An utterance was posted, by a client or by the daemon on its behalf.
        case posted
        /// The utterance's first sound was passed to the device.
        case started
        /// The utterance finished, with a reason.
        case finished
        /// All speech that a request caused has finished.
        case settled
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

    private let trace: TraceEvent

    init(_ trace: TraceEvent) { self.trace = trace }

    /// The event as a JSON object of the protocol.
    public var description: String { ServerLine.json(of: trace) }

    /// The kind of event.
    public var event: Event { Event(rawValue: trace.event.rawValue) ?? .silent }
    /// The time since the daemon started.
    public var at: Duration { .seconds(trace.at) }
    /// The utterance's id, otherwise the request's.
    public var id: String { trace.id }
    /// The id of the request that caused the utterance; nil if that is ``id``, or if there is none.
    public var cause: String? { trace.cause }
    /// The app that posted the utterance.
    public var client: String { trace.client }
    /// The utterance's class, such as `default`, `low` or `hint`; nil if there is no utterance.
    public var utteranceClass: String? { trace.class }
    /// The spoken text.
    public var text: String? { trace.text }
    /// Whether the utterance was heard to its end, or its sound was played; nil for events that end nothing.
    public var successful: Bool? { trace.successful }
    /// Why the utterance ended; nil for events that end nothing.
    public var reason: AnnouncementOutcome.Reason? { trace.reason.map { .init(rawValue: $0.rawValue) } }
    /// The rule that decided the event, such as `Q2`.
    public var rule: String? { trace.rule }
    /// The element that the event is about.
    public var element: String? { trace.element }
    /// The request that a client has sent, as a JSON object of the protocol, without the text of secure text fields.
    public var request: String? { trace.request.map { ServerLine.json(of: $0) } }
    /// The name of the client's connection, which is unique, for ``Event/received``.
    public var connection: String? { trace.connection }
}
