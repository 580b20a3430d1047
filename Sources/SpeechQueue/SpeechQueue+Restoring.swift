// What is to be known of a queue for another to go on from it, and how that one does.
extension SpeechQueue {
    /// Every announcement without an outcome, oldest first: how often it was begun, and whether it is the one that is spoken.
    package var announcements: [(utterance: Utterance, attempts: Int, isSpoken: Bool)] {
        var all = waiting.entries(of: waiting.ids).filter(\.utterance.isAnnouncement).map { ($0.utterance, $0.attempts, false) }
        if case .speaking(let speaking) = state, speaking.utterance.isAnnouncement {
            all.append((speaking.utterance, speaking.attempts, true))
        }
        return all
    }

    /// The announcement of that id, if it is spoken or waits.
    package func announcement(_ id: UtteranceID) -> Utterance? {
        if let speaking, speaking.id == id { return speaking }
        return waiting[id]
    }

    /// Those that share an utterance's outcome (Q10).
    package func repeats(of id: UtteranceID) -> [Utterance] { repeats[id] ?? [] }

    /// Since when it is paused.
    package var pauseBegan: Instant? { isPaused ? pausedAt : nil }

    /// What media sessions let through, before anything else is restored.
    package mutating func restore(_ gate: Gate) { self.gate = gate }

    /// An announcement of a queue before this one waits here. Nothing is begun before ``proceed(at:)``.
    /// - Parameter comesBack: whether it was being spoken, and so goes first in turn.
    package mutating func restore(_ utterance: Utterance, attempts: Int, comesBack: Bool) {
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: attempts, isHeld: !gate.admits(utterance)), comesBack: comesBack)
        recent.begin(RecentTexts.Key(utterance), utterance.id)
    }

    /// It shares the outcome of one that was restored.
    package mutating func restore(repeat utterance: Utterance, of first: UtteranceID) {
        repeats[first, default: []].append(utterance)
        repeatCount += 1
        repeatBytes += utterance.repeatCost
    }
}
