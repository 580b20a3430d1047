package import JSONLines

/// A client's request about a media session (M2).
package enum MediaSessionRequest: Sendable, Equatable {
    case begin(MediaSession)
    /// Renews the lease for `lease` seconds; nil: for its previous length.
    case extend(name: String?, lease: Double?)
    case end(name: String?)
    /// The user ends sessions of an app, by the name that `status` shows; nil means all sessions (M7).
    case endAll(of: String?)
}

/// A period during which speech would disturb, such as a recording.
public struct MediaSession: Sendable, Equatable {
    /// The session's name, unique within its client; `session` on the wire.
    public var name: String?
    /// The activity of the app during the session.
    public var mode: Mode
    /// Seconds until the session ends if it is not extended (M4).
    public var lease: Double
    /// The only elements to silence; if empty, all are silenced.
    public var mute: [String]
    /// The elements that are spoken nevertheless.
    public var allow: [String]
    /// Which announcements are held.
    public var announcements: Announcements

    /// Creates a session.
    public init(
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

    /// The activity of the app during the session, which decides what is silenced (M2, M3).
    public enum Mode: String, Sendable, CaseIterable {
        /// High announcements, elements that the user focuses or adjusts, and the user's commands are spoken.
        case play
        /// Allowed elements, elements that speak during media, forced announcements, and the user's commands are spoken.
        case record
        /// The same as ``record``.
        case listen
    }
    /// Which announcements are held (M2).
    public enum Announcements: String, Sendable, CaseIterable {
        /// Announcements that the mode does not allow.
        case mode
        /// None.
        case pass
        /// Only low announcements, and no element is silenced.
        case holdLow
    }

    /// The lease of a session that names none, in seconds.
    public static let usualLease = 30.0
    /// The shortest lease that a client can request, in seconds (M2).
    public static let shortestLease = 1.0
    /// The maximum that the user can set for the longest lease, in seconds (M2).
    public static let longestLease = 3600.0
}

/// A change of a media session.
public struct MediaSessionEvent: Sendable, Equatable {
    /// The kind of change.
    public enum Change: String, Sendable, CaseIterable { case began, extended, ended }
    /// Why the session ended (M4).
    public enum Reason: String, Sendable, CaseIterable { case end, lease, disconnect, user }

    /// The session's name.
    public var session: String
    /// The activity of the app during the session.
    public var mode: MediaSession.Mode
    /// The kind of change.
    public var change: Change
    /// Why the session ended; nil if it did not.
    public var reason: Reason?
    /// Seconds until the session ends if it is not extended.
    public var lease: Double?

    /// Creates a session.
    public init(session: String, mode: MediaSession.Mode, change: Change, reason: Reason? = nil, lease: Double? = nil) {
        self.session = session
        self.mode = mode
        self.change = change
        self.reason = reason
        self.lease = lease
    }
}

extension MediaSession: JSONFields {
    package static var blank: MediaSession { MediaSession() }
    /// The maximum number of elements that a session may name.
    private static let mostElements = 1024

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.name("session", &name)
        try fields.word("mode", &mode, default: .play)
        var lease: Double? = lease == Self.usualLease ? nil : lease
        try fields.lease(&lease)
        self.lease = lease ?? Self.usualLease
        try Self.passElements("mute", &mute, &fields)
        try Self.passElements("allow", &allow, &fields)
        try fields.word("announcements", &announcements, default: .mode)
    }

    private static func passElements(_ field: String, _ ids: inout [String], _ fields: inout FieldPass) throws(JSONLineError) {
        try fields.names(field, &ids)
        if fields.isReading, ids.count > mostElements { throw fields.invalid(field, "expected at most \(mostElements) elements' ids") }
    }
}

extension FieldPass {
    fileprivate mutating func lease(_ lease: inout Double?) throws(JSONLineError) {
        try seconds("lease", &lease, atLeast: MediaSession.shortestLease)
    }
}

extension MediaSessionRequest: JSONFields {
    package static var blank: MediaSessionRequest { .end(name: nil) }
    /// `op` on the wire.
    package enum Operation: String, Sendable, CaseIterable { case begin, extend, end }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        var operation: Operation =
            switch self {
            case .begin: .begin
            case .extend: .extend
            case .end, .endAll: .end
            }
        try fields.word(
            "op", &operation, expected: "one of \(Operation.allCases.map(\.rawValue).joined(separator: ", "))")
        switch operation {
        case .begin:
            var session = if case .begin(let session) = self { session } else { MediaSession.blank }
            try session.pass(&fields)
            self = .begin(session)
        case .extend:
            var (name, lease): (String?, Double?) = if case .extend(let name, let lease) = self { (name, lease) } else { (nil, nil) }
            try fields.name("session", &name)
            try fields.lease(&lease)
            self = .extend(name: name, lease: lease)
        case .end:
            var name: String? = if case .end(let name) = self { name } else { nil }
            // M7: the sessions' app has a meaning only here.
            var app: String? = if case .endAll(let app) = self { app } else { nil }
            var all = if case .endAll(nil) = self { true } else { false }
            try fields.name("session", &name)
            try fields.name("app", &app)
            try fields.field("all", &all, default: false)
            self = all || app != nil ? .endAll(of: app) : .end(name: name)
        }
    }
}

extension MediaSessionEvent: JSONFields {
    package static var blank: MediaSessionEvent { MediaSessionEvent(session: "", mode: .play, change: .began) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.required("session", &session)
        try fields.word("mode", &mode)
        try fields.word("change", &change)
        try fields.word("reason", &reason)
        try fields.optional("lease", &lease)
    }
}
