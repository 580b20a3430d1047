// The state that the next queue needs to continue, and how it restores that state.
extension SpeechQueue {
    /// Every announcement without an outcome, oldest first, with its number of attempts and whether it is being spoken.
    package var announcements: [(utterance: Utterance, attempts: Int, isSpoken: Bool)] {
        var all = waiting.entries(of: waiting.ids).filter(\.utterance.isAnnouncement).map { ($0.utterance, $0.attempts, false) }
        if case .speaking(let speaking) = state, speaking.utterance.isAnnouncement {
            all.append((speaking.utterance, speaking.attempts, true))
        }
        return all
    }

    /// Returns the announcement with that id if it is being spoken or waiting.
    package func announcement(_ id: UtteranceID) -> Utterance? {
        if let speaking, speaking.id == id { return speaking }
        return waiting[id]
    }

    /// Returns the number of a waiting utterance's attempts that count (Q6, K5).
    package func attempts(of id: UtteranceID) -> Int { waiting.entries[id]?.attempts ?? 0 }

    /// Returns the duplicates that share an utterance's outcome (Q10).
    package func repeats(of id: UtteranceID) -> [Utterance] { repeats.all(of: id) }

    /// When the current pause began; nil if not paused.
    package var pauseBegan: Instant? { isPaused ? pausedAt : nil }

    /// Restores the clock of the usual ages, and the speech that media sessions let through. Call this before restoring anything else.
    package mutating func restore(_ ages: AgeClock, _ gate: Gate) {
        self.ages = ages
        self.gate = gate
    }

    /// Adds a waiting announcement of the previous queue. Nothing begins before ``proceed(at:)``.
    /// - Parameter comesBack: whether the announcement was being spoken, so that it comes first in its class.
    package mutating func restore(_ utterance: Utterance, attempts: Int, comesBack: Bool) {
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: attempts, isHeld: !gate.admits(utterance)), comesBack: comesBack)
        recent.begin(RecentTexts.Key(utterance), utterance.id)
    }

    /// Continues or suspends the restored announcements' ages, because all clients' pauses (O5) have ended. Call this once everything is
    /// restored.
    package mutating func restoreAges(at now: Instant) -> [Action] {
        var actions: [Action] = []
        adjustAges(at: now)
        for id in waiting.ids { adjustAge(of: id, at: now, &actions) }
        return actions
    }

    /// Adds a duplicate that shares the outcome of a restored announcement.
    package mutating func restore(repeat utterance: Utterance, of first: UtteranceID) {
        repeats.add(utterance, to: first)
    }
}
