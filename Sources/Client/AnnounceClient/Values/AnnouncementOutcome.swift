public import Messages

/// How an announcement ended: UIAccessibilityAnnouncementDidFinish. Each accepted announcement has exactly one outcome.
public struct AnnouncementOutcome: Sendable, Equatable, Identifiable {
    /// Why an announcement ended.
    public typealias Reason = FinishReason

    /// The announcement's id.
    public let id: String
    /// The announcement's text.
    public let text: String
    /// Whether the announcement's last sample has left the device.
    public let successful: Bool
    /// Why the announcement ended.
    public let reason: Reason
    /// How often the announcement began; nil if the outcome came from the daemon's history after a lost connection.
    public let attempts: Int?
    /// How long the announcement was heard in its last attempt; nil if ``attempts`` is nil.
    public let spoken: Duration?

    init(_ did: AnnouncementDidFinish) {
        self.init(id: did.id, text: did.text, reason: did.reason, attempts: did.attempts, spoken: .seconds(did.spokenSeconds))
    }

    /// Creates an outcome, for tests.
    public init(id: String, text: String, reason: Reason, attempts: Int? = nil, spoken: Duration? = nil) {
        self.id = id
        self.text = text
        self.successful = reason == .spoken
        self.reason = reason
        self.attempts = attempts
        self.spoken = spoken
    }
}
