package import Messages

// Reports from the voice, and the passing of time.
extension SpeechQueue {
    /// Records that the first sample of `id` was handed to the device.
    /// - Returns: whether `id` is the utterance in progress, and this is its first start in this attempt.
    package mutating func didStart(_ id: UtteranceID, at now: Instant) -> Bool {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id, speaking.started == nil else { return false }
        speaking.started = now
        state = .speaking(speaking)
        return true
    }

    /// Counts another attempt of `id`, whose voice process was lost, and which starts again with a new process.
    package mutating func retry(_ id: UtteranceID) {
        guard case .speaking(var speaking) = state, speaking.utterance.id == id else { return }
        speaking.attempts += 1
        state = .speaking(speaking)
    }

    /// Seconds after which an announcement that waits for a text that continues is spoken between two sentences (Q6).
    private static let longestWait = 3.0

    /// If `id` is a text that continues, speaks an announcement that has waited for ``longestWait`` before the next sentence (Q6).
    package mutating func didReachSentence(of id: UtteranceID, at now: Instant) -> [Action] {
        guard case .speaking(let speaking) = state, case var text = speaking.utterance, text.id == id, text.continues,
            !text.isFromScreenReader, !isPaused
        else { return [] }
        let waiter = waiting.openIDs.first { id in
            waiting[id].map {
                $0.isAnnouncement && !$0.continues && now - $0.posted >= Self.longestWait && ($0.class != .low || lowsMayBegin(at: now))
            } ?? false
        }
        guard let waiter else { return [] }
        var actions = [Action.silence, .cut(text, by: .Q6)]
        state = .idle
        // A text that continues can't expire once it has begun.
        (text.deadline, text.hasUsualAge) = (nil, false)
        waiting.insert(WaitingLines.Entry(utterance: text, attempts: speaking.attempts, isHeld: false), comesBack: true)
        speakNext(skipping: id, cutter: waiter, at: now, &actions)
        return actions
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
        return speaking.utterance.deadline(on: ages)
    }

    /// Ends the utterances that have waited too long for a sound device that has been unusable since `since` (O4). Utterances that are
    /// neither high nor low are dropped after waiting `patience` seconds for the device. Until it begins, the utterance in progress ages
    /// like a waiting one (Q13).
    /// - Parameter longest: the number of seconds after which highs and lows are also dropped; nil: never.
    package mutating func giveUpOnDevice(since: Instant, patience: Double, longest: Double? = nil, at now: Instant) -> [Action] {
        var actions: [Action] = []
        if case .speaking(let speaking) = state {
            if let deadline = speakingDeadline, deadline <= now {
                endSpeaking(speaking, .expired, .Q13, at: now, &actions)
            } else if let end = end(of: wait(of: speaking), since, patience, longest), end <= now {
                endSpeaking(speaking, .deviceFailed, .O4, at: now, &actions)
            }
        }
        var ids: [UtteranceID] = []
        for isPatient in [true, false] {
            guard let least = end(of: (isPatient, since), since, patience, longest), least <= now else { continue }
            let time = isPatient ? longest ?? patience : patience
            ids += waiting.take(isPatient ? .patientWait : .impatientWait) { $0 + time <= now }
        }
        for id in ids.sorted() { endWaiting(id, .deviceFailed, .O4, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }

    /// Returns when ``giveUpOnDevice(since:patience:longest:at:)`` first has an utterance to end; nil: never.
    package mutating func endOfPatience(since: Instant, patience: Double, longest: Double?) -> Instant? {
        var waits: [Wait] = []
        if case .speaking(let speaking) = state { waits.append(wait(of: speaking)) }
        if let began = waiting.first(.patientWait) { waits.append((true, began)) }
        if let began = waiting.first(.impatientWait) { waits.append((false, began)) }
        let ends = waits.compactMap { end(of: $0, since, patience, longest) }
        return (ends + [speakingDeadline].compactMap(\.self)).min()
    }

    private typealias Wait = (isPatient: Bool, began: Instant)

    private func wait(of speaking: Speaking) -> Wait {
        (speaking.utterance.isPatient, speaking.utterance.waitBegan(heldUntil: speaking.heldUntil))
    }

    /// Returns nil for an utterance that is never dropped, and during a pause, because nothing waits for the device then.
    private func end(of wait: Wait, _ since: Instant, _ patience: Double, _ longest: Double?) -> Instant? {
        guard let patience = wait.isPatient ? longest : patience, !isPaused else { return nil }
        return max(wait.began, since, resumedAt ?? since) + patience
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
        let reading = ages.reading(at: now)
        let overdue = waiting.take(.ownDeadline) { $0 <= now } + (ages.stopped == nil ? waiting.take(.usualDeadline) { $0 <= reading } : [])
        for id in overdue { endWaiting(id, .expired, .Q13, at: now, &actions) }
        speakNext(at: now, &actions)
        return actions
    }
}
