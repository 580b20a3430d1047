import Accessibility
import NIOCore
import SpeechDispatcherProtocol
import SpeechQueue

/// The clients that speak SSIP, and their messages. What is spoken of those when is the conductor's to decide, as of everything else: here is
/// only what the protocol wants to be known besides.
struct SpeechDispatcherClients {
    /// The most bytes of messages that wait in pauses of clients, all together.
    static let mostParked = 4 << 20
    /// The most messages of one client that wait in its pause.
    static let mostParkedMessages = 256
    /// The most bytes of index marks, all together: beyond, texts are spoken without.
    static let mostMarks = 4 << 20

    var clients: [ClientID: SSIPClient] = [:]
    /// What clients that have gone had said last: `spd-say` goes at once, and its next run interrupts it all the same.
    private(set) var departed: [SSIPStanding] = []
    private static let mostDeparted = 64
    private(set) var parkedBytes = 0
    private(set) var markBytes = 0
    /// The numbers of messages, and of blocks, of all clients.
    private var lastNumber: UInt64 = 0
    /// The messages that the conductor did not want as they are; they are dealt with once it has said all it had to say.
    var refused: [(client: ClientID, name: String)] = []

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// A message is there, without its marks if there are too many.
    mutating func add(_ message: SSIPMessage, named name: String, of client: ClientID) {
        var message = message
        if markBytes + message.markCost > Self.mostMarks { message.marks = [] }
        markBytes += message.markCost
        clients[client]?.messages[name] = message
    }

    /// A message has ended.
    @discardableResult
    mutating func remove(_ name: String, of client: ClientID) -> SSIPMessage? {
        guard let message = clients[client]?.messages.removeValue(forKey: name) else { return nil }
        markBytes -= message.markCost
        if message.isParked { parkedBytes -= message.cost }
        return message
    }

    mutating func remove(_ client: ClientID) {
        guard let gone = clients[client] else { return }
        for name in gone.names {
            guard let message = remove(name, of: client), !message.isParked else { continue }
            departed.append(message.standing(named: name, of: gone))
        }
        departed.removeFirst(max(0, departed.count - Self.mostDeparted))
        clients[client] = nil
    }

    /// A message waits until its client's pause is over.
    /// - Returns: whether there is room.
    mutating func park(_ name: String, of client: ClientID) -> Bool {
        guard let message = clients[client]?.messages[name], !message.isParked else { return true }
        guard parkedBytes + message.cost <= Self.mostParked,
            clients[client]?.messages.values.count(where: \.isParked) ?? 0 < Self.mostParkedMessages
        else { return false }
        parkedBytes += message.cost
        clients[client]?.messages[name]?.isParked = true
        return true
    }

    /// The first mark of a message was told.
    mutating func dropFirstMark(of name: String, of client: ClientID) {
        if let mark = clients[client]?.messages[name]?.marks.popFirst() { markBytes -= mark.cost }
    }

    mutating func unpark(_ name: String, of client: ClientID) {
        guard let message = clients[client]?.messages[name], message.isParked else { return }
        parkedBytes -= message.cost
        clients[client]?.messages[name]?.isParked = false
    }

    /// What a program had said by connections that are gone, and that may wait or be spoken still.
    func departed(of client: SSIPClient) -> [String] {
        client.isKnown ? departed.filter { $0.app == client.name.client }.map(\.name) : []
    }

    /// How a message stands that has this name, its client's or that of one that has gone.
    func standing(of name: String?) -> SSIPStanding? {
        guard let name, let id = SSIPMessage.client(ofName: name) else { return nil }
        guard let client = clients[id] else { return departed.last { $0.name == name } }
        return client.messages[name].map { $0.standing(named: name, of: client) }
    }

    /// The messages of a priority that a program has said and that may wait or be spoken.
    func standings(of client: SSIPClient, _ priority: SSIPPriority) -> [SSIPStanding] {
        let living = clients.values.filter { $0.id == client.id || client.isKnown && $0.name.client == client.name.client }
        let own = living.flatMap { other in
            let wanted = other.messages.filter { $0.value.priority == priority && !$0.value.isParked }
            return wanted.map { $0.value.standing(named: $0.key, of: other) }
        }
        return own + departed.filter { client.isKnown && $0.app == client.name.client && $0.priority == priority }
    }
}

/// What is known of one client.
final class SSIPClient {
    let id: ClientID
    var name = SSIPClientName.unknown
    var settings = SSIPSettings()
    var priority = SSIPPriority.text
    var takesMarkup = false
    /// What it wants to be told of the messages to come.
    var notifications: Set<SSIPEvent.Kind> = []
    /// Its messages that have not ended, by the names that the conductor knows them by.
    var messages: [String: SSIPMessage] = [:]
    var lastMessage: UInt64?
    /// The block that is open, by its number.
    var block: UInt64?
    var isPaused = false
    /// The events that it is not told yet, and when each may be told (``SSIPMessage/quietUntil``).
    var heldEvents: CircularBuffer<(due: NIODeadline, bytes: [UInt8])> = []
    /// When it silenced itself, or all, if it has said nothing since.
    var silencedAt: NIODeadline?

    /// Whether that was just now: what it says next is the answer to what its user did.
    var hasSilenced: Bool { silencedAt.map { .now() - $0 < Self.answerTime } ?? false }
    private static let answerTime = TimeAmount.seconds(1)

    init(id: ClientID) {
        self.id = id
    }

    /// Whether it has said who it is.
    var isKnown: Bool { name != .unknown }

    /// Its messages' names, in their order.
    var names: [String] { messages.sorted { $0.value.number < $1.value.number }.map(\.key) }
}

/// A message of a client that has not ended.
struct SSIPMessage {
    var number: UInt64
    var priority: SSIPPriority
    var announcement: Announcement
    /// What its client wants to be told of it.
    var notifications: Set<SSIPEvent.Kind>
    /// The index marks that were not told, in their order.
    var marks: ArraySlice<SSIPText.Mark> = []
    /// Messages of one block belong together.
    var block: UInt64?
    /// When it may be told of first. Its number was told just before, and a library has to note that: an event that comes in the same
    /// moment is nobody's, and its client would wait for the end for ever.
    let quietUntil = NIODeadline.now() + .milliseconds(10)
    var hasBegun = false
    /// Whether it waits for what was spoken when it came, once that is decided.
    var waits: Bool?
    /// Whether it waits until its client's pause is over.
    var isParked = false
    /// Whether it was being spoken when the pause came.
    var isInterrupted = false

    func standing(named name: String, of client: SSIPClient) -> SSIPStanding {
        SSIPStanding(name: name, client: client.id, app: client.name.client, number: number, priority: priority, block: block)
    }

    /// What it costs to remember besides what waits, in bytes, roughly.
    var cost: Int { 512 + announcement.runs.reduce(0) { $0 + $1.cost } }
    var markCost: Int { marks.reduce(0) { $0 + $1.cost } }

    private static let prefix = "ssip-"

    /// What the conductor calls it. Clients' numbers are never used twice, by the next process neither.
    static func name(_ number: UInt64, of client: ClientID) -> String { "\(prefix)\(client.number)-\(number)" }

    fileprivate static func client(ofName name: String) -> ClientID? {
        guard name.hasPrefix(prefix) else { return nil }
        return UInt64(name.dropFirst(prefix.count).prefix { $0 != "-" }).map { ClientID($0) }
    }
}
