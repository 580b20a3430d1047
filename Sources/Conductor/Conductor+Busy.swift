import Messages
import Narration
package import SpeechQueue

// Which clients would lose something with their connections, and how many such clients there may be, so that others can give way to the
// user's own commands (docs/decisions/connections.md).
extension Conductor {
    /// The maximum number of busy clients. It leaves room for commands among the connections.
    package static let mostBusy = 240

    /// Returns whether something of a client is in progress: speech or a media session; or it is in the foreground. A subscriber would
    /// lose events, and knows.
    package func isBusy(_ client: ClientID) -> Bool {
        guard let known = clients[client] else { return false }
        return known.unended > 0 || narrator.foreground == client || narrator.owesEcho(client)
            || narrator.hasSession(client) || pendingRequests.contains { $0.client == client }
    }

    /// Refuses what would make one more client busy than there may be.
    func checkRoom(for request: Request, of client: ClientID) throws(Refusal) {
        guard clients.count > Self.mostBusy, request.makesBusy, !isBusy(client),
            clients.keys.reduce(0, { $0 + (isBusy($1) ? 1 : 0) }) >= Self.mostBusy
        else { return }
        throw .tooManyBusy(most: Self.mostBusy)
    }
}

extension Request {
    /// Whether its client may be busy afterwards. The user's commands are not counted.
    fileprivate var makesBusy: Bool {
        switch self {
        case .announcement, .notification, .mediaSession(.begin): true
        case .hello, .subscribe, .mediaSession, .repeat, .where, .history, .explain, .missed, .stop, .skip, .cancel, .pause, .resume, .ping,
            .status,
            .voices, .settings:
            false
        }
    }
}
