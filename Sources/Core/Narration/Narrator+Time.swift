package import Messages
package import SpeechQueue

// Reports about utterances, and speech that becomes due.
extension Narrator {
    /// Records that an utterance has started: its content is now the last spoken state.
    package mutating func didStart(_ utterance: Utterance, at now: Instant) {
        dequeue(utterance)
        if utterance.class == .screen { screens[utterance.screen]?.opening.state = .said }
        guard let subject = subjects[utterance.id] else { return }
        if case .liveChange = subject.kind { didBeginTelling(subject, by: utterance.id) }
        guard screens[subject.screen]?.focus == subject.element.id else { return }
        switch subject.kind {
        case .description, .update, .refresh: didBegin(subject)
        case .summary, .lastValue, .milestone, .liveChange, .other: return
        }
        if case .description = subject.kind { screens[subject.screen]?.known?.refreshed = nil }
        if case .refresh = subject.kind { screens[subject.screen]?.known?.refreshed = now }
    }

    /// Records that an utterance was cut and waits again (Q16): the screen and the focus that it describes still have to be spoken.
    package mutating func didReturn(_ utterance: Utterance) {
        if utterance.class == .screen { screens[utterance.screen]?.opening.state = .pending }
        guard let subject = subjects[utterance.id], case .description = subject.kind,
            screens[subject.screen]?.known?.description == utterance.id
        else { return }
        screens[subject.screen]?.known?.didReturn()
    }

    /// Records that an utterance has finished. After a description was heard, its hint (H1) or the next page (`causesPageTurn`) follows.
    package mutating func didFinish(_ utterance: Utterance, _ outcome: Outcome, at now: Instant) -> [Step] {
        forgetReading(of: utterance.id)
        if outcome.reason == .mediaSession { holdBack(utterance, outcome) }
        // Q4, Q18: after a cancelled screen, its title must not reappear in a later description.
        if outcome.reason == .stopped, utterance.class == .screen { screens[utterance.screen]?.opening.state = .said }
        guard let subject = subjects.removeValue(forKey: utterance.id) else { return [] }
        dequeue(utterance)
        if outcome.isSuccessful { didHearToEnd(subject, of: utterance.client) }
        let runs: [SpeechRun]?
        switch subject.kind {
        case .description(let hint):
            // E5: the positions come last, so a description that was cut did not contain them.
            if outcome.isSuccessful { screens[subject.screen]?.container = subject.element.container }
            guard outcome.isSuccessful, screens[subject.screen]?.focus == subject.element.id else { return [] }
            runs = hint
        case .summary(let hint):
            guard outcome.isSuccessful else { return [] }
            runs = hint
        case .update:
            guard outcome.isSuccessful, screens[subject.screen]?.focus == subject.element.id else { return [] }
            runs = nil
        case .refresh:
            // Don't retry an unspeakable value forever.
            if outcome.reason == .unspeakable || outcome.reason == .synthesizerFailed { didBegin(subject) }
            return []
        case .lastValue:
            // U7: the last value is always spoken. If the utterance was not heard, the value counts as new again, unless the user stopped
            // it or a description contained it.
            guard !outcome.isSuccessful, outcome.reason != .stopped, outcome.reason != .superseded else { return [] }
            screens[subject.screen]?.didLose(subject.element)
            // U7: an element without the focus is not polled.
            let isPolled = foreground == subject.screen && screens[foreground]?.focus == subject.element.id
            guard outcome.rule == .M5, !isPolled, let client = screens[subject.screen]?.clients.last,
                !mutes(subject.element.id, of: client)
            else { return [] }
            return postLastValue(describer.namedValue(of: subject.element), of: subject.element, client, at: now)
        case .milestone:
            // If the utterance was not heard, the value counts as new again, unless the user stopped it.
            if !outcome.isSuccessful, outcome.reason != .stopped { screens[subject.screen]?.didLose(subject.element) }
            return []
        case .liveChange:
            // What was not heard is said with the next change, unless the user stopped it or wants not to hear it.
            let isKnown = outcome.isSuccessful || outcome.reason == .stopped || outcome.reason == .muted
            didTell(subject, by: utterance.id, isKnown: isKnown)
            return []
        case .other: return []
        }
        // A client's hint ends with its connection (Q12).
        let isConnected = hellos[utterance.client] != nil
        if let runs, !runs.isEmpty, hasHints(utterance.client), !media.isOn, isConnected {
            hint = PendingHint(
                due: now + options.hintDelay, client: utterance.client,
                subject: Subject(kind: .other, screen: subject.screen, element: subject.element), runs: runs, cause: utterance.cause)
        }
        if case .summary = subject.kind { return [] }
        guard subject.element.traits.contains(.causesPageTurn) else { return [] }
        // If the client has left, another one may still show the page.
        guard let shows = isConnected ? utterance.client : screens[subject.screen]?.clients.last else { return [] }
        return [.send(.pageTurn(id: subject.element.id), to: shows)]
    }

