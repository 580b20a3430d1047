import Messages

/// How an announcement ended: UIAccessibilityAnnouncementDidFinish. Each accepted announcement has exactly one outcome.
public struct AnnouncementOutcome: Sendable, Equatable, Identifiable {
    /// Why an announcement ended; newer daemons may have more reasons.
    public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The protocol's name for the reason.
        public let rawValue: String

        /// Creates a reason from the protocol's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        init(_ reason: FinishReason) { rawValue = reason.rawValue }

        /// The announcement was heard to its end.
        public static let spoken = Self(.spoken)
        /// Other speech cut the announcement.
        public static let interrupted = Self(.interrupted)
        /// The announcement was stopped, skipped or cancelled.
        public static let stopped = Self(.stopped)
        /// A newer announcement of its app replaced this one: an announcement of the same group, or one posted during the same pause or
        /// media session.
        public static let superseded = Self(.superseded)
        /// The announcement waited too long.
        public static let expired = Self(.expired)
        /// The app's screen changed.
        public static let reset = Self(.reset)
        /// A media session cut the announcement, or held it too long.
        public static let mediaSession = Self(.mediaSession)
        /// Too many of the app's utterances waited.
        public static let overflow = Self(.overflow)
        /// The app disconnected, and had requested this.
        public static let disconnected = Self(.disconnected)
        /// The user's configuration mutes the app.
        public static let muted = Self(.muted)
        /// The text makes no sound.
        public static let unspeakable = Self(.unspeakable)
        /// The synthesizer failed, or can't speak some of the words; the others were heard.
        public static let synthesizerFailed = Self(.synthesizerFailed)
        /// The sound device was unavailable for too long.
        public static let deviceFailed = Self(.deviceFailed)
        /// The daemon ended.
        public static let shutdown = Self(.shutdown)
    }

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
        self.init(id: did.id, text: did.text, reason: Reason(did.reason), attempts: did.attempts, spoken: .seconds(did.spokenSeconds))
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
