/// What a client asks of a media session (M2).
package enum MediaSessionRequest: Sendable, Equatable {
    case begin(MediaSession)
    /// Its lease begins anew: so many seconds, or as many as before.
    case extend(name: String?, lease: Double?)
    case end(name: String?)
}

/// A time in which speech would disturb: a recording, for example.
package struct MediaSession: Sendable, Equatable {
    /// Its name; `session` on the wire. A client's sessions have different ones.
    package var name: String?
    package var mode: Mode
    /// Seconds until it ends by itself (M4).
    package var lease: Double
    /// Only these elements are silent; empty: all are.
    package var mute: [String]
    /// These are spoken all the same.
    package var allow: [String]

    package init(name: String? = nil, mode: Mode = .play, lease: Double = usualLease, mute: [String] = [], allow: [String] = []) {
        self.name = name
        self.mode = mode
        self.lease = lease
        self.mute = mute
        self.allow = allow
    }

    package enum Mode: String, Sendable, CaseIterable { case play, record, listen }

    package static let usualLease = 30.0
    /// The longest lease, in seconds; a longer one is cut to it (M2).
    package static let longestLease = 3600.0
}

/// What became of a media session.
package struct MediaSessionEvent: Sendable, Equatable {
    package enum Change: String, Sendable, CaseIterable { case began, extended, ended }
    /// Why it ended (M4).
    package enum Reason: String, Sendable, CaseIterable { case end, lease, disconnect }

    package var session: String
    package var mode: MediaSession.Mode
    package var change: Change
    package var reason: Reason?
    /// Seconds until it ends by itself.
    package var lease: Double?

    package init(session: String, mode: MediaSession.Mode, change: Change, reason: Reason? = nil, lease: Double? = nil) {
        self.session = session
        self.mode = mode
        self.change = change
        self.reason = reason
        self.lease = lease
    }
}
