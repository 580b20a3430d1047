package import Messages

// Reports from the voice, and the passing of time.
extension SpeechQueue {
    /// Records that the first sample of `id` was handed to the device.
    /// - Returns: Whether `id` is the utterance in progress, and this its first start in this attempt.
    package mutating func didStart(_ id: UtteranceID, at now: Instant) -> Bool {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id, speaking.started == nil else { return false }
        speaking.started = now
        state = .speaking(speaking)
        return true
    }

    /// Counts another attempt of `id`, which lost its voice process and starts again with a new one.
    package mutating func retry(_ id: UtteranceID) {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id else { return }
        speaking.attempts += 1
        state = .speaking(speaking)
    }

    /// Ends `id` as spoken, because its last sample was heard.
    package mutating func didFinish(_ id: UtteranceID, at now: Instant) -> [Action] {
        end(id, .spoken, .D2, at: now)
    }

    /// Ends `id`, because it can't be spoken.
    package mutating func didFail(_ id: UtteranceID, _ reason: FinishReason, at now: Instant) -> [Action] {
        end(id, reason, reason == .unspeakable ? .T8 : .O4, at: now)
    }

    /// When the utterance in progress is too old to begin (Q13); nil: never, or it has begun.
    package var speakingDeadline: Instant? {
        guard case .speaking(let speaking) = state, speaking.started == nil else { return nil }
        return speaking.utterance.deadline
    }

    /// Ends what has waited too long for a sound device that has been unusable since `since` (O4). The utterance in progress ages like
    /// waiting ones until it begins (Q13). Utterances that are neither high nor low are given up after `patience` seconds of waiting for the
    /// device.
    /// - Parameter longest: the seconds after which highs and lows are given up, too; nil: never.
    package mutating func giveUpOnDevice(since: Instant, patience: Double, longest: Double? = nil, at now: Instant) -> [Action] {
        var actions: [Action] = []
        func exceedsPatience(_ utterance: Utterance) -> Bool {
            endOfPatience(for: utterance, since: since, patience: patience, longest: longest).map { $0 <= now } ?? false
        }
        if case .speaking(let speaking) = state {
            if let deadline = speakingDeadline, deadline <= now {
                endSpeaking(speaking, .expired, .Q13, at: now, &actions)
            } else if exceedsPatience(speaking.utterance) {
                endSpeaking(speaking, .deviceFailed, .O4, at: now, &actions)
            }
        }
        for id in waiting.ids where waiting[id].map(exceedsPatience) == true { endWaiting(id, .deviceFailed, .O4, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }

    /// Returns when ``giveUpOnDevice(since:patience:longest:at:)`` first has something to end; nil if never.
    package func endOfPatience(since: Instant, patience: Double, longest: Double?) -> Instant? {
        let utterances = [speaking].compactMap(\.self) + waiting.ids.compactMap { waiting[$0] }
        let ends = utterances.compactMap { endOfPatience(for: $0, since: since, patience: patience, longest: longest) }
        return (ends + [speakingDeadline].compactMap(\.self)).min()
    }

    /// Returns nil for what is never given up, and for what a pause or a media session holds back, because it does not wait for the device.
    private func endOfPatience(for utterance: Utterance, since: Instant, patience: Double, longest: Double?) -> Instant? {
        let waitsLongest = utterance.class == .high || utterance.class == .low
        guard let patience = waitsLongest ? longest : patience, !isPaused, !waiting.isHeld(utterance.id) else { return nil }
        var heldUntil = waiting.heldUntil(utterance.id)
        if case .speaking(let speaking) = state, speaking.utterance.id == utterance.id { heldUntil = speaking.heldUntil }
        return max(utterance.posted, since, resumedAt ?? since, heldUntil ?? since) + patience
    }

    private mutating func end(_ id: UtteranceID, _ reason: FinishReason, _ rule: Rule, at now: Instant) -> [Action] {
        guard case .speaking(let speaking) = state, speaking.utterance.id == id else { return [] }
        var actions: [Action] = []
        state = .idle
        heardAt = reason == .spoken ? now : nil
        end(speaking.utterance, outcome(of: speaking, reason, rule, at: now), at: now, &actions)
        speakNext(at: now, &actions)
        return actions
    }

    /// Ends waiting utterances that are too old (Q13).
    package mutating func wake(at now: Instant) -> [Action] {
        var actions: [Action] = []
        for id in waiting.overdue(at: now) { endWaiting(id, .expired, .Q13, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }
}
