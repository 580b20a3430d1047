import AnnounceProtocol
import Logging
public import Messages

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
    /// An element with the trait `causesPageTurn` was read to its end: show the next page.
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
