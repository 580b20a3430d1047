package import Accessibility

// What the voice and the clock tell.
extension SpeechQueue {
    /// The first sample of `id` was handed to the device.
    /// - Returns: whether it is the one that is spoken, and this its first start in this attempt.
    package mutating func started(_ id: UtteranceID, at now: Instant) -> Bool {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id, speaking.started == nil else { return false }
        speaking.started = now
        state = .speaking(speaking)
        return true
    }

    /// `id` is begun by another voice, since it has lost one.
    package mutating func beginAgain(_ id: UtteranceID) {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id else { return }
        speaking.attempts += 1
        state = .speaking(speaking)
    }

    /// The last sample of `id` was heard.
    package mutating func finished(_ id: UtteranceID, at now: Instant) -> [Action] {
        ended(id, .spoken, .D2, at: now)
    }

    /// `id` can't be spoken.
    package mutating func failed(_ id: UtteranceID, _ reason: FinishReason, at now: Instant) -> [Action] {
        ended(id, reason, reason == .unspeakable ? .T8 : .O4, at: now)
    }

    /// The sound device can't be used since `since` (O4). What is spoken ages like what waits (Q13); what is neither high nor low, and has
    /// waited for the device for `patience` seconds, is given up.
    package mutating func giveUpOnDevice(since: Instant, patience: Double, at now: Instant) -> [Action] {
        var actions: [Action] = []
        func isTired(_ utterance: Utterance) -> Bool {
            guard utterance.class != .high, utterance.class != .low else { return false }
            return max(utterance.posted, since) + patience <= now
        }
        if case .speaking(let speaking) = state {
            if let deadline = speaking.utterance.deadline, deadline <= now {
                endSpeaking(speaking, .expired, .Q13, at: now, &actions)
            } else if isTired(speaking.utterance) {
                endSpeaking(speaking, .deviceFailed, .O4, at: now, &actions)
            }
        }
        for id in waiting.ids where waiting[id].map(isTired) == true { endWaiting(id, .deviceFailed, .O4, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }

    private mutating func ended(_ id: UtteranceID, _ reason: FinishReason, _ rule: Rule, at now: Instant) -> [Action] {
        guard case .speaking(let speaking) = state, speaking.utterance.id == id else { return [] }
        var actions: [Action] = []
        state = .idle
        end(speaking.utterance, outcome(of: speaking, reason, rule, at: now), at: now, &actions)
        speakNext(at: now, &actions)
        return actions
    }

    /// Time has passed: what is too old ends (Q13).
    package mutating func wake(at now: Instant) -> [Action] {
        var actions: [Action] = []
        for id in waiting.overdue(at: now) { endWaiting(id, .expired, .Q13, at: now, &actions) }
        return actions
    }
}
