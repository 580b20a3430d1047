import Messages
import Narration
package import SpeechQueue

// Busy clients, which would lose something with their connections, and how many of them there may be. The other connections can make way
// for the user's own commands (docs/decisions/connections.md).
extension Conductor {
    /// Returns how many of `clients` may belong to one program and its children.
    package static func mostOfProgram(among clients: Int) -> Int { max(1, clients / 2) }

    /// Returns how many of `clients` may be busy. The rest of the connections is left for the user's commands.
    package static func mostBusy(of clients: Int) -> Int { max(1, clients - max(2, clients / 16)) }

    /// Returns whether a client has reported the latest of the foreground screen, or has speech or a media session in progress. A
    /// subscription does not make a client busy.
    package func isBusy(_ client: ClientID) -> Bool {
        guard let known = clients[client] else { return false }
        return known.unended > 0 || narrator.foregroundClient == client || narrator.owesEcho(client)
            || narrator.hasSession(client) || pending.contains(client)
    }

    /// Refuses a request that would make too many clients busy.
    func checkRoom(for request: Request, of client: ClientID) throws(Refusal) {
        let mostBusyOfProgram = Self.mostBusy(of: Self.mostOfProgram(among: mostClients))
        guard request.makesBusy, clients.count > mostBusyOfProgram, !isBusy(client) else { return }
        let busy = clients.connected.values.filter { isBusy($0.id) }
        let most = Self.mostBusy(of: mostClients)
        if busy.count >= most { throw .tooManyBusy(most: most) }
        guard let program = clients[client]?.program, busy.count(where: { $0.program == program }) >= mostBusyOfProgram else { return }
        throw .tooManyBusyOfProgram(most: mostBusyOfProgram)
    }
}

extension Request {
    /// Whether the request may make its client busy. The user's commands don't count.
    fileprivate var makesBusy: Bool {
        switch self {
        case .announcement, .notification, .mediaSession(.begin): true
        default: false
        }
    }
}
