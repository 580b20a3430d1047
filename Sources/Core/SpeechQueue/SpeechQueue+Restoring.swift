// The state that the next queue needs to continue, and how it restores that state.
extension SpeechQueue {
    /// The ids of all announcements without an outcome, without their duplicates. The one that is being spoken comes last.
    package var announcements: [UtteranceID] {
        let waiters = waiting.ids.filter { waiting[$0]?.isAnnouncement == true }
        return if let speaking, speaking.isAnnouncement { waiters + [speaking.id] } else { waiters }
    }

    /// Returns the ids of the duplicates that share an announcement's outcome (Q10).
    package func duplicates(of id: UtteranceID) -> [UtteranceID] { repeats.all(of: id).map(\.id) }

    /// Returns an announcement with its number of attempts, if it is being spoken or waiting.
    package func announcement(_ id: UtteranceID) -> (utterance: Utterance, attempts: Int, isSpoken: Bool)? {
        if case .speaking(let speaking) = state, speaking.utterance.id == id { return (speaking.utterance, speaking.attempts, true) }
        return waiting.entries[id].map { ($0.utterance, $0.attempts, false) }
    }

    /// Returns a duplicate, and the original whose outcome it shares (Q10).
    package func duplicate(_ id: UtteranceID) -> (utterance: Utterance, original: Utterance)? {
        guard let (utterance, first) = repeats.withOriginal(id), let original = announcement(first)?.utterance else { return nil }
        return (utterance, original)
    }

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
