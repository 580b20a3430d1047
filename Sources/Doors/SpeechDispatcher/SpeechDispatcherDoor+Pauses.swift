import Conductor
import Messages
import SpeechQueue

// O5: clients pause themselves and each other; other speech is heard during the pause.
extension SpeechDispatcherDoor {
    /// Pauses the messages of one client or of all. Important messages of other clients than `client` are still heard.
    mutating func pause(_ target: SSIPTarget, from client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        let spoken = conductor.speaking?.name
        let meant = target.client(for: client).map { [$0] } ?? sessions.clients
        // The client whose message is being spoken comes last, so that no message begins only to be paused.
        let owner = sessions.standing(of: spoken)?.client
        return (meant.filter { $0 != owner } + meant.filter { $0 == owner }).flatMap { paused -> [Effect] in
            guard let session = sessions[paused] else { return [] }
            sessions[paused]?.pausedBy.insert(client)
            let sparesHighs = paused != client && !session.pausedBy.contains(paused)
            let effects = conductor.withhold(paused, sparesHighs: sparesHighs, at: now)
            guard let spoken, sessions.messages[paused]?[spoken]?.hasBegun == true, conductor.speaking?.name != spoken else {
                return effects
            }
            sessions[paused]?.silenced = spoken
            return effects + [.write(event(.pause, spoken, of: paused, at: now), to: paused)]
        }
    }

    /// Ends the pauses of one client or of all.
    mutating func resume(_ target: SSIPTarget, from client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        let meant = target.client(for: client).map { [$0] } ?? sessions.clients
        return endPauses(of: meant, conductor: &conductor, at: now) { _, _ in true }
    }

    /// Ends the pauses that a client has begun, because the client has disconnected.
    mutating func endPauses(by client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        endPauses(of: sessions.clients, conductor: &conductor, at: now) { pauser, _ in pauser == client }
    }

    /// Ends other clients' pauses of a client, because the client has cancelled its messages or has disconnected.
    mutating func endPauses(byOthersOf client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        endPauses(of: [client], conductor: &conductor, at: now) { pauser, paused in pauser != paused }
    }

    private mutating func endPauses(
        of clients: [ClientID], conductor: inout Conductor, at now: Instant, where ends: (_ pauser: ClientID, _ paused: ClientID) -> Bool
    ) -> [Effect] {
        clients.flatMap { client -> [Effect] in
            guard let session = sessions[client], session.isPaused else { return [] }
            let left = session.pausedBy.filter { !ends($0, client) }
            sessions[client]?.pausedBy = left
            guard left.isEmpty else { return [] }
            sessions[client]?.silenced = nil
            let resumed = session.silenced.map { [Effect.write(event(.resume, $0, of: client, at: now), to: client)] } ?? []
            return resumed + conductor.release(client, at: now)
        }
    }
}
