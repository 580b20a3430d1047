import AnnounceClient
import Messages

/// A request of this command, followed until it has settled. The connection subscribes to ``events``.
struct FollowedRequest {
    /// The events that report a request's progress.
    static let events: Set<SubscribedEvent> = [.settled]

    let id: String
    private let request: Request
    private(set) var reply: Reply?
    /// The end of all speech that the request caused, including the hint.
    private(set) var settled: TraceEvent?
    /// An announcement's outcome.
    private(set) var outcome: AnnouncementDidFinish?

    init(_ request: Request, id: String) {
        self.request = request
        self.id = id
    }

    /// Whether the request has settled. An announcement's outcome follows that event.
    var isOver: Bool {
        guard reply != nil else { return false }
        if case .announcement = request { return settled != nil && outcome != nil }
        return settled != nil || !request.mayLeadToSpeech
    }

    /// The request that cancels this one; nil if this one is not an announcement.
    var cancellation: Request? { if case .announcement = request { .cancel(.id(id)) } else { nil } }

    /// Receives a message from the daemon.
    /// - Parameter apps: the names with which this client has identified itself to the daemon.
    /// - Returns: whether the message was about this request, and new.
    mutating func receive(_ message: ServerMessage, as apps: Set<String> = [ClientIdentity.app]) -> Bool {
        switch message {
        case .reply(let reply) where reply.id == id && self.reply == nil: self.reply = reply
        case .event(let event) where event.event == .settled && event.id == id && settled == nil && apps.contains(event.client):
            settled = event
        // Outcomes of an earlier run's announcements may have the same id, and arrive before the reply.
        case .announcementDidFinish(let did) where did.id == id && reply != nil && outcome == nil: outcome = did
        default: return false
        }
        return true
    }
}
