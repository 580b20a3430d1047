import Messages

// A new utterance, and the utterances that it merges with, supersedes, replaces or leaves no room for.
extension SpeechQueue {
    /// Adds a new utterance. It is merged, cuts another, waits, or is spoken. Its id must be greater than all earlier ids.
    /// - Parameter replaced: the utterances that the new one replaces, in addition to those of its group (Q9); the utterance being spoken
    ///   comes last.
    package mutating func post(_ utterance: Utterance, replacing replaced: [UtteranceID] = [], at now: Instant) -> [Action] {
        let actions = add(utterance, replacing: replaced, at: now)
        // The new utterance already has its place in the queue, so no other begins in between.
        return replaced.isEmpty ? actions : actions + cancel(replaced, .superseded, .Q9, at: now)
    }

    private mutating func add(_ utterance: Utterance, replacing replaced: [UtteranceID], at now: Instant) -> [Action] {
        // Check this first: an utterance without sound must neither cut another nor wait.
        if utterance.isBlank { return [.ended(utterance, Outcome(reason: .unspeakable, rule: .T8))] }
        var utterance = utterance
        utterance.startAge(on: ages, at: now)
        if isWithheld(utterance) { _ = utterance.setAge(standsStill: true, at: ages.reading(at: now)) }
        var actions: [Action] = []
        let key = RecentTexts.Key(utterance)
        if merge(utterance, key, replacing: replaced, at: now, &actions) { return actions }
        if utterance.class.isOnlyWhenIdle, !isIdle || isPaused {
            actions.append(.ended(utterance, Outcome(reason: .superseded, rule: .Q2)))
            return actions
        }
        supersede(utterance, at: now, &actions)
        if utterance.class.isFocus {
            dropFocus(at: now, &actions)
            dropPausedFocus(of: utterance.screen, at: now, &actions)
        }
        if utterance.class == .default, let id = cutByHand, let older = waiting[id], older.class == .default,
            older.sharesApp(with: utterance),
            now - older.posted > Self.burstTime
        {
            endWaiting(id, .interrupted, .Q2, at: now, &actions)
        }
        let isHeld = mustWait(utterance)
        guard !isHeld || utterance.isAnnouncement else {
            actions.append(.ended(utterance, Outcome(reason: .mediaSession, rule: .M3)))
            return actions
        }
        waiting.insert(WaitingLines.Entry(utterance: utterance, attempts: 0, isHeld: isHeld))
        // K4: a low that the user's own action has cut continues to wait.
        if utterance.isByHand, let lowsWaitUntil, lowsWaitUntil > now { delayLows(at: now) }
        if utterance.class == .screen { waiting.setAfter(utterance) }
        if utterance.isAnnouncement { recent.begin(key, utterance.id) }
        if isHeld {
            actions.append(.held(utterance, by: isWithheld(utterance) ? .O5 : .M3))
            // The new utterance may have superseded the utterance in progress.
            speakNext(at: now, &actions)
            shed(utterance.client, at: now, &actions)
            return actions
        }
        if joinsBurst(utterance, at: now, &actions) {
            speakNext(at: now, &actions)
        } else if case .speaking(let speaking) = state, !isPaused, cuts(utterance, speaking.utterance, at: now) {
            cut(speaking, by: utterance, at: now, &actions)
            speakNext(skipping: speaking.utterance.id, cutter: utterance.id, at: now, &actions)
        } else {
            // An utterance posted after another was heard follows it with a pause (E11), unless it would have cut the other.
            if utterance.isImmediate { heardAt = nil }
            speakNext(cutter: utterance.isByHand ? utterance.id : nil, at: now, &actions)
        }
        shed(utterance.client, at: now, &actions)
        return actions
    }

