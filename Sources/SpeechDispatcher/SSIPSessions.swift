import DequeModule
import Messages
import SpeechQueue

/// The sessions of all SSIP clients, and their messages. When each is spoken is the conductor's to decide, as of everything else: here is only what
/// the protocol wants to be known besides.
struct SSIPSessions: Sendable {
    /// The most bytes of messages that wait in pauses of clients, all together.
    static let mostParked = 4 << 20
    /// The most messages of one client that wait in its pause.
    static let mostParkedMessages = 256
    /// The most bytes of index marks, all together: beyond, texts are spoken without.
    static let mostMarks = 4 << 20

    private(set) var all: [ClientID: SSIPSession] = [:]
    /// The last messages of clients that have disconnected: `spd-say` disconnects at once, and its next run interrupts it all the same.
    private(set) var departed: [SSIPStanding] = []
    private static let mostDeparted = 64
    private(set) var parkedBytes = 0
    private(set) var markBytes = 0
    /// The last number of a message or block, of all clients.
    private var lastNumber: UInt64 = 0

    subscript(client: ClientID) -> SSIPSession? {
        get { all[client] }
        _modify { yield &all[client] }
    }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Adds a message, without its marks if there are too many.
    mutating func add(_ message: SSIPMessage, named name: String, of client: ClientID) {
        var message = message
        if markBytes + message.markCost > Self.mostMarks { message.marks = [] }
        markBytes += message.markCost
        all[client]?.messages[name] = message
        all[client]?.lastMessage = message.number
    }

    /// Removes a message that has ended.
    @discardableResult
    mutating func remove(_ name: String, of client: ClientID) -> SSIPMessage? {
        guard let message = all[client]?.messages.removeValue(forKey: name) else { return nil }
        markBytes -= message.markCost
        if message.isParked { parkedBytes -= message.cost }
        return message
    }

    mutating func remove(_ client: ClientID) {
        guard let session = all[client] else { return }
        for name in session.names {
            guard let message = remove(name, of: client), !message.isParked else { continue }
            departed.append(message.standing(named: name, of: session))
        }
        departed.removeFirst(max(0, departed.count - Self.mostDeparted))
        all[client] = nil
    }

    /// Makes a message wait until its client's pause is over.
    /// - Returns: whether there is room.
    mutating func park(_ name: String, of client: ClientID) -> Bool {
        guard let message = all[client]?.messages[name], !message.isParked else { return true }
        guard parkedBytes + message.cost <= Self.mostParked,
            all[client]?.messages.values.count(where: \.isParked) ?? 0 < Self.mostParkedMessages
        else { return false }
        parkedBytes += message.cost
        all[client]?.messages[name]?.isParked = true
        return true
    }

    mutating func unpark(_ name: String, of client: ClientID) {
        guard let message = all[client]?.messages[name], message.isParked else { return }
        parkedBytes -= message.cost
        all[client]?.messages[name]?.isParked = false
    }

    /// Takes the first mark of a message that stands at `offset` or before it.
    mutating func takeMark(upTo offset: Int, in name: String, of client: ClientID) -> SSIPText.Mark? {
        guard let mark = all[client]?.messages[name]?.marks.first, mark.offset <= offset else { return nil }
        all[client]?.messages[name]?.marks.removeFirst()
        markBytes -= mark.cost
        return mark
    }

    /// The names of what a program has said by connections that are closed, and that may wait or be spoken still.
    func departed(of session: SSIPSession) -> [String] {
        session.isKnown ? departed.filter { $0.app == session.name.client }.map(\.name) : []
    }

    /// How the message of this name stands, its client connected or not.
    func standing(of name: String?) -> SSIPStanding? {
        guard let name, let id = SSIPMessage.client(ofName: name) else { return nil }
        guard let session = all[id] else { return departed.last { $0.name == name } }
        return session.messages[name].map { $0.standing(named: name, of: session) }
    }

