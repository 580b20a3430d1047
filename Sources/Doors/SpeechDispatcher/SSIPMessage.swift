import Messages
import SpeechQueue

/// A client's unfinished message.
struct SSIPMessage: Sendable {
    var number: UInt64
    var priority: SSIPPriority
    var announcement: Announcement
    /// The events that the client has requested.
    var notifications: Set<SSIPEvent.Kind>
    /// The index marks that have not been reported, in order.
    var marks: ArraySlice<SSIPText.Mark> = []
    /// The block that the message belongs to.
    var block: UInt64?
    /// When the message's first event may be sent. The message's number was sent just before, and a library needs a moment to record it. It
    /// could not assign an earlier event to a message, and its client would wait for the end forever.
    var quietUntil: Instant
    /// The time between the number and the first event, in seconds. With 10 ms, Python's library missed a tenth of all BEGIN on a busy
    /// machine.
    static let quietTime = 0.04
    /// Whether the client was notified that the message has begun.
    var hasBegun = false
    /// The number of this part of a long text, from 0, and whether more parts follow. All parts share one number, one BEGIN and one END.
    var part = 0
    var isContinued = false
    var isPart: Bool { part > 0 || isContinued }
    /// Whether the message waits for the utterance that was in progress when it arrived; nil: not decided.
    var waits: Bool?

    /// Returns whether both are parts of one message, or belong to the same block.
    func belongs(to other: SSIPMessage) -> Bool { number == other.number || block != nil && block == other.block }

    func standing(named name: String, of session: SSIPSession) -> SSIPStanding {
        SSIPStanding(name: name, client: session.id, app: session.name.client, number: number, priority: priority, block: block)
    }

    /// The approximate memory for the message's marks, in bytes.
    var markCost: Int { marks.reduce(0) { $0 + $1.cost } }

    /// Returns the conductor's name for a message. Client numbers are never reused, even by the next process.
    static func name(_ number: UInt64, part: Int = 0, of client: ClientID) -> String {
        "ssip-\(client.number)-\(number)" + (part == 0 ? "" : ".\(part)")
    }
}
