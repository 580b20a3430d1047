import Conductor
import FrontDoors
import Messages
import SpeechQueue

// O5: clients pause themselves and each other; other speech is heard during the pause.
extension SpeechDispatcherDoor {
    /// Pauses the messages of one client or of all. Important messages of other clients than `client` are still heard.
    mutating func pause(_ target: SSIPTarget, from client: ClientID, in context: inout DoorContext) {
        let spoken = context.conductor.speaking
        let meant = target.client(for: client).map { [$0] } ?? sessions.clients
        // The client whose message is being spoken comes last, so that no message begins only to be paused.
        let owner = spoken?.client
        for paused in meant.filter({ $0 != owner }) + meant.filter({ $0 == owner }) {
            guard let session = sessions[paused] else { continue }
            sessions[paused]?.pausedBy.insert(client)
            let sparesHighs = paused != client && !session.pausedBy.contains(paused)
            context.conduct { $0.withhold(paused, sparesHighs: sparesHighs, at: $1) }
            guard let spoken, spoken.client == paused, sessions.messages[paused]?[spoken.name]?.hasBegun == true,
                context.conductor.speaking?.id != spoken.id
            else { continue }
            sessions[paused]?.silenced = spoken.name
            context.write(event(.pause, spoken.name, of: paused, at: context.now), to: paused)
        }
    }

    /// Ends the pauses of one client or of all.
    mutating func resume(_ target: SSIPTarget, from client: ClientID, in context: inout DoorContext) {
        let meant = target.client(for: client).map { [$0] } ?? sessions.clients
        endPauses(of: meant, in: &context) { _, _ in true }
    }

    /// Ends the pauses that a client has begun, because the client has disconnected.
    mutating func endPauses(by client: ClientID, in context: inout DoorContext) {
        endPauses(of: sessions.clients, in: &context) { pauser, _ in pauser == client }
    }

    /// Ends other clients' pauses of a client, because the client has cancelled its messages or has disconnected.
    mutating func endPauses(byOthersOf client: ClientID, in context: inout DoorContext) {
        endPauses(of: [client], in: &context) { pauser, paused in pauser != paused }
    }

    private mutating func endPauses(
        of clients: [ClientID], in context: inout DoorContext, where ends: (_ pauser: ClientID, _ paused: ClientID) -> Bool
    ) {
        for client in clients {
            guard let session = sessions[client], session.isPaused else { continue }
            let left = session.pausedBy.filter { !ends($0, client) }
            sessions[client]?.pausedBy = left
            guard left.isEmpty else { continue }
            sessions[client]?.silenced = nil
            if let silenced = session.silenced { context.write(event(.resume, silenced, of: client, at: context.now), to: client) }
            context.conduct { $0.release(client, at: $1) }
        }
    }
}
