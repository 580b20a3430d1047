import Messages
import SpeechQueue

/// The active media sessions (§6).
struct MediaSessions: Sendable {
    /// The maximum number of sessions at once, of all clients.
    static let most = 32
    /// Seconds of quiet after the last session (M5).
    static let quiet = 0.3
    /// Seconds for which an app may not begin a session after the user ended its sessions (M7), and the maximum number of such apps to
    /// store.
    static let refusal = 60.0
    static let mostRefused = 256

    struct Session: Sendable {
        let client: ClientID
        let name: String
        let mode: MediaSession.Mode
        var lease: Double
        var until: Instant
        /// The only elements to silence; if empty, all are silenced.
        let mute: Set<String>
        let allow: Set<String>
        /// The element whose activation started the session (M1).
        let element: String?

        let announcements: MediaSession.Announcements

        /// The speech that the session lets through. With `mute` the session silences only some elements, with `pass` it silences no
        /// announcements, with `holdLow` it silences only lows (M2).
        var gate: Gate {
            let level: Gate.Level = mode == .play ? .play : .record
            return switch announcements {
            case .mode: Gate(announcements: level, elements: mute.isEmpty ? level : .open)
            case .pass: Gate(announcements: .open, elements: mute.isEmpty ? level : .open)
            case .holdLow: Gate(announcements: .low, elements: .open)
            }
        }
    }

    private(set) var active: [Session] = []
    /// The owners whose sessions the user has ended, the latest last (M7).
    private(set) var ended: [RememberedSessions.Ended] = []
    /// The quiet after the last session: its end, and the speech that it lets through.
    private(set) var quietUntil: Instant?
    private(set) var quietGate = Gate.open
    private var lastNameless = 0
    /// Whether a session began, changed or ended since ``Narrator/takeChangedSessions()``.
    var haveChanged = true

    /// The speech that is allowed now.
    var gate: Gate { activeGate.with(quietGate) }

    private var activeGate: Gate { active.reduce(.open) { $0.with($1.gate) } }

    /// Whether a session, or the quiet after it, silences more than lows.
    var isOn: Bool { active.contains { $0.announcements != .holdLow } || quietUntil != nil && quietGate != Self.holdsLows }

    private static let holdsLows = Gate(announcements: .low, elements: .open)

    func session(of client: ClientID, named name: String) -> Session? { active.first { $0.client == client && $0.name == name } }

    /// Returns whether a session of one of these clients silences an element by name.
    func mutes(_ element: String, of clients: [ClientID]) -> Bool {
        active.contains { $0.mute.contains(element) && clients.contains($0.client) }
    }

    /// Returns whether a session of one of these clients allows an element by name.
    func allows(_ element: String, of clients: [ClientID]) -> Bool {
        active.contains { $0.allow.contains(element) && clients.contains($0.client) }
    }

    /// When the next lease or quiet ends; nil if none does.
    var nextEnd: Instant? { active.reduce(quietUntil) { first, session in min(first ?? session.until, session.until) } }

    mutating func begin(_ session: MediaSession, of client: ClientID, element: String?, at now: Instant) -> Session {
        var name = session.name ?? ""
        if name.isEmpty {
            repeat {
                lastNameless += 1
                name = "session-\(lastNameless)"
            } while active.contains { $0.client == client && $0.name == name }
        }
        let begun = Session(
            client: client, name: name, mode: session.mode, lease: session.lease, until: now + session.lease, mute: Set(session.mute),
            allow: Set(session.allow), element: element, announcements: session.announcements)
        active.append(begun)
        haveChanged = true
        return begun
    }

    mutating func extend(_ name: String, of client: ClientID, lease: Double?, longest: Double, at now: Instant) -> Session? {
        guard let index = active.firstIndex(where: { $0.client == client && $0.name == name }) else { return nil }
        active[index].lease = min(lease ?? active[index].lease, longest)
        active[index].until = now + active[index].lease
        haveChanged = true
        return active[index]
    }

    /// Ends the sessions that meet a condition. If the remaining sessions let more speech through, the quiet begins.
    mutating func end(where isOver: (Session) -> Bool, at now: Instant) -> [Session] {
        let before = activeGate
        let ended = active.filter(isOver)
        active.removeAll(where: isOver)
        if !ended.isEmpty { haveChanged = true }
        if !ended.isEmpty, activeGate != before {
            quietUntil = now + Self.quiet
            quietGate = quietGate.with(before)
        }
        return ended
    }

    /// Refuses new sessions of an owner for a while (M7).
    mutating func refuse(_ owner: String, at now: Instant) {
        ended.removeAll { $0.owner == owner || $0.until <= now }
        if ended.count >= Self.mostRefused { ended.removeFirst() }
        ended.append(RememberedSessions.Ended(owner: owner, until: now + Self.refusal))
    }

    /// Returns the number of seconds until an owner may begin a session; nil if it may now.
    func refusal(of owner: String, at now: Instant) -> Double? {
        ended.first { $0.owner == owner && $0.until > now }.map { $0.until - now }
    }

    /// Lets an owner begin sessions again, because the user has activated an element that starts one.
    mutating func allow(_ owner: String) { ended.removeAll { $0.owner == owner } }

    /// Restores the sessions that were active in the previous process.
    mutating func restore(_ sessions: RememberedSessions) {
        ended = sessions.ended
        quietUntil = sessions.quietUntil
        quietGate = sessions.quietGate
        active = sessions.active.prefix(Self.most).map { remembered in
            Session(
                client: remembered.client, name: remembered.session.name ?? "", mode: remembered.session.mode,
                lease: remembered.session.lease, until: remembered.until, mute: Set(remembered.session.mute),
                allow: Set(remembered.session.allow), element: remembered.element, announcements: remembered.session.announcements)
        }
    }

    /// Returns whether a session silences everything that the quiet silences.
    func isQuietCovered(by session: Session) -> Bool { session.gate.with(quietGate) == session.gate }

    /// Ends the quiet, because its time is up or a new session replaces it.
    mutating func endQuiet() {
        guard quietUntil != nil else { return }
        quietUntil = nil
        quietGate = .open
        haveChanged = true
    }
}
