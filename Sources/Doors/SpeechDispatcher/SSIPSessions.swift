import DequeModule
import Messages
import SpeechQueue

/// The sessions of all SSIP clients, and their messages. The conductor decides when each message is spoken; this type stores only the
/// additional state that the protocol needs.
struct SSIPSessions: Sendable {
    /// The maximum size of all index marks, in bytes. Beyond that, texts are spoken without marks.
    static let mostMarks = 4 << 20

    /// The maximum size of all clients' unfinished texts, in bytes, and the size that each client may always have.
    static let mostUnfinishedText = 16 << 20
    static let sureUnfinishedText = 64 << 10

    private(set) var all: [ClientID: SSIPSession] = [:]
    /// Each client's unfinished messages, by the conductor's names for them. Stored separately from the sessions, so that reading a session
    /// does not copy them.
    var messages: [ClientID: [String: SSIPMessage]] = [:]
    /// For each client, the names of the messages that a newer message of their priority makes obsolete. Usually there is one.
    private var replaceable: [ClientID: [String]] = [:]
    /// The delayed events, and when each may be sent (``SSIPMessage/quietUntil``).
    private var delayedEvents: [ClientID: Deque<(due: Instant, bytes: [UInt8])>] = [:]
    /// The last messages of disconnected clients, with each part of long messages: `spd-say` disconnects at once, but its next run
    /// interrupts them.
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

    /// Drops a client's unfinished text if all unfinished texts together take too much memory.
    mutating func limitUnfinishedText(of client: ClientID) {
        guard let own = all[client]?.decoder.textSize, own > Self.sureUnfinishedText,
            all.values.reduce(0, { $0 + $1.decoder.textSize }) > Self.mostUnfinishedText
        else { return }
        all[client]?.decoder.giveUpText()
    }

    /// Adds a message, without its marks if all marks would take too much memory.
    mutating func add(_ message: SSIPMessage, named name: String, of client: ClientID) {
        var message = message
        if markBytes + message.markCost > Self.mostMarks { message.marks = [] }
        markBytes += message.markCost
        messages[client, default: [:]][name] = message
        if message.priority.onlyNewestCounts { replaceable[client, default: []].append(name) }
        all[client]?.lastMessage = message.number
    }

    /// Removes a message that has finished.
    @discardableResult
    mutating func remove(_ name: String, of client: ClientID) -> SSIPMessage? {
        guard let message = messages[client]?.removeValue(forKey: name) else { return nil }
        if message.priority.onlyNewestCounts { replaceable[client]?.removeAll { $0 == name } }
        markBytes -= message.markCost
        return message
    }

    /// Returns the names of a client's messages, in order.
    func names(of client: ClientID) -> [String] {
        messages[client, default: [:]].sorted { ($0.value.number, $0.value.part) < ($1.value.number, $1.value.part) }.map(\.key)
    }

    mutating func remove(_ client: ClientID) {
        guard let session = all[client] else { return }
        for name in names(of: client) {
            guard let message = remove(name, of: client) else { continue }
            departed.append(message.standing(named: name, of: session))
        }
        let oldest = Set(departed.map(\.number)).sorted().suffix(Self.mostDeparted).first ?? 0
        departed.removeAll { $0.number < oldest }
        all[client] = nil
        messages[client] = nil
        replaceable[client] = nil
        delayedEvents[client] = nil
    }

    /// Removes and returns a message's first mark if it is at `offset` or before.
    mutating func takeMark(upTo offset: Int, in name: String, of client: ClientID) -> SSIPText.Mark? {
        guard let mark = messages[client]?[name]?.marks.first, mark.offset <= offset else { return nil }
        messages[client]?[name]?.marks.removeFirst()
        markBytes -= mark.cost
        return mark
    }

    // MARK: Held events

    /// Returns whether events of a client are delayed, so that later events must wait, too.
    func hasDelayedEvents(of client: ClientID) -> Bool { delayedEvents[client] != nil }

    mutating func hold(_ event: [UInt8], until due: Instant, for client: ClientID) {
        delayedEvents[client, default: []].append((due, event))
    }

    /// When the next delayed event may be sent; nil: none is delayed.
    var nextEventDue: Instant? { delayedEvents.values.lazy.compactMap(\.first?.due).min() }

    /// Removes and returns the delayed events that may be sent now.
    mutating func takeEvents(dueBy now: Instant) -> [(client: ClientID, bytes: [UInt8])] {
        delayedEvents.keys.sorted { $0.number < $1.number }.map { client in
            let due = delayedEvents[client, default: []].prefix { $0.due <= now }
            delayedEvents[client]?.removeFirst(due.count)
            if delayedEvents[client]?.isEmpty == true { delayedEvents[client] = nil }
            return (client, due.flatMap(\.bytes))
        }
    }

    /// Removes and returns all delayed events of a client.
    mutating func takeEvents(of client: ClientID) -> [UInt8] { delayedEvents.removeValue(forKey: client)?.flatMap(\.bytes) ?? [] }

    /// Returns a program's messages from closed connections. They may still wait or be spoken.
    func departed(of session: SSIPSession) -> [SSIPStanding] {
        session.isKnown ? departed.filter { $0.app == session.name.client } : []
    }

    /// Returns the standing of the message that is being spoken, regardless of whether its client is still connected; nil if the utterance
    /// is no message of this protocol.
    func standing(of spoken: Utterance) -> SSIPStanding? {
        guard let session = all[spoken.client] else {
            return departed.last { $0.client == spoken.client && $0.name == spoken.name }
        }
        return messages[spoken.client]?[spoken.name].map { $0.standing(named: spoken.name, of: session) }
    }

    /// Returns a program's messages of a priority of which only the newest counts. They may wait or be spoken.
    func standings(of session: SSIPSession, _ priority: SSIPPriority) -> [SSIPStanding] {
        let own = replaceable.flatMap { client, names -> [SSIPStanding] in
            guard !names.isEmpty, client == session.id || session.isKnown, let other = all[client],
                client == session.id || other.name.client == session.name.client
            else { return [] }
            return names.compactMap { name in messages[client]?[name].map { $0.standing(named: name, of: other) } }
        }
        return (own + departed(of: session)).filter { $0.priority == priority }
    }
}
