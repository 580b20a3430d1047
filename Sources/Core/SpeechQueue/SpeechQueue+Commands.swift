package import Messages

// Commands of the user and of clients.
extension SpeechQueue {
    /// Ends everything, at the user's `stop` (Q4).
    package mutating func stop(at now: Instant) -> [Action] { endAll(.stopped, .Q4, at: now) }

    /// Ends the utterance in progress at the user's `stop`, without beginning another. ``stop(at:)`` must follow.
    package mutating func silence(at now: Instant) -> [Action] {
        var actions: [Action] = []
        if case .speaking(let speaking) = state { endSpeaking(speaking, .stopped, .Q4, at: now, &actions) }
        return actions
    }

    /// Ends everything, because the daemon shuts down.
    package mutating func shutDown(at now: Instant) -> [Action] { endAll(.shutdown, .D3, at: now) }

    private mutating func endAll(_ reason: FinishReason, _ rule: Rule, at now: Instant) -> [Action] {
        var actions: [Action] = []
        heardAt = nil
        if case .speaking(let speaking) = state { endSpeaking(speaking, reason, rule, at: now, &actions) }
        for entry in waiting.removeAll() {
            // The user can't have meant to stop an announcement that a media session holds, so it counts as missed (D6).
            let isHeld = entry.isHeld && entry.attempts == 0 && reason == .stopped && !isWithheld(entry.utterance)
            end(entry.utterance, Outcome(reason: reason, rule: isHeld ? .M3 : rule, attempts: entry.attempts), at: now, &actions)
        }
        return actions
    }

    /// Cuts the utterance in progress and continues with the next (Q4).
    package mutating func skip(at now: Instant) -> [Action] {
        var actions: [Action] = []
        if case .speaking(let speaking) = state {
            endSpeaking(speaking, .stopped, .Q4, at: now, &actions)
            speakNext(at: now, &actions)
        }
        return actions
    }

    /// Ends these utterances, whether they wait, are being spoken, or were merged with another. Afterwards the same text is not a duplicate
    /// (Q10): an app may cancel an announcement to post it in another form.
    package mutating func cancel(
        _ ids: [UtteranceID], _ reason: FinishReason = .stopped, _ rule: Rule = .Q4, at now: Instant
    ) -> [Action] {
        var actions: [Action] = []
        for id in ids {
            let before = actions.count
            defer {
                for case .ended(let ended, _) in actions[before...] where ended.id == id { recent.forget(RecentTexts.Key(ended)) }
            }
            if case .speaking(let speaking) = state, speaking.utterance.id == id {
                endSpeaking(speaking, reason, rule, at: now, &actions)
            } else if waiting[id] != nil {
                endWaiting(id, reason, rule, at: now, &actions)
            } else if let merged = repeats.remove(id) {
                actions.append(.ended(merged, Outcome(reason: reason, rule: rule)))
            }
        }
        speakNext(at: now, &actions)
        return actions
    }

    /// Returns all waiting or spoken utterances of `group`.
    package func ids(in group: Utterance.Group) -> [UtteranceID] {
        var ids = waiting.ids(in: group)
        if let speaking, speaking.group == group { ids.append(speaking.id) }
        return ids
    }

    /// Ends utterances of the given classes, because their content about a screen is out of date. No other utterance begins before
    /// ``proceed(at:)``, because a newer utterance may take precedence.
    /// - Parameters:
    ///   - screen: the screen; nil for all screens.
    ///   - cutsSpeaking: whether to also end the utterance in progress.
    package mutating func drop(
        _ classes: Set<UtteranceClass>, of screen: ScreenID?, cutsSpeaking: Bool = true, _ reason: FinishReason, _ rule: Rule,
        at now: Instant
    ) -> [Action] {
        // During a pause nothing is out of date except the speech about one screen.
        if screen == nil, isPaused { return [] }
        var ids = waiting.ids(of: Array(classes)).filter { screen == nil || waiting[$0]?.screen == screen }
        if cutsSpeaking, let speaking, classes.contains(speaking.class), screen == nil || speaking.screen == screen {
            ids.append(speaking.id)
        }
        return drop(ids, reason, rule, at: now)
    }

    /// Ends these utterances in the same way, whether they wait or are being spoken.
    package mutating func drop(_ ids: [UtteranceID], _ reason: FinishReason, _ rule: Rule, at now: Instant) -> [Action] {
        var actions: [Action] = []
        for id in ids {
            if case .speaking(let speaking) = state, speaking.utterance.id == id {
                actions.append(.cut(speaking.utterance, by: rule))
                endSpeaking(speaking, reason, rule, at: now, &actions)
            } else {
                endWaiting(id, reason, rule, at: now, &actions)
            }
        }
        return actions
    }

    /// Starts the next utterance if none is in progress. To be called after ``drop(_:of:cutsSpeaking:_:_:at:)`` and the posts that follow
    /// it.
    package mutating func proceed(at now: Instant) -> [Action] {
        var actions: [Action] = []
        speakNext(at: now, &actions)
        return actions
    }

    /// Ends a disconnected client's waiting announcements, because the client requested that (Q12). The one in progress is spoken, but does
    /// not return after a cut.
    package mutating func cancelAnnouncements(of client: ClientID, at now: Instant) -> [Action] {
        var actions: [Action] = []
        for id in waiting.ids(of: client) where waiting[id]?.screen == nil {
            endWaiting(id, .disconnected, .Q12, at: now, &actions)
        }
        if case .speaking(var speaking) = state, speaking.utterance.client == client {
            speaking.utterance.isKept = false
            state = .speaking(speaking)
            actions.append(.changed(speaking.utterance))
        }
        return actions
    }

    /// Silences the voice, which continues at the same word later (O5). During the pause, everything waits and nothing cuts.
    package mutating func pause(at now: Instant) -> [Action] {
        guard !isPaused else { return [] }
        isPaused = true
        pausedAt = now
        adjustAges(at: now)
        return [.pause]
    }

    package mutating func resume(at now: Instant) -> [Action] {
        guard isPaused else { return [] }
        isPaused = false
        resumedAt = now
        // Nothing was heard during the pause, so move the start later by its length.
        if case .speaking(var speaking) = state, let started = speaking.started, let pausedAt {
            speaking.started = started + max(0, now - max(pausedAt, started))
            state = .speaking(speaking)
        }
        var actions: [Action] = [.resume]
        adjustAges(at: now)
        keepNewestDefaults(since: pausedAt, at: now, &actions)
        pausedAt = nil
        speakNext(at: now, &actions)
        return actions
    }
}