    /// The messages of a priority that a program has said and that may wait or be spoken.
    func standings(of session: SSIPSession, _ priority: SSIPPriority) -> [SSIPStanding] {
        let living = all.values.filter { $0.id == session.id || session.isKnown && $0.name.client == session.name.client }
        let own = living.flatMap { other in
            let wanted = other.messages.filter { $0.value.priority == priority && !$0.value.isParked }
            return wanted.map { $0.value.standing(named: $0.key, of: other) }
        }
        return own + departed.filter { session.isKnown && $0.app == session.name.client && $0.priority == priority }
    }
}

/// What is known of one client.
struct SSIPSession: Sendable {
    let id: ClientID
    var decoder = SSIPDecoder()
    var name = SSIPClientName.unknown
    var settings = SSIPSettings()
    var priority = SSIPPriority.text
    var takesMarkup = false
    /// The events that it wants for the messages to come.
    var notifications: Set<SSIPEvent.Kind> = []
    /// Its messages that have not ended, by the names that the conductor knows them by.
    var messages: [String: SSIPMessage] = [:]
    var lastMessage: UInt64?
    /// The number of the open block.
    var block: UInt64?
    var isPaused = false
    /// The events that wait, and when each may be sent (``SSIPMessage/quietUntil``).
    var heldEvents: Deque<(due: Instant, bytes: [UInt8])> = []
    /// When it silenced itself, or all, if it has said nothing since.
    private var silencedAt: Instant?

    init(id: ClientID) {
        self.id = id
    }

    mutating func didSilence(at now: Instant) { silencedAt = now }
    mutating func didSpeak() { silencedAt = nil }

    /// Whether it has just silenced itself: what it says next is the answer to what its user did.
    func hasSilenced(at now: Instant) -> Bool { silencedAt.map { now - $0 < Self.answerTime } ?? false }
    private static let answerTime = 1.0

    /// Whether it has said who it is.
    var isKnown: Bool { name != .unknown }

    /// Its messages' names, in their order.
    var names: [String] { messages.sorted { $0.value.number < $1.value.number }.map(\.key) }

    /// The same with the given one last: none is begun only to be given up.
    func names(last name: String?) -> [String] { names.movingToEnd(name) }
}

/// A message of a client that has not ended.
struct SSIPMessage: Sendable {
    var number: UInt64
    var priority: SSIPPriority
    var announcement: Announcement
    /// The events that its client wants.
    var notifications: Set<SSIPEvent.Kind>
    /// The index marks that were not told, in their order.
    var marks: ArraySlice<SSIPText.Mark> = []
    /// Messages of one block belong together.
    var block: UInt64?
    /// When its first event may be sent. Its number was sent just before, and a library has to note that: to an event that comes in the same
    /// moment it can assign no message, and its client would wait for the end for ever.
    let quietUntil: Instant
    /// Seconds after the number.
    static let quietTime = 0.01
    var hasBegun = false
    /// Whether it waits for what was spoken when it came, once that is decided.
    var waits: Bool?
    /// Whether it waits until its client's pause is over.
    var isParked = false
    /// Whether it was being spoken when the pause came.
    var isInterrupted = false

    func standing(named name: String, of session: SSIPSession) -> SSIPStanding {
        SSIPStanding(name: name, client: session.id, app: session.name.client, number: number, priority: priority, block: block)
    }

    /// The bytes that it costs besides what waits, roughly.
    var cost: Int { 512 + announcement.runs.reduce(0) { $0 + $1.cost } }
    var markCost: Int { marks.reduce(0) { $0 + $1.cost } }

    private static let prefix = "ssip-"

    /// The conductor's name for it. Clients' numbers are never used twice, not by the next process either.
    static func name(_ number: UInt64, of client: ClientID) -> String { "\(prefix)\(client.number)-\(number)" }

    fileprivate static func client(ofName name: String) -> ClientID? {
        guard name.hasPrefix(prefix) else { return nil }
        return UInt64(name.dropFirst(prefix.count).prefix { $0 != "-" }).map { ClientID($0) }
    }
}

extension [String] {
    func movingToEnd(_ name: String?) -> [String] { filter { $0 != name } + filter { $0 == name } }
}
