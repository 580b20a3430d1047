import Messages
import SpeechQueue

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
    var lastMessage: UInt64?
    /// The rest of a long text, which is posted before the next command.
    var remainder: SSIPRemainder?
    /// The number of the open block.
    var block: UInt64?
    /// The clients whose `PAUSE` applies to this client.
    var pausedBy: Set<ClientID> = []
    var isPaused: Bool { !pausedBy.isEmpty }
    /// The message that the client's pause has silenced.
    var silenced: String?
    /// The client's `LIST SYNTHESIS_VOICES` that waits until the voices are known.
    var voiceQuery: SSIPVoiceQuery?
    /// When the client silenced itself or everything, if it has posted nothing since.
    private var silencedAt: Instant?

    init(id: ClientID) {
        self.id = id
    }

    mutating func didSilence(at now: Instant) { silencedAt = now }
    mutating func didSpeak() { silencedAt = nil }

    /// Returns whether the client's next message answers an action of its user, because the client has just silenced itself or everything.
    func answersUser(at now: Instant) -> Bool { silencedAt.map { now - $0 < Self.answerTime } ?? false }
    private static let answerTime = 1.0

    /// Whether the client has introduced itself.
    var isKnown: Bool { name != .unknown }
}
