import TestSupport

/// The invariants, checked from the stream of events that any client can subscribe to, and from the messages to each client.
struct Invariants {
    /// The first violations.
    private(set) var violations: [String] = []
    /// The number of each event, outcome and fault.
    private(set) var counts: [String: Int] = [:]

    private struct Spoken: Equatable {
        var id: String
        var text: String
    }
    private struct Session {
        var silencesWhat: Silences
        var until: Double
    }
    private struct Ledger {
        var posted = 0
        var finished = 0
        var isAccepted = false
        var isRefused = false
        var told = 0
        /// Whether its client was connected all along, and receives outcomes.
        var isOwed = false
    }

    /// Whether sessions are named as ``Silences`` expects, and everything that a session allows contains ``allowedWord``.
    private let knowsSessions: Bool

    private var speaking: Spoken?
    private var sessions: [String: Session] = [:]
    private var entries: [String: Ledger] = [:]

    /// Whether the daemon has ended since the last rest; utterances about elements are then forgotten, and need no end.
    private var wasRestarted = false
    /// Whether the daemon was killed: messages sent at that moment may be sent twice.
    private var wasKilled = false
    /// How many utterances may have been spoken when a process ended: they have no end.
    private var unfinished = 0

    init(knowsSessions: Bool = true) { self.knowsSessions = knowsSessions }

    /// How late the daemon's timed actions may be on a busy machine, in seconds.
    private static let grace = 1.5

    mutating func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

    mutating func violated(_ what: String) {
        count("violations")
        if violations.count < 20 { violations.append(String(what.prefix(500))) }
    }

    // MARK: Events

    /// Records an event of the monitor.
    mutating func saw(_ message: Message) {
        guard let event = message.event, let id = message.id else { return }
        count("event \(event)")
        let spoken = Spoken(id: id, text: message.text ?? "")
        checkLeases(at: message.at ?? 0)
        switch event {
        case "posted": entries[id, default: Ledger()].posted += 1
        case "started":
            // After a lost voice or device the same utterance starts again.
            if let speaking, speaking != spoken {
                // The last process's current utterance has no end.
                if unfinished > 0 { unfinished -= 1 } else { violated("two speak at a time: \(speaking) and \(spoken)") }
            }
            speaking = spoken
            checkMedia(message)
        case "cut":
            if speaking == spoken { speaking = nil }
            if message.class == "high", message.rule != "Q4", message.rule != "M1" { violated("a high was cut: \(message)") }
        case "finished":
            if speaking == spoken { speaking = nil }
            entries[id, default: Ledger()].finished += 1
            count("outcome \(message.reason ?? "none")")
            if message.class == "high", message.reason == "interrupted", message.rule != "Q4" {
                violated("a high was interrupted: \(message)")
            }
        case "mediaSession":
            if let session = message.session { saw(session, at: message.at ?? 0) }
        default: break
        }
    }

    private mutating func saw(_ session: Message.SessionChange, at now: Double) {
        // No two sessions of this program have the same name.
        let key = session.name
        switch session.change {
        case "began", "extended":
            let lease = session.lease ?? .infinity
            let silences = sessions[key]?.silencesWhat ?? Silences(session: key, mode: session.mode ?? "")
            sessions[key] = Session(silencesWhat: silences, until: now + lease)
        default: sessions[key] = nil
        }
    }

    private mutating func checkLeases(at now: Double) {
        guard knowsSessions, !wasRestarted else { return }
        for (name, session) in sessions where session.until + Self.grace < now {
            violated("M4: session \(name) is on at \(now), though its lease ended at \(session.until)")
            sessions[name] = nil
        }
    }

    /// M3: during a recording only the user's commands and permitted speech are heard.
    private mutating func checkMedia(_ message: Message) {
        guard knowsSessions, !wasRestarted, message.class != "user" else { return }
        guard sessions.values.contains(where: { $0.silencesWhat == .recording }) else { return }
        if message.text?.lowercased().contains(allowedWord) != true { violated("M3: spoken while something is recorded: \(message)") }
    }

    /// Records that the daemon is about to end; the next process continues its work.
    mutating func restarts(isKilled: Bool) {
        wasRestarted = true
        wasKilled = wasKilled || isKilled
        unfinished += 1
    }

    // MARK: Clients

    /// Records the reply to an announcement; its client also receives the outcome if `isOwed`.
    mutating func answered(_ id: String, ok: Bool) {
        if ok { entries[id, default: Ledger()].isAccepted = true } else { entries[id, default: Ledger()].isRefused = true }
    }

    /// Records that a client received a line that is no message. After a restart, the rest of a line that was cut is empty, or a part of
    /// it.
    mutating func sawNoMessage(_ line: String) {
        if wasRestarted { count("lines cut by a restart") } else { violated("no message: \(line)") }
    }

    mutating func told(_ id: String) { entries[id, default: Ledger()].told += 1 }

    /// Records announcements of a client that was connected all along.
    mutating func owes(_ ids: [String]) {
        for id in ids { entries[id]?.isOwed = true }
    }

    /// Checks the state of rest: nothing speaks, waits or is silenced, and every announcement has ended.
    mutating func atRest() {
        for (id, entry) in entries {
            count("utterances", entry.posted)
            let isAnnouncement = id.hasPrefix(announcementPrefix)
            if wasKilled ? entry.posted > 0 && entry.finished == 0 : entry.posted != entry.finished, isAnnouncement || !wasRestarted {
                violated("D1: \(id) was posted \(entry.posted) times and ended \(entry.finished) times")
            }
            guard isAnnouncement else { continue }
            count("announcements")
            if entry.isRefused, entry.posted + entry.told > 0 { violated("D1: \(id) was refused with an error, and ended") }
            if entry.isAccepted, entry.posted != 1, !wasKilled { violated("D1: \(id) was accepted and posted \(entry.posted) times") }
            if entry.told > (wasKilled ? 2 : 1) { violated("D1: \(id)'s end was told \(entry.told) times") }
            if entry.isOwed, entry.isAccepted, entry.told == 0 { violated("D1: \(id)'s end was not told to a client that waited for it") }
            if entry.isAccepted { count("accepted, here to the end", entry.isOwed ? 1 : 0) }
        }
        entries = [:]
        if let speaking, !wasRestarted { violated("\(speaking) is spoken, though nothing is") }
        speaking = nil
        for name in sessions.keys where knowsSessions && !wasRestarted { violated("M4: session \(name) is on, though its client has gone") }
        sessions = [:]
        (wasRestarted, wasKilled, unfinished) = (false, false, 0)
    }
}

extension Message: CustomStringConvertible {
    package var description: String {
        let fields = [event ?? type, id, `class`, text.map { "“\($0.prefix(60))”" }, reason, rule].compactMap(\.self)
        return "\(fields.joined(separator: " ")) at \(at ?? 0)"
    }
}

/// The speech that a session of this program silences, as encoded in its name.
enum Silences {
    case recording, playing, someElements

    init(session: String, mode: String) {
        if session.hasPrefix(mutedSessionPrefix) {
            self = .someElements
        } else {
            self = mode == "play" ? .playing : .recording
        }
    }
}

/// A word in every text that may be spoken in any session (M3), and in no other.
let allowedWord = "allowed"
/// The prefix of the names of sessions that silence only some elements.
let mutedSessionPrefix = "muted"
/// The prefix of announcements' ids.
let announcementPrefix = "a-"
