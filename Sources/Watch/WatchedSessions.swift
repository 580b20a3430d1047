package import Messages

/// The media sessions that the daemon is asked for. Each input returns requests, in order.
package struct WatchedSessions: Sendable {
    /// Seconds until a session ends that isn't renewed.
    package static let lease = 60.0
    /// Seconds between renewals, for a lease that the user's `media.longest-lease` may have cut.
    package private(set) var interval = lease / 3

    private enum State {
        case on
        /// The user has ended it, or allows none: it does not begin again before the app stops recording.
        case refused
    }

    private var isConnected = false
    private var states: [String: State] = [:]

    package init() {}

    /// Whether a lease has to be renewed.
    package var needsRenewal: Bool { isConnected && states.values.contains(.on) }

    /// Learns which sessions should be on.
    package mutating func want(_ names: Set<String>) -> [MediaSessionRequest] {
        let over = states.keys.filter { !names.contains($0) }.sorted()
        var requests: [MediaSessionRequest] = []
        for name in over where states.removeValue(forKey: name) == .on { requests.append(.end(name: name)) }
        for name in names.sorted() where states[name] == nil {
            states[name] = .on
            requests.append(Self.begin(name))
        }
        return isConnected ? requests : []
    }

    /// Begins the sessions on a new connection.
    package mutating func connect() -> [MediaSessionRequest] {
        isConnected = true
        return states.keys.sorted().filter { states[$0] == .on }.map(Self.begin)
    }

    package mutating func disconnect() { isConnected = false }

    /// Learns what became of a session. One whose lease ran out, for example because the machine slept, begins again.
    package mutating func receive(_ event: MediaSessionEvent) -> [MediaSessionRequest] {
        if let lease = event.lease { interval = lease / 3 }
        guard event.change == .ended, states[event.session] == .on else { return [] }
        if event.reason == .lease { return [Self.begin(event.session)] }
        if event.reason == .user { states[event.session] = .refused }
        return []
    }

    /// Learns that the daemon refuses a session.
    package mutating func refuse(_ name: String) {
        if states[name] != nil { states[name] = .refused }
    }

    /// Renews all leases.
    package func renew() -> [MediaSessionRequest] {
        states.keys.sorted().filter { states[$0] == .on }.map { .extend(name: $0, lease: nil) }
    }

    private static func begin(_ name: String) -> MediaSessionRequest {
        .begin(MediaSession(name: name, mode: .play, lease: lease))
    }
}
