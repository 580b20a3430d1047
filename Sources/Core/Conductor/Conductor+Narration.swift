import Messages
import Narration
import SpeechQueue

// Carries out the narrator's decisions.
extension Conductor {
    mutating func perform(_ steps: [Step], at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        for step in steps {
            switch step {
            case .post(let utterance): effects += post(utterance, at: now)
            case .drop(let classes, let screen, let reason, let rule):
                effects += carryOut(queue.drop(classes, of: screen, reason, rule, at: now), at: now)
            case .dropWaiting(let classes, let screen, let reason, let rule):
                effects += carryOut(queue.drop(classes, of: screen, cutsSpeaking: false, reason, rule, at: now), at: now)
            case .dropUtterance(let id, let reason, let rule):
                effects += carryOut(queue.drop([id], reason, rule, at: now), at: now)
            case .gate(let gate, let hold): effects += carryOut(queue.set(gate, hold: hold, at: now), at: now)
            case .typing: queue.delayLows(at: now)
            case .earcon(let earcon): effects.append(.earcon(earcon))
            case .send(let message, let client):
                if clients[client]?.hello.replies == .all { effects.append(.send(message, to: client)) }
            case .note(let note): effects += trace(note, at: now)
            }
        }
        return steps.isEmpty ? effects : effects + carryOut(queue.proceed(at: now), at: now)
    }

    /// Posts an utterance to the queue.
    mutating func post(_ utterance: Utterance, at now: Instant) -> [Effect] {
        didPost(utterance)
        names[utterance.name, default: []].insert(utterance.id)
        if let cause = utterance.cause { names[cause.name, default: []].insert(utterance.id) }
        clients[utterance.client]?.unended += 1
        history.post(utterance, client: name(of: utterance.client))
        let posted = subscribers > 0 ? publishPosted(utterance, at: now) : []
        guard !narrator.isMuted(utterance.client) || utterance.class == .user else {
            return posted + carryOut([.ended(utterance, Outcome(reason: .muted, rule: .N7))], at: now)
        }
        cause = utterance.name
        let actions = queue.post(utterance, at: now)
        journal(posted: utterance, actions)
        let effects = posted + carryOut(actions, at: now)
        delivery.hasten()
        return effects
    }

    private mutating func trace(_ note: Step.Note, at now: Instant) -> [Effect] {
        didNote(note)
        if note.event == .silent {
            history.recordSilent(note.name, about: note.element, rule: note.rule, client: name(of: note.client), at: now)
        }
        // A client may be waiting only for this echo.
        let closed = note.event == .silent ? closeIfDone(note.client) : []
        let event = TraceEvent(
            at: now - identity.started, event: note.event, id: note.name, client: name(of: note.client), rule: note.rule.rawValue,
            element: note.element, earcon: note.earcon, session: note.session)
        return closed + publish(event)
    }

    /// Completes each input: performs the due work, and schedules the next wake.
    mutating func conclude(_ effects: consuming [Effect], at now: Instant) -> [Effect] {
        effects += finishStop(at: now)
        // Each step makes the queue busy or removes some of the due work; the bound guards against an endless loop. If it is reached, a
        // wake is scheduled at once for the rest.
        var narratorsNext: Instant? = now
        concluding: for _ in 0..<Self.mostConcludingSteps {
            cause = nil
            queue.set(isOutage: delivery.isOut, at: now)
            effects += notifyOfMissed(at: now)
            switch narrator.due(queueIsIdle: queue.isIdle && !queue.isPaused, at: now) {
            case .now(let steps): effects += perform(steps, at: now)
            case .later(let moment):
                narratorsNext = moment
                break concluding
            }
        }
        effects += settleRequests(at: now)
        effects += reportEntriesOff(at: now)
        effects += scheduleWake(narratorsNext: narratorsNext)
        return effects
    }
    private static let mostConcludingSteps = 1024
}
