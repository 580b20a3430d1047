import Messages

/// The media sessions in which an utterance is spoken (M3).
package enum MediaPermission: Int, Sendable, Comparable {
    case none
    /// In play sessions, but not in record and listen sessions.
    case play
    case always

    package static func < (a: MediaPermission, b: MediaPermission) -> Bool { a.rawValue < b.rawValue }
}

/// The speech that the active media sessions let through.
package struct Gate: Sendable, Equatable {
    /// The degree of silence, beginning with none.
    package enum Level: Int, Sendable, Comparable {
        // The journal stores the raw values.
        case open = 0
        case play = 1
        case record = 2
        /// Lows wait (M2).
        case low = 3

        package static func < (a: Level, b: Level) -> Bool { a.strictness < b.strictness }

        private var strictness: Int {
            switch self {
            case .open: 0
            case .low: 1
            case .play: 2
            case .record: 3
            }
        }
    }

    package var announcements: Level
    /// The level for speech about elements. A session with `mute` leaves it open (M2).
    package var elements: Level

    package init(announcements: Level, elements: Level) {
        self.announcements = announcements
        self.elements = elements
    }

    package static let open = Gate(announcements: .open, elements: .open)
    package static let play = Gate(announcements: .play, elements: .play)
    package static let record = Gate(announcements: .record, elements: .record)

    /// Returns the gate that lets through only the speech that passes both gates.
    package func with(_ other: Gate) -> Gate {
        Gate(announcements: max(announcements, other.announcements), elements: max(elements, other.elements))
    }

    /// Returns whether `utterance` may be spoken now. Replies to the user's own commands always may.
    package func admits(_ utterance: Utterance) -> Bool {
        switch level(for: utterance) {
        case .open: true
        case .low: utterance.class != .low || utterance.media == .always
        case .play: utterance.class == .user || utterance.media >= .play
        case .record: utterance.class == .user || utterance.media == .always
        }
    }

    func level(for utterance: Utterance) -> Level { utterance.isAnnouncement ? announcements : elements }
}

// §6: during a media session announcements are held; everything else ends.
extension SpeechQueue {
    /// Sets the gate to the speech that all active sessions let through.
    /// - Parameter hold: the maximum time since held speech was posted for it to be spoken when the gate opens, in seconds (M5).
    package mutating func set(_ gate: Gate, hold: Double, at now: Instant) -> [Action] {
        let former = self.gate
        guard gate != former else { return [] }
        self.gate = gate
        var actions: [Action] = []
        if former.announcements <= .low, gate.announcements > .low { closedAt = now }
        adjustAges(at: now)
        if gate.with(former) != former { close(from: former, at: now, &actions) }
        if gate.announcements < former.announcements { release(from: former, hold: hold, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }

    /// Closes the gate when a session begins, or when a session lets less speech through: cuts speech (M1), and holds or ends waiting
    /// utterances.
    private mutating func close(from former: Gate, at now: Instant, _ actions: inout [Action]) {
        // If only lows are held, a low that has begun is heard to its end.
        if case .speaking(let speaking) = state, gate.level(for: speaking.utterance) > .low, !passes(speaking.utterance, former) {
            let utterance = speaking.utterance
            let isHeld = utterance.class == .high || mayReturn(speaking)
            if isHeld {
                state = .idle
                actions += [.silence, .cut(utterance, by: .M1), .held(utterance, by: .M1)]
                waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: speaking.attempts, isHeld: true), comesBack: true)
            } else {
                actions.append(.cut(utterance, by: .M1))
                endSpeaking(speaking, .mediaSession, .M1, at: now, &actions)
            }
        }
        for id in waiting.openIDs {
            guard let utterance = waiting[id], !passes(utterance, former) else { continue }
            if utterance.isAnnouncement {
                waiting.hold(id)
                actions.append(.held(utterance, by: .M1))
            } else {
                endWaiting(id, .mediaSession, .M1, at: now, &actions)
            }
        }
    }

    /// Returns whether the start of a session leaves `utterance` alone. The first session spares replies to the user's commands and forced
    /// speech. A later session spares all speech that it admits.
    private func passes(_ utterance: Utterance, _ former: Gate) -> Bool {
        let level = former.level(for: utterance)
        let own = gate.level(for: utterance)
        guard own > level else { return true }
        return level <= .low && own > .low ? utterance.class == .user || utterance.media == .always : gate.admits(utterance)
    }

    /// Releases the speech that the gate now admits. After the last session, three kinds of announcements are spoken: highs, announcements
    /// posted in the last `hold` seconds, and announcements whose own age is not over. All others are out of date (M5). Announcements
    /// posted during a pause that still lasts wait for its end.
    private mutating func release(from former: Gate, hold: Double, at now: Instant, _ actions: inout [Action]) {
        if gate.announcements <= .low, former.announcements > .low {
            keepNewestDefaults(since: closedAt, at: now, &actions)
            closedAt = nil
        }
        for id in waiting.heldIDs {
            guard let utterance = waiting[id], !mustWait(utterance) else { continue }
            let waitsForResume = isPaused && utterance.posted >= pausedAt ?? now
            if gate.announcements > .low || utterance.class == .high || utterance.hasOwnAge || waitsForResume
                || now - utterance.posted <= hold
            {
                waiting.release(id, at: now)
            } else {
                endWaiting(id, .mediaSession, .M5, at: now, &actions)
            }
        }
    }

    /// Q17: Of the defaults that a client or an app has posted since `began`, during a pause or a session, keeps only the newest: without
    /// the pause or session, they would have cut one another. Keeps all texts of screen readers (Q6), and all defaults that would not have
    /// cut.
    mutating func keepNewestDefaults(since began: Instant?, at now: Instant, _ actions: inout [Action]) {
        // The default being spoken counts if it has duplicates.
        let spoken = [speaking].compactMap(\.self).filter { repeats.exist(of: $0.id) }
        var posts: [(last: UtteranceID, id: UtteranceID, client: ClientID, app: String?)] = []
        for utterance in waiting.ids(of: [.default]).lazy.compactMap({ waiting[$0] }) + spoken {
            let last = lastCutting(utterance)
            guard utterance.isAnnouncement, last.class == .default, !utterance.isKept, !last.waits, began.map({ last.posted >= $0 }) ?? true
            else { continue }
            posts.append((last.id, utterance.id, utterance.client, utterance.app))
        }
        var clients: Set<ClientID> = []
        var apps: Set<String> = []
        for post in posts.sorted(by: { $0.last > $1.last }) {
            if clients.contains(post.client) || post.app.map(apps.contains) == true {
                endWaiting(post.id, .superseded, .Q17, at: now, &actions)
            } else {
                clients.insert(post.client)
                if let app = post.app { apps.insert(app) }
            }
        }
    }

    /// Returns the last request for an utterance that would have cut: a duplicate (Q10), otherwise the utterance itself.
    private func lastCutting(_ utterance: Utterance) -> Utterance {
        repeats.last(of: utterance.id) { $0.class == .default && !$0.waits } ?? utterance
    }
}
