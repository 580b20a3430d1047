import SpeechQueue

/// What the narrator knows about all clients' screens. Finding the memory they take, and which of them are copies, costs the same however
/// many clients are connected.
struct AppStates: Sendable {
    private var states: [ClientID: AppState] = [:]
    /// The clients whose states may have changed since the last count.
    private var changed: Set<ClientID> = []
    /// What each client takes of the common memory, in bytes, if anything, and the sum, as last counted.
    private var taken: [ClientID: Int] = [:]
    private var sum = 0
    /// The clients with a copy of another's screen, and whose it was (D4), as last counted.
    private var origins: [ClientID: ClientID] = [:]

    subscript(client: ClientID) -> AppState? {
        get { states[client] }
        _modify {
            changed.insert(client)
            yield &states[client]
        }
    }

    /// Returns what all other clients take of the common memory, in bytes.
    mutating func bytesTaken(besides client: ClientID) -> Int {
        count()
        return sum - (taken[client] ?? 0)
    }

    /// Returns the clients with a copy of another's screen, and whose it was (D4).
    mutating func copies() -> [ClientID: ClientID] {
        count()
        return origins
    }

    private mutating func count() {
        for client in changed {
            let state = states[client]
            let now = Swift.max(0, (state?.footprint ?? 0) - Narrator.ownBytes)
            sum += now - (taken[client] ?? 0)
            taken[client] = now > 0 ? now : nil
            origins[client] = state?.origin
        }
        changed.removeAll(keepingCapacity: true)
    }
}

extension AppStates: Sequence {
    func makeIterator() -> Dictionary<ClientID, AppState>.Iterator { states.makeIterator() }
}
