package import Messages

/// The media sessions that announced-watch requests from the daemon. Each input returns requests, in order.
package struct WatchedSessions: Sendable {
    /// Seconds until an unrenewed session ends.
    package static let lease = 60.0
    /// Seconds between renewals, for a lease that the user's `media.longest-lease` may have shortened.
    package private(set) var interval = lease / 3

    /// The wanted sessions, by name.
    package typealias Wanted = [String: MediaSession.Announcements]

    private enum State: Equatable {
        case on(MediaSession.Announcements)
        /// There is no daemon, or it has refused the session, for example because the user has just ended the app's last one. The request
        /// is repeated.
        case pending(MediaSession.Announcements)
        /// Ended by the user; begins again only after the app has stopped recording or playing.
        case ended
    }

    private var isConnected = false
    private var states: [String: State] = [:]

    package init() {}

    /// Whether a lease must be renewed, or a session requested again.
    package var needsRenewal: Bool { isConnected && states.values.contains { $0 != .ended } }

    /// Receives which sessions should be active.
    package mutating func want(_ wanted: Wanted) -> [MediaSessionRequest] {
        let over = states.keys.filter { wanted[$0] == nil }.sorted()
        var requests: [MediaSessionRequest] = []
        for name in over { if case .on = states.removeValue(forKey: name) { requests.append(.end(name: name)) } }
        for (name, announcements) in wanted.sorted(by: { $0.key < $1.key }) where states[name] == nil {
            states[name] = isConnected ? .on(announcements) : .pending(announcements)
            requests.append(Self.begin(name, announcements))
        }
        return isConnected ? requests : []
    }

    /// Begins the sessions on a new connection.
    package mutating func connect() -> [MediaSessionRequest] {
        isConnected = true
        return renew()
    }

    package mutating func disconnect() {
        isConnected = false
        for name in states.keys { didRefuse(name) }
    }

    /// Receives a change of a session. A session whose lease ran out, for example because the machine slept, begins again.
    package mutating func receive(_ event: MediaSessionEvent) -> [MediaSessionRequest] {
        if let lease = event.lease { interval = lease / 3 }
        guard event.change == .ended, case .on(let announcements) = states[event.session] else { return [] }
        if event.reason == .lease { return [Self.begin(event.session, announcements)] }
        if event.reason == .user { states[event.session] = .ended }
        return []
    }

    /// Records that the daemon has refused a session.
    package mutating func didRefuse(_ name: String) {
        if case .on(let announcements) = states[name] { states[name] = .pending(announcements) }
    }

    /// Renews all leases, and requests the refused sessions again.
    package mutating func renew() -> [MediaSessionRequest] {
        states.sorted { $0.key < $1.key }.compactMap { name, state in
            switch state {
            case .on: return .extend(name: name, lease: nil)
            case .pending(let announcements):
                states[name] = .on(announcements)
                return Self.begin(name, announcements)
            case .ended: return nil
            }
        }
    }

    private static func begin(_ name: String, _ announcements: MediaSession.Announcements) -> MediaSessionRequest {
        .begin(MediaSession(name: name, mode: .play, lease: lease, announcements: announcements))
    }
}
