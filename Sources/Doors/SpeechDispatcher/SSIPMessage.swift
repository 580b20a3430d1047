import Messages
import SpeechQueue

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
    var quietUntil: Instant
    /// The time between the number and the first event, in seconds. With 10 ms, Python's library missed every tenth BEGIN on a busy machine.
    static let quietTime = 0.04
    /// Whether its client knows that it has begun.
    var hasBegun = false
    /// Which part of a long text it is, from 0, and whether more parts follow. All have one number, one BEGIN and one END.
    var part = 0
    var isContinued = false
    var isPart: Bool { part > 0 || isContinued }
    /// Whether it waits for the utterance that was in progress when it came, once that is decided.
    var waits: Bool?

    func standing(named name: String, of session: SSIPSession) -> SSIPStanding {
        SSIPStanding(name: name, client: session.id, app: session.name.client, number: number, priority: priority, block: block)
    }

    /// The approximate memory for its marks, in bytes.
    var markCost: Int { marks.reduce(0) { $0 + $1.cost } }

    private static let prefix = "ssip-"

    /// Returns the conductor's name for a message. Client numbers are never reused, even by the next process.
    static func name(_ number: UInt64, part: Int = 0, of client: ClientID) -> String {
        "\(prefix)\(client.number)-\(number)" + (part == 0 ? "" : ".\(part)")
    }

    static func client(ofName name: String) -> ClientID? {
        guard name.hasPrefix(prefix) else { return nil }
        return UInt64(name.dropFirst(prefix.count).prefix { $0 != "-" }).map { ClientID($0) }
    }
}