    /// M5: Keeps the part of a new screen that a session has cut, so that it can be spoken after the session.
    private mutating func holdBack(_ utterance: Utterance, _ outcome: Outcome) {
        guard outcome.spokenSeconds <= Self.longestUntold else { return }
        let screen = utterance.screen
        switch utterance.class {
        case .screen:
            screens[screen]?.opening.state = .held
            guard let focus = screens[screen]?.focus, focus == subjects[utterance.id]?.element.id else { return }
            screens[screen]?.known?.owesDescription = true
        case .summary: screens[screen]?.opening.heldSummary = subjects[utterance.id]?.element.id
        default: break
        }
    }

    /// Seconds after which a screen that a session cuts counts as heard (M5).
    private static let longestUntold = 1.0

    /// Records that speech about the focused element has begun: its state counts as said.
    private mutating func didBegin(_ subject: Subject) {
        guard let screen = screens[subject.screen], screen.focus == subject.element.id else { return }
        screens[subject.screen]?.known?.didBegin(subject.element, now: screen.focused)
    }

    private mutating func didHearToEnd(_ subject: Subject, of client: ClientID) {
        guard let screen = screens[subject.screen], screen.focus == subject.element.id else { return }
        switch subject.kind {
        case .description where describer(for: client).style.verbosity == .label: break
        case .description, .update, .refresh: screens[subject.screen]?.known?.didHear(subject.element, now: screen.focused)
        case .summary, .lastValue, .milestone, .liveChange, .other: break
        }
    }

    private mutating func dequeue(_ utterance: Utterance) {
        guard utterance.class == .update else { return }
        screens[utterance.screen]?.known?.dequeue(utterance.id)
    }

    /// H2: whether one app's hints are spoken. The style decides whether hints are spoken at all.
    private func hasHints(_ client: ClientID) -> Bool {
        app(of: client)?.hasHints ?? true
    }

    /// The result of ``due(queueIsIdle:at:)``.
    package enum Due: Sendable {
        case now([Step])
        /// Nothing is due before this moment; nil: nothing is due until the next input.
        case later(Instant?)
    }

    /// Returns the steps that are due now. Call it repeatedly until nothing is due.
    /// - Parameter queueIsIdle: whether nothing is spoken, waiting or paused. Hints and refreshes are due only then.
    package mutating func due(queueIsIdle: Bool, at now: Instant) -> Due {
        cause = nil
        defer { cause = nil }
        let media = endOverdueSessions(at: now)
        if !media.isEmpty { return .now(media) }
        if !echoes.isEmpty,
            let (client, echo) = echoes.filter({ $0.value.due <= now }).min(by: { $0.value.utterance.id < $1.value.utterance.id })
        {
            echoes[client] = nil
            return .now([.post(echo.utterance)])
        }
        let catchUp = catchUp(at: now)
        if !catchUp.isEmpty { return .now(catchUp) }
        var next = self.media.nextEnd
        func lookBy(_ moment: Instant?) {
            if let moment { next = min(next ?? moment, moment) }
        }
        lookBy(catchingUp)
        for echo in echoes.values { lookBy(echo.due) }
        guard queueIsIdle else {
            hint = nil  // H3
            return .later(next)
        }
        if let hint, hint.due <= now {
            self.hint = nil
            cause = hint.cause
            return .now([.post(utterance(.hint, hint.runs, about: hint.subject, name: nextName(), from: hint.client, at: now))])
        }
        lookBy(hint?.due)
        switch refresh(at: now) {
        case .now(let runs):
            guard let client = foregroundClient, let element = screens[client]?.focused else { break }
            // U4: the refresh speaks the value at the moment when speech starts.
            let subject = self.subject(.refresh, element, of: client)
            screens[client]?.known?.refreshed = now
            if runs.isEmpty {
                screens[client]?.known?.didBegin(element, now: element)
                break
            }
            cause = screens[client]?.newest
            var refresh = utterance(.refresh, runs, about: subject, name: nextName(), from: client, at: now)
            refresh.cause = cause
            screens[client]?.known?.post(refresh.id)
            return .now([.post(refresh)])
        case .at(let moment): lookBy(moment)
        case nil: break
        }
        return .later(next)
    }