    /// Q9. An app may replace its own utterances, even highs (Q1), because the group belongs to it.
    mutating func supersede(
        _ utterance: Utterance, sparing spared: UtteranceID? = nil, at now: Instant, _ actions: inout [Action]
    ) {
        guard let group = utterance.group, utterance.supersede != .none else { return }
        for id in waiting.ids(in: group) where id != spared { endWaiting(id, .superseded, .Q9, at: now, &actions) }
        if utterance.supersede == .current, case .speaking(let speaking) = state, speaking.utterance.group == group,
            speaking.utterance.id != spared
        {
            endSpeaking(speaking, .superseded, .Q9, at: now, &actions)
        }
    }

    /// The number of an app's defaults that wait in order if the app posts them at once. A further default replaces the last of them (Q19).
    private static let mostInBurst = 4
    /// Seconds after a default during which the user can't have heard it yet, so that the app's next default does not cut it (Q19).
    static let burstTime = 0.25

    /// Q19: Returns whether a default waits for another default of its app instead of cutting it, because it follows within ``burstTime``
    /// or belongs to the same series.
    private mutating func joinsBurst(_ utterance: Utterance, at now: Instant, _ actions: inout [Action]) -> Bool {
        guard utterance.class == .default, utterance.isAnnouncement, !utterance.isFromScreenReader, !utterance.isFromDaemon, !isPaused
        else {
            return false
        }
        guard case .speaking(let current) = state, case let speaking = current.utterance, speaking.class == .default,
            speaking.isAnnouncement, !speaking.isFromScreenReader,
            speaking.sharesApp(with: utterance)
        else { return false }
        if let group = utterance.group, utterance.supersede == .none, speaking.group == group { return true }
        burst.removeAll { waiting[$0] == nil }
        let others = burst.compactMap { waiting[$0] }.filter { $0.class == .default && !$0.waits && $0.sharesApp(with: utterance) }
        let newest = max(speaking.posted, current.started ?? speaking.posted, others.last?.posted ?? speaking.posted)
        // An action of the user after the newest default may have caused this one.
        guard now - newest <= Self.burstTime, utterance.userActed.map({ newest >= $0 }) ?? true else { return false }
        if others.count >= Self.mostInBurst, let last = others.last { endWaiting(last.id, .superseded, .Q19, at: now, &actions) }
        burst.append(utterance.id)
        return true
    }

    /// Q5: Ends waiting descriptions of the focus.
    mutating func dropFocus(at now: Instant, _ actions: inout [Action]) {
        for id in waiting.ids(of: [.userFocus, .appFocus]) { endWaiting(id, .superseded, .Q5, at: now, &actions) }
    }

    /// Q5: Ends a paused utterance about a screen. Nothing cuts during a pause, but a description of the previous focus must not continue
    /// after it.
    private mutating func dropPausedFocus(of screen: ScreenID?, at now: Instant, _ actions: inout [Action]) {
        guard isPaused, screen != nil, case .speaking(let speaking) = state, speaking.utterance.screen == screen else { return }
        actions.append(.cut(speaking.utterance, by: .Q5))
        endSpeaking(speaking, .interrupted, .Q5, at: now, &actions)
    }

    /// Q11: Returns whether there is room for a screen reader's text. Accepted text is never dropped.
    package func hasRoom(for utterance: Utterance) -> Bool {
        guard utterance.isFromScreenReader else { return true }
        let own = waiting.account(of: utterance.client).readingCost + utterance.cost
        if own <= limits.sureReadingBytes { return true }
        return own <= limits.readingBytes && waiting.all.readingCost + utterance.cost <= limits.totalReadingBytes
    }

    /// Q11: Removes waiting utterances that exceed the client's limits, or the limit for all clients together.
    private mutating func shed(_ client: ClientID, at now: Instant, _ actions: inout [Action]) {
        while case let own = waiting.account(of: client), own.count > limits.count || own.cost > limits.clientBytes,
            let id = waiting.dispensable(of: client)
        {
            endWaiting(id, .overflow, .Q11, at: now, &actions)
        }
        while waiting.all.cost > limits.totalBytes, let client = waiting.greediest, let id = waiting.dispensable(of: client) {
            endWaiting(id, .overflow, .Q11, at: now, &actions)
        }
    }
}
