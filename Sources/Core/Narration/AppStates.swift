import SpeechQueue

/// The narrator's state for all clients' screens. Their memory, and which of them are copies, are computed again only for clients that have
/// changed, so the cost does not grow with the number of clients.
struct AppStates: Sendable {
    private var states: [ClientID: AppState] = [:]
    /// The clients whose states may have changed since the last count.
    private var changed: Set<ClientID> = []
    /// The number of bytes of the common memory that each client takes, if any, as last counted.
    private var taken: [ClientID: Int] = [:]
    /// The sum of ``taken``.
    private var sum = 0
    /// The clients with a copy of another client's screen, and the client that showed it first (D4), as last counted.
    private var origins: [ClientID: ClientID] = [:]

    subscript(client: ClientID) -> AppState? {
        get { states[client] }
        _modify {
            defer { didChange(client) }
            yield &states[client]
        }
    }

    /// Returns the number of bytes of the common memory that all other clients take.
    mutating func bytesTaken(byOthersThan client: ClientID) -> Int {
        count()
        return sum - (taken[client] ?? 0)
    }

    /// Returns the clients with a copy of another client's screen, and the client that showed it first (D4).
    mutating func copies() -> [ClientID: ClientID] {
        count()
        return origins
    }

    private mutating func didChange(_ client: ClientID) {
        if states[client] != nil {
            changed.insert(client)
        } else {
            // Nothing about a disconnected client is kept here.
            changed.remove(client)
            count(client)
        }
    }

    private mutating func count() {
        for client in changed { count(client) }
        changed.removeAll(keepingCapacity: true)
    }

    private mutating func count(_ client: ClientID) {
        let state = states[client]
        let bytes = Swift.max(0, (state?.footprint ?? 0) - Narrator.ownBytes)
        sum += bytes - (taken[client] ?? 0)
        taken[client] = bytes > 0 ? bytes : nil
        origins[client] = state?.origin
    }
}

extension AppStates: Sequence {
    func makeIterator() -> Dictionary<ClientID, AppState>.Iterator { states.makeIterator() }
}