    /// Returns whether a request may still lead to speech: a hint, an echo, or a stored value (U1).
    package func owesSpeech(for cause: Cause) -> Bool {
        if hint?.cause == cause || owesEcho(for: cause) { return true }
        return foregroundClient.map { screens[$0]?.newest == cause && owesValue(of: $0) } ?? false
    }

    /// Returns whether a client's echo is still waiting.
    package func owesEcho(_ client: ClientID) -> Bool { echoes[client] != nil }

    /// Returns whether a request's echo is still waiting.
    package func owesEcho(for cause: Cause) -> Bool { echoes[cause.client]?.utterance.cause == cause }

    // MARK: The user's commands

    /// What the user asks about the focus.
    package enum Question: Sendable { case description, everything, details }

    /// Answers a question about the focus, for `where` and `details`.
    package mutating func answer(_ question: Question, name: String, from client: ClientID, at now: Instant) -> Narrated {
        let owner = foregroundClient ?? client
        let describer = describer(for: owner)
        let answer =
            switch (screens[owner]?.focused, question) {
            case (nil, _): [SpeechRun(text: describer.words[.nothingFocused])]
            case (let element?, .description): describer.describe(element).runs
            case (let element?, .everything): describer.everything(about: element)
            case (let element?, .details): describer.details(of: element)
            }
        // O10: in the voice of the app that shows the element.
        let spoken = utterance(.user, answer, about: nil, name: name, from: client, inMannerOf: owner, at: now)
        return Narrated(steps: [.post(spoken)])
    }

    /// Speaks the latest utterances again, for `repeat`.
    /// - Parameter runs: the utterances' runs, in order.
    package mutating func `repeat`(_ runs: [SpeechRun], name: String, from client: ClientID, at now: Instant) -> Narrated {
        let runs = runs.isEmpty ? [SpeechRun(text: describer.words[.nothingSpoken])] : runs
        return Narrated(steps: [.post(utterance(.user, runs, about: nil, name: name, from: client, isRead: true, at: now))])
    }

    /// Returns the utterance that reads an earlier text again, for a step of the user's (Q20).
    package mutating func reading(_ runs: [SpeechRun], name: String, from client: ClientID, at now: Instant) -> Utterance {
        var utterance = utterance(.default, runs, about: nil, name: name, from: client, isRead: true, at: now)
        utterance.isAnnouncement = true
        utterance.isFromDaemon = true
        utterance.continues = true
        utterance.isKept = true
        return utterance
    }

    /// Reads missed announcements aloud (D6).
    package mutating func readMissed(_ runs: [SpeechRun], name: String, from client: ClientID, at now: Instant) -> Narrated {
        var runs = runs.isEmpty ? [SpeechRun(text: describer.words[.nothingMissed])] : runs
        for index in runs.indices.dropLast() {
            let marks = describer.marks(in: runs[index].attributes.language)
            runs[index].text = Phrase.punctuated(runs[index].text, .stop, marks)
        }
        return Narrated(steps: [.post(utterance(.user, runs, about: nil, name: name, from: client, at: now))])
    }
}
