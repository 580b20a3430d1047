import Messages

/// How an announcement ended: UIAccessibilityAnnouncementDidFinish. Each accepted announcement has exactly one outcome.
public struct AnnouncementOutcome: Sendable, Equatable, Identifiable {
    /// Why an announcement ended; newer daemons may have more reasons.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        /// The protocol's name for it.
        public let rawValue: String

        /// Creates a reason from the protocol's name for it.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ reason: FinishReason) { rawValue = reason.rawValue }

        /// It was heard to its end.
        public static let spoken = Self(.spoken)
        /// Other speech cut it.
        public static let interrupted = Self(.interrupted)
        /// It was stopped, skipped or cancelled.
        public static let stopped = Self(.stopped)
        /// A newer announcement of its app replaced it: of its group, or posted during the same pause or media session.
        public static let superseded = Self(.superseded)
        /// It waited for too long.
        public static let expired = Self(.expired)
        /// Its app's screen changed.
        public static let reset = Self(.reset)
        /// A media session cut it, or held it for too long.
        public static let mediaSession = Self(.mediaSession)
        /// Too many of its app's utterances waited.
        public static let overflow = Self(.overflow)
        /// Its app disconnected, and had asked for this.
        public static let disconnected = Self(.disconnected)
        /// The user's configuration mutes its app.
        public static let muted = Self(.muted)
        /// The text makes no sound.
        public static let unspeakable = Self(.unspeakable)
        /// The synthesizer failed, or can't speak some of its words; the others were heard.
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
    /// Whether its last sample has left the device.
    public let successful: Bool
    /// Why it ended.
    public let reason: Reason
    /// How often it was begun; nil if the outcome came from the daemon's history after a lost connection.
    public let attempts: Int?
    /// How long it was heard in its last attempt; nil if ``attempts`` is.
    public let spoken: Duration?

    init(_ did: AnnouncementDidFinish) {
        self.init(id: did.id, text: did.text, reason: did.reason, attempts: did.attempts, spoken: .seconds(did.spokenSeconds))
    }

    init(id: String, text: String, reason: FinishReason, attempts: Int? = nil, spoken: Duration? = nil) {
        self.id = id
        self.text = text
        self.successful = reason == .spoken
        self.reason = Reason(rawValue: reason.rawValue)
        self.attempts = attempts
        self.spoken = spoken
    }
}
