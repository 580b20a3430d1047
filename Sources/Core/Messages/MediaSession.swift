/// A client's request about a media session (M2).
package enum MediaSessionRequest: Sendable, Equatable {
    case begin(MediaSession)
    /// Renews the lease for `lease` seconds; nil means its former length.
    case extend(name: String?, lease: Double?)
    case end(name: String?)
    /// The user ends sessions of an app, by the name that `status` shows; nil means all sessions (M7).
    case endAll(of: String?)
}

/// A time in which speech would disturb, for example during a recording.
package struct MediaSession: Sendable, Equatable {
    /// The session's name, unique within its client; `session` on the wire.
    package var name: String?
    package var mode: Mode
    /// Seconds until it ends without being extended (M4).
    package var lease: Double
    /// The only elements to silence; if empty, all are silenced.
    package var mute: [String]
    /// Elements that are spoken nevertheless.
    package var allow: [String]
    package var announcements: Announcements

    package init(
        name: String? = nil, mode: Mode = .play, lease: Double = usualLease, mute: [String] = [], allow: [String] = [],
        announcements: Announcements = .mode
    ) {
        self.name = name
        self.mode = mode
        self.lease = lease
        self.mute = mute
        self.allow = allow
        self.announcements = announcements
    }

    /// The activity of the app during the session, which decides what is silent (M2, M3).
    package enum Mode: String, Sendable, CaseIterable { case play, record, listen }
    /// Whether announcements are held as the mode says, or spoken as without the session; or whether nothing but lows is held (M2).
    package enum Announcements: String, Sendable, CaseIterable { case mode, pass, holdLow }

    package static let usualLease = 30.0
    /// The least that a client can ask for, in seconds (M2).
    package static let shortestLease = 1.0
    /// The most that the user can set as the longest lease, in seconds (M2).
    package static let longestLease = 3600.0
}

/// A change of a media session.
package struct MediaSessionEvent: Sendable, Equatable {
    /// The kind of change.
    package enum Change: String, Sendable, CaseIterable { case began, extended, ended }
    /// Why the session ended (M4).
    package enum Reason: String, Sendable, CaseIterable { case end, lease, disconnect, user }

    package var session: String
    package var mode: MediaSession.Mode
    package var change: Change
    package var reason: Reason?
    /// Seconds until it ends without being extended.
    package var lease: Double?

    package init(session: String, mode: MediaSession.Mode, change: Change, reason: Reason? = nil, lease: Double? = nil) {
        self.session = session
        self.mode = mode
        self.change = change
        self.reason = reason
        self.lease = lease
    }
}
