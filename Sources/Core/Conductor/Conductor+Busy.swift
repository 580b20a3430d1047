import Messages
import Narration
package import SpeechQueue

// Which clients would lose something with their connections, and how many such clients there may be, so that others can give way to the
// user's own commands (docs/decisions/connections.md).
extension Conductor {
    /// Returns how many clients one program, with its children, may have among so many.
    package static func mostOfProgram(among clients: Int) -> Int { max(1, clients / 2) }

    /// Returns how many of so many clients may be busy. The rest of the connections is left for the user's commands.
    package static func mostBusy(of clients: Int) -> Int { max(1, clients - max(2, clients / 16)) }

    /// Returns whether something of a client is in progress: speech or a media session; or it is in the foreground. A subscriber would
    /// lose events, and knows.
    package func isBusy(_ client: ClientID) -> Bool {
        guard let known = clients[client] else { return false }
        return known.unended > 0 || narrator.foreground == client || narrator.owesEcho(client)
            || narrator.hasSession(client) || pendingRequests.contains { $0.client == client }
    }

    /// Refuses what would make one more client busy than there may be.
    func checkRoom(for request: Request, of client: ClientID) throws(Refusal) {
        let mostBusyOfProgram = Self.mostBusy(of: Self.mostOfProgram(among: mostClients))
        guard request.makesBusy, clients.count > mostBusyOfProgram, !isBusy(client) else { return }
        let busy = clients.values.filter { isBusy($0.id) }
        let most = Self.mostBusy(of: mostClients)
        if busy.count >= most { throw .tooManyBusy(most: most) }
        guard let program = clients[client]?.program, busy.count(where: { $0.program == program }) >= mostBusyOfProgram else { return }
        throw .tooManyBusyOfProgram(most: mostBusyOfProgram)
    }
}

extension Request {
    /// Whether its client may be busy afterwards. The user's commands are not counted.
    fileprivate var makesBusy: Bool {
        switch self {
        case .announcement, .notification, .mediaSession(.begin): true
        case .hello, .subscribe, .mediaSession, .repeat, .where, .history, .explain, .missed, .stop, .skip, .step, .cancel, .pause, .resume,
            .ping,
            .status,
            .voices, .settings:
            false
        }
    }
}
