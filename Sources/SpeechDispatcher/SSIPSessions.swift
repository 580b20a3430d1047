import DequeModule
import Messages
import SpeechQueue

/// The sessions of all SSIP clients, and their messages. The conductor decides when each is spoken; this holds only what the protocol needs
/// in addition.
struct SSIPSessions: Sendable {
    /// The maximum size of all index marks, in bytes. Beyond that, texts are spoken without marks.
    static let mostMarks = 4 << 20

    private(set) var all: [ClientID: SSIPSession] = [:]
    /// The last messages of disconnected clients: `spd-say` disconnects at once, yet its next run interrupts them.
    private(set) var departed: [SSIPStanding] = []
    private static let mostDeparted = 64
    private(set) var markBytes = 0
    /// The last number of a message or block, across all clients.
    private var lastNumber: UInt64 = 0

    subscript(client: ClientID) -> SSIPSession? {
        get { all[client] }
        _modify { yield &all[client] }
    }

    /// All clients, in the order of their connections.
    var clients: [ClientID] { all.keys.sorted { $0.number < $1.number } }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a message, without its marks if there are too many already.
    mutating func add(_ message: SSIPMessage, named name: String, of client: ClientID) {
        var message = message
        if markBytes + message.markCost > Self.mostMarks { message.marks = [] }
        markBytes += message.markCost
        all[client]?.messages[name] = message
        all[client]?.lastMessage = message.number
    }

    /// Removes a message that has finished.
    @discardableResult
    mutating func remove(_ name: String, of client: ClientID) -> SSIPMessage? {
        guard let message = all[client]?.messages.removeValue(forKey: name) else { return nil }
        markBytes -= message.markCost
        return message
    }

    mutating func remove(_ client: ClientID) {
        guard let session = all[client] else { return }
        for name in session.names {
            guard let message = remove(name, of: client) else { continue }
            departed.append(message.standing(named: name, of: session))
        }
        departed.removeFirst(max(0, departed.count - Self.mostDeparted))
        all[client] = nil
    }

    /// Removes and returns a message's first mark if it is at `offset` or before.
    mutating func takeMark(upTo offset: Int, in name: String, of client: ClientID) -> SSIPText.Mark? {
        guard let mark = all[client]?.messages[name]?.marks.first, mark.offset <= offset else { return nil }
        all[client]?.messages[name]?.marks.removeFirst()
        markBytes -= mark.cost
        return mark
    }

    /// Returns the names of a program's messages from closed connections. They may still wait or be spoken.
    func departed(of session: SSIPSession) -> [String] {
        session.isKnown ? departed.filter { $0.app == session.name.client }.map(\.name) : []
    }

    /// Returns the standing of a message, whether its client is connected or not.
    func standing(of name: String?) -> SSIPStanding? {
        guard let name, let id = SSIPMessage.client(ofName: name) else { return nil }
        guard let session = all[id] else { return departed.last { $0.name == name } }
        return session.messages[name].map { $0.standing(named: name, of: session) }
    }

    /// Returns a program's messages of a priority that may wait or be spoken.
    func standings(of session: SSIPSession, _ priority: SSIPPriority) -> [SSIPStanding] {
        let living = all.values.filter { $0.id == session.id || session.isKnown && $0.name.client == session.name.client }
        let own = living.flatMap { other in
            let wanted = other.messages.filter { $0.value.priority == priority }
            return wanted.map { $0.value.standing(named: $0.key, of: other) }
        }
        return own + departed.filter { session.isKnown && $0.app == session.name.client && $0.priority == priority }
    }
}

/// The state of one client.
struct SSIPSession: Sendable {
    let id: ClientID
    var decoder = SSIPDecoder()
    var name = SSIPClientName.unknown
    var settings = SSIPSettings()
    var priority = SSIPPriority.message
    var readsMarkup = false
    /// The events requested for later messages.
    var notifications: Set<SSIPEvent.Kind> = []
    /// Its unfinished messages, by the conductor's names for them.
    var messages: [String: SSIPMessage] = [:]
    var lastMessage: UInt64?
    /// The number of the open block.
    var block: UInt64?
    /// The clients whose `PAUSE` applies to it.
    var pausedBy: Set<ClientID> = []
    var isPaused: Bool { !pausedBy.isEmpty }
    /// The message that its pause has silenced.
    var silenced: String?
    /// The events held back, and when each may be sent (``SSIPMessage/quietUntil``).
    var heldEvents: Deque<(due: Instant, bytes: [UInt8])> = []
    /// When it silenced itself or everything, if it has said nothing since.
    private var silencedAt: Instant?

    init(id: ClientID) {
        self.id = id
    }

    mutating func didSilence(at now: Instant) { silencedAt = now }
    mutating func didSpeak() { silencedAt = nil }

    /// Returns whether what it says now answers what its user did, because it has just silenced itself or everything.
    func answersUser(at now: Instant) -> Bool { silencedAt.map { now - $0 < Self.answerTime } ?? false }
    private static let answerTime = 1.0

    /// Whether it has introduced itself.
    var isKnown: Bool { name != .unknown }

    /// Its messages' names, in order.
    var names: [String] { messages.sorted { $0.value.number < $1.value.number }.map(\.key) }

    /// Returns the names with the given one last, so that none is begun only to be cut.
    func names(last name: String?) -> [String] { names.movingToEnd(name) }
}

/// A client's unfinished message.
struct SSIPMessage: Sendable {
    var number: UInt64
    var priority: SSIPPriority
    var announcement: Announcement
    /// The events that its client wants.
    var notifications: Set<SSIPEvent.Kind>
    /// The index marks not reported yet, in order.
    var marks: ArraySlice<SSIPText.Mark> = []
    /// The block it belongs to.
    var block: UInt64?
    /// When its first event may be sent. Its number was sent just before, and a library needs a moment to record that: it could not assign
    /// an earlier event to a message, and its client would wait for the end forever.
    let quietUntil: Instant
    /// The time between the number and the first event, in seconds.
    static let quietTime = 0.01
    var hasBegun = false
    /// Whether it waits for the utterance that was in progress when it came, once that is decided.
    var waits: Bool?

    func standing(named name: String, of session: SSIPSession) -> SSIPStanding {
        SSIPStanding(name: name, client: session.id, app: session.name.client, number: number, priority: priority, block: block)
    }

    /// The approximate memory for its marks, in bytes.
    var markCost: Int { marks.reduce(0) { $0 + $1.cost } }

    private static let prefix = "ssip-"

    /// Returns the conductor's name for a message. Client numbers are never reused, even by the next process.
    static func name(_ number: UInt64, of client: ClientID) -> String { "\(prefix)\(client.number)-\(number)" }

    fileprivate static func client(ofName name: String) -> ClientID? {
        guard name.hasPrefix(prefix) else { return nil }
        return UInt64(name.dropFirst(prefix.count).prefix { $0 != "-" }).map { ClientID($0) }
    }
}

extension [String] {
    func movingToEnd(_ name: String?) -> [String] { filter { $0 != name } + filter { $0 == name } }
}
