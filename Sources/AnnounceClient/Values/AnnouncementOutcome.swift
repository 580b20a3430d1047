import Messages

/// What became of an announcement: UIAccessibilityAnnouncementDidFinish. Each that was taken has exactly one.
public struct AnnouncementOutcome: Sendable, Equatable, Identifiable {
    /// Why an announcement ended; a newer daemon may have more reasons.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ reason: FinishReason) { rawValue = reason.rawValue }

        /// It was heard to its end.
        public static let spoken = Self(.spoken)
        /// It was cut by another.
        public static let interrupted = Self(.interrupted)
        /// The user's stop or skip, or a cancel.
        public static let stopped = Self(.stopped)
        /// A newer one of its group.
        public static let superseded = Self(.superseded)
        /// It waited for too long.
        public static let expired = Self(.expired)
        /// Its app's screen changed.
        public static let reset = Self(.reset)
        /// A media session kept it for too long.
        public static let mediaSession = Self(.mediaSession)
        /// Too much of its app waited.
        public static let overflow = Self(.overflow)
        /// Its app has gone, and wanted it so.
        public static let disconnected = Self(.disconnected)
        /// The text makes no sound.
        public static let unspeakable = Self(.unspeakable)
        /// The synthesizer refused it, or ended twice over it.
        public static let synthesizerFailed = Self(.synthesizerFailed)
        /// There was no sound device for too long.
        public static let deviceFailed = Self(.deviceFailed)
        /// The daemon ends.
        public static let shutdown = Self(.shutdown)
    }

    public let id: String
    public let text: String
    /// Whether its last sound has left the device.
    public let successful: Bool
    public let reason: Reason
    /// How often it was begun; nil if this was learnt from the daemon's history after a lost connection.
    public let attempts: Int?
    /// How long it was heard, in its last attempt; nil as ``attempts`` is.
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
