import Messages
import Narration
import SpeechQueue

// Carries out the narrator's decisions.
extension Conductor {
    mutating func perform(_ steps: [Step], at now: Instant) {
        for step in steps {
            switch step {
            case .post(let utterance): post(utterance, at: now)
            case .drop(let classes, let screen, let reason, let rule):
                carryOut(queue.drop(classes, of: screen, reason, rule, at: now), at: now)
            case .dropWaiting(let classes, let screen, let reason, let rule):
                carryOut(queue.drop(classes, of: screen, cutsSpeaking: false, reason, rule, at: now), at: now)
            case .dropUtterance(let id, let reason, let rule):
                carryOut(queue.drop([id], reason, rule, at: now), at: now)
            case .gate(let gate, let hold): carryOut(queue.set(gate, hold: hold, at: now), at: now)
            case .typing: queue.delayLows(at: now)
            case .earcon(let earcon): effects.append(.voice(.earcon(earcon)))
            case .send(let message, let client):
                if replies(to: client) == .all { effects.append(.send(message, to: client)) }
            case .note(let note): trace(note, at: now)
            }
        }
        if !steps.isEmpty { carryOut(queue.proceed(at: now), at: now) }
    }

    /// Posts an utterance, and carries out what the queue does.
    mutating func post(_ utterance: Utterance, at now: Instant) {
        carryOut(enqueue(utterance, at: now), at: now)
    }

    /// Posts an utterance to the queue.
    /// - Parameter replaced: the utterances that it makes obsolete.
    /// - Returns: what the queue does, to be carried out.
    mutating func enqueue(_ utterance: Utterance, replacing replaced: [UtteranceID] = [], at now: Instant) -> [SpeechQueue.Action] {
        requests.didPost(utterance)
        names[utterance.name, default: []].insert(utterance.id)
        if let cause = utterance.cause { names[cause.name, default: []].insert(utterance.id) }
        clients.didPost(utterance)
        history.post(utterance, client: name(of: utterance.client))
        if clients.subscribers > 0 { publishPosted(utterance, at: now) }
        var spoken = utterance
        switch narrator.hearing(of: utterance) {
        case .words: break
        case .tone: spoken = utterance.asTone
        case .nothing(let rule): return [.ended(utterance, Outcome(reason: .muted, rule: rule))]
        }
        cause = utterance.name
        let actions = queue.post(spoken, replacing: replaced, at: now)
        changed.insert(utterance.id)
        delivery.hasten()
        return actions
    }

    private mutating func trace(_ note: Step.Note, at now: Instant) {
        requests.didNote(note)
        if note.event == .silent {
            history.recordSilent(note.name, about: note.element, rule: note.rule, client: name(of: note.client), at: now)
        }
        // A client may be waiting only for this echo.
        if note.event == .silent { closeIfDone(note.client) }
        publish(
            TraceEvent(
                at: now - identity.started, event: note.event, id: note.name, client: name(of: note.client), rule: note.rule.rawValue,
                element: note.element, earcon: note.earcon, session: note.session))
    }

    /// Completes each input, and returns all its effects.
    mutating func conclude(at now: Instant) -> [Effect] {
        finishInput(at: now)
        return takeEffects()
    }

    /// Returns the effects since the last call. Most inputs have no more than there is room for.
    mutating func takeEffects() -> [Effect] {
        defer {
            effects = []
            effects.reserveCapacity(8)
        }
        return effects
    }

    /// Performs the due work after an input, and schedules the next wake.
    mutating func finishInput(at now: Instant) {
        finishStop(at: now)
        // Each step makes the queue busy or removes some of the due work; the bound guards against an endless loop. If it is reached, a
        // wake is scheduled at once for the rest.
        var narratorsNext: Instant? = now
        concluding: for _ in 0..<Self.mostConcludingSteps {
            cause = nil
            queue.set(isOutage: delivery.isOut, at: now)
            notifyOfMissed(at: now)
            switch narrator.due(queueIsIdle: queue.isIdle && !queue.isPaused, at: now) {
            case .now(let steps): perform(steps, at: now)
            case .later(let moment):
                narratorsNext = moment
                break concluding
            }
        }
        settleRequests(at: now)
        reportEntriesOff(at: now)
        scheduleWake(narratorsNext: narratorsNext)
    }
    private static let mostConcludingSteps = 1024
}
