import Messages

/// The media sessions in which an utterance is spoken (M3).
package enum MediaPermission: Int, Sendable, Comparable {
    case none
    /// In play sessions, not while something is recorded or listened to.
    case play
    case always

    package static func < (a: MediaPermission, b: MediaPermission) -> Bool { a.rawValue < b.rawValue }
}

/// What the active media sessions let through.
package enum Gate: Int, Sendable, Comparable {
    case open, play, record

    package static func < (a: Gate, b: Gate) -> Bool { a.rawValue < b.rawValue }

    /// Returns whether `utterance` may be spoken now. The user's own commands always may.
    package func admits(_ utterance: Utterance) -> Bool {
        switch self {
        case .open: true
        case .play: utterance.class == .user || utterance.media >= .play
        case .record: utterance.class == .user || utterance.media == .always
        }
    }
}

// §6: during a media session announcements are held; everything else ends.
extension SpeechQueue {
    /// Sets the gate to what the active sessions let through together.
    /// - Parameter hold: when it opens, the longest time in seconds since held speech was posted (M5).
    package mutating func set(_ gate: Gate, hold: Double, at now: Instant) -> [Action] {
        if gate > self.gate { return close(to: gate, at: now) }
        if gate == .open { return open(hold: hold, at: now) }
        // One of several sessions has ended. Held utterances stay held until all sessions are over.
        self.gate = gate
        return []
    }

    /// Closes the gate when a session begins, or when one lets less through: cuts speech (M1), and holds or ends what waits.
    private mutating func close(to closed: Gate, at now: Instant) -> [Action] {
        let wasOpen = gate == .open
        gate = closed
        var actions: [Action] = []
        if wasOpen { closedAt = now }
        adjustAges(at: now, &actions)
        if case .speaking(let speaking) = state, !passes(speaking.utterance, wasOpen) {
            let utterance = speaking.utterance
            let isHeld = utterance.class == .high || (utterance.isKept && speaking.attempts < Self.mostAttempts)
            if isHeld {
                state = .idle
                actions += [.silence, .cut(utterance, by: .M1), .held(utterance, by: .M1)]
                waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: speaking.attempts, isHeld: true), comesBack: true)
            } else {
                actions.append(.cut(utterance, by: .M1))
                endSpeaking(speaking, .mediaSession, .M1, at: now, &actions)
            }
        }
        for id in waiting.ids where !waiting.isHeld(id) {
            guard let utterance = waiting[id], !passes(utterance, wasOpen) else { continue }
            if utterance.isAnnouncement {
                waiting.setHeld(id, true)
                actions.append(.held(utterance, by: .M1))
            } else {
                endWaiting(id, .mediaSession, .M1, at: now, &actions)
            }
        }
        speakNext(at: now, &actions)
        return actions
    }

    /// Returns whether the start of a session leaves `utterance` alone. The first session spares the user's commands and forced speech; a
    /// later one, whatever it admits.
    private func passes(_ utterance: Utterance, _ isFirst: Bool) -> Bool {
        isFirst ? utterance.class == .user || utterance.media == .always : gate.admits(utterance)
    }

    /// Opens the gate after the last session (M5). Each high is spoken, and so is anything posted in the last `hold` seconds, or whose own
    /// age is not over; the rest is out of date.
    private mutating func open(hold: Double, at now: Instant) -> [Action] {
        guard gate != .open else { return [] }
        gate = .open
        var actions: [Action] = []
        adjustAges(at: now, &actions)
        keepNewestDefaults(since: closedAt, at: now, &actions)
        closedAt = nil
        for id in waiting.heldIDs {
            guard let utterance = waiting[id] else { continue }
            if utterance.class == .high || utterance.hasOwnAge || now - utterance.posted <= hold {
                waiting.setHeld(id, false)
            } else {
                endWaiting(id, .mediaSession, .M5, at: now, &actions)
            }
        }
        speakNext(at: now, &actions)
        return actions
    }

    /// Q17: Of the defaults that a client has posted since `began`, during a pause or a session, keeps the newest: without it, they would
    /// have cut one another. A screen reader's are kept (Q6), and so is what would not have cut.
    mutating func keepNewestDefaults(since began: Instant?, at now: Instant, _ actions: inout [Action]) {
        var newest: [Utterance] = []
        for id in waiting.ids(of: [.default]).reversed() {
            guard let utterance = waiting[id], utterance.isAnnouncement, !utterance.isKept, !utterance.waits,
                began.map({ utterance.posted >= $0 }) ?? true
            else { continue }
            if newest.contains(where: utterance.isOfClient) {
                endWaiting(id, .superseded, .Q17, at: now, &actions)
            } else {
                newest.append(utterance)
            }
        }
    }
}
