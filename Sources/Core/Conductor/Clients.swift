import Messages
import SpeechQueue

/// A connected client's state.
struct Client: Sendable {
    let id: ClientID
    /// The connection's own name. Its `hello`, which the narrator keeps, may give a better one.
    let connectionName: String
    /// The process group of the client's program; nil: unknown.
    var program: Int32?
    var subscription: Set<SubscribedEvent> = []
    /// Whether the client was warned of a queue overflow that still lasts (Q11).
    var isWarnedOfOverflow = false
    /// Whether the client was warned that the sound device can't be used, and nothing has been heard since (O4).
    var isWarnedOfOutage = false
    /// The number of the client's utterances that have not finished.
    var unended = 0
    /// Whether the client has closed its sending end.
    var hasClosedInput = false

    /// Returns the name shown to others.
    func name(by hello: Hello) -> String { hello.app ?? hello.name ?? connectionName }
}

/// The connected clients, and those that have disconnected before all their utterances have finished.
struct Clients: Sendable {
    private(set) var connected: [ClientID: Client] = [:]
    /// How many may be connected.
    var most = Status.mostClients
    /// Disconnected clients with unfinished utterances: the client's name, and the number of these utterances.
    private(set) var departed: [ClientID: (name: String, unended: Int)] = [:]
    /// The number of clients with a subscription; with none, events cost nothing.
    private(set) var subscribers = 0
    /// The clients that have connected, introduced themselves, subscribed, closed their sending end, or disconnected.
    private var changed = ChangedKeys<ClientID>()

    subscript(client: ClientID) -> Client? {
        get { connected[client] }
        _modify { yield &connected[client] }
    }

    func isConnected(_ client: ClientID) -> Bool { connected.index(forKey: client) != nil }
    var count: Int { connected.count }
    var inOrder: [Client] { connected.values.sorted { $0.id.number < $1.id.number } }

    mutating func connect(_ client: ClientID, name: String) {
        connected[client] = Client(id: client, connectionName: name)
        changed.insert(client)
    }

    /// Records that a client has introduced itself.
    mutating func didIntroduce(_ client: ClientID) { changed.insert(client) }

    mutating func didCloseInput(_ client: ClientID) {
        connected[client]?.hasClosedInput = true
        changed.insert(client)
    }

    /// Returns the clients that have changed since the last call; nil stands for every client.
    mutating func takeChanges() -> Set<ClientID>? { changed.take() }

    /// Removes a client that has disconnected.
    /// - Parameter name: the name shown to others.
    mutating func disconnect(_ client: ClientID, name: String) {
        guard let gone = connected.removeValue(forKey: client) else { return }
        if !gone.subscription.isEmpty { subscribers -= 1 }
        departed[client] = (name, gone.unended)
        changed.insert(client)
    }

    /// Forgets a disconnected client whose utterances have all finished.
    mutating func forgetIfDone(_ client: ClientID) {
        if departed[client]?.unended == 0 { departed[client] = nil }
    }

    mutating func subscribe(_ client: ClientID, to events: Set<SubscribedEvent>) {
        guard let had = connected[client]?.subscription else { return }
        subscribers += (events.isEmpty ? 0 : 1) - (had.isEmpty ? 0 : 1)
        connected[client]?.subscription = events
        changed.insert(client)
    }

    /// Returns the subscribers to an event, in order.
    func subscribers(to event: SubscribedEvent) -> [ClientID] {
        guard subscribers > 0 else { return [] }
        return connected.values.filter { $0.subscription.contains(event) }.map(\.id).sorted { $0.number < $1.number }
    }

    mutating func didPost(_ utterance: Utterance) { connected[utterance.client]?.unended += 1 }

    mutating func didFinish(_ utterance: Utterance) {
        connected[utterance.client]?.unended -= 1
        if let left = departed[utterance.client] {
            departed[utterance.client] = left.unended > 1 ? (left.name, left.unended - 1) : nil
        }
    }

    /// Counts an utterance of the previous process.
    mutating func didRestore(_ utterance: Utterance) {
        if connected[utterance.client] == nil {
            departed[utterance.client, default: ("", 0)].unended += 1
        } else {
            didPost(utterance)
        }
    }

    /// Names a client that had disconnected from the previous process.
    mutating func rename(_ departed: ClientID, _ name: String) { self.departed[departed]?.name = name }
}
