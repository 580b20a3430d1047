import Messages
import Narration
import SpeechQueue

// Turns the queue's actions into effects.
extension Conductor {
    mutating func carryOut(_ actions: [SpeechQueue.Action], at now: Instant) {
        var resumes = false
        var ended = 0
        var postponed: [(utterance: Utterance, outcome: Outcome)] = []
        for action in actions {
            switch action {
            case .speak(let utterance):
                let position = delivery.begin(utterance.id)
                steps.didBegin(utterance)
                changed.insert(utterance.id)
                speak(utterance, from: position, at: now)
            case .silence:
                delivery.silence()
                effects.append(.voice(.silence))
            case .pause: effects.append(.voice(.pause))
            case .resume:
                effects.append(.voice(.resume))
                resumes = true
            case .cut(let utterance, let rule):
                changed.insert(utterance.id)
                if queue.isWaiting(utterance.id) {
                    narrator.didReturn(utterance)
                    // Q6, O5: these utterances continue at the sentence that was cut.
                    if utterance.continues || rule == .O5 { delivery.keep(delivery.resumption, of: utterance.id) }
                }
                trace(.cut, utterance, nil, rule: rule, at: now)
            case .changed(let utterance): changed.insert(utterance.id)
            case .held(let utterance, let rule):
                trace(.held, utterance, nil, rule: rule, at: now)
            case .merged(let utterance, let original):
                changed.insert(utterance.id)
                changed.insert(original)
                narrator.forgetReading(of: utterance.id)
                trace(.refused, utterance, Outcome(reason: .duplicate, rule: .Q10), at: now)
            case .ended(let utterance, let outcome):
                ended += 1
                if ended > Self.mostEndingsAtOnce, utterance.owesOutcome {
                    postponed.append((utterance, outcome))
                } else {
                    finish(utterance, outcome, at: now)
                }
            }
        }
        if !postponed.isEmpty { postpone(postponed) }
        // O5: a voice that started during the pause has not received the paused utterance.
        if resumes {
            let position = delivery.resume()
            if let speaking = queue.speaking, delivery.current != speaking.id { speak(speaking, from: position, at: now) }
        }
    }

    /// Schedules the next wake: for the end of an age, the next attempt to open the device, or the narrator's next moment.
    mutating func scheduleWake(narratorsNext: Instant?) {
        var moment = queue.nextDeadline()
        func wakeBy(_ other: Instant?) {
            if let other { moment = min(moment ?? other, other) }
        }
        wakeBy(pending.until)
        wakeBy(narratorsNext)
        if delivery.deviceOutSince != nil, queue.speaking != nil {
            // Without a voice, or during a pause, the device can't be tried. The attempt follows as soon as it is possible.
            if !queue.isPaused { wakeBy(delivery.nextTry) }
            wakeBy(endOfPatienceForDevice())
        }
        wakeBy(endOfPatienceForVoice())
        effects.append(.wake(at: moment))
    }

    mutating func finish(_ utterance: Utterance, _ outcome: Outcome, at now: Instant) {
        var outcome = outcome
        // N9: none of its words was heard.
        if utterance.isTone, outcome.isSuccessful { (outcome.reason, outcome.rule) = (.muted, .N9) }
        forget(utterance, named: utterance.name)
        delivery.forgetPlace(of: utterance.id)
        if let cause = utterance.cause { forget(utterance, named: cause.name) }
        finished.insert(utterance.id)
        countIfMissed(utterance, outcome)
        trace(.finished, utterance, outcome, at: now)
        if utterance.owesOutcome {
            // An announcement's end settles its request.
            publishSettled(utterance.name, utterance.client, outcome.reason, outcome.rule, outcome.isSuccessful, at: now)
        } else {
            requests.didFinish(utterance, outcome)
        }
        perform(narrator.didFinish(utterance, outcome, at: now), at: now)
        clients.didFinish(utterance)
        let did = AnnouncementDidFinish(
            id: utterance.name, text: utterance.isPrivate ? utterance.shownText : utterance.clientText ?? utterance.text,
            successful: outcome.isSuccessful, reason: outcome.reason,
            attempts: outcome.attempts, spokenSeconds: outcome.spokenSeconds)
        guard let client = clients[utterance.client] else {
            // D4: the app may reconnect.
            let heir = missedOutcomes.debt(to: utterance.client)?.heir
            let addressee = missedOutcomes.didFinish(
                utterance.owesOutcome ? did : nil, of: utterance.client, reachesHeir: heir.map { replies(to: $0) != .none } ?? false,
                at: now)
            if let addressee { effects.append(.send(.announcementDidFinish(did), to: addressee)) }
            return
        }
        if utterance.owesOutcome, replies(to: utterance.client) != .none {
            effects.append(.send(.announcementDidFinish(did), to: utterance.client))
        }
        if client.hasClosedInput { closeIfDone(utterance.client) }
    }

    private mutating func forget(_ utterance: Utterance, named name: String) {
        guard var ids = names.removeValue(forKey: name) else { return }
        ids.remove(utterance.id)
        if !ids.isEmpty { names[name] = ids }
    }

    /// Records an event of an utterance, and sends it to subscribers.
    mutating func trace(
        _ event: SubscribedEvent, _ utterance: Utterance, _ outcome: Outcome?, rule: Rule? = nil, at now: Instant
    ) {
        let rule = outcome?.rule ?? rule
        history.note(.event(event), utterance.id, reason: outcome?.reason, rule: rule, by: cause, at: now)
        guard isWatched else { return }
        publish(
            TraceEvent(
                at: now - identity.started, event: event, id: utterance.name, cause: utterance.requestName,
                client: name(of: utterance.client),
                class: utterance.class.name, text: utterance.shownText, successful: outcome?.isSuccessful, reason: outcome?.reason,
                rule: rule?.rawValue))
    }

    /// Whether events are traced or subscribed to.
    private var isWatched: Bool { isTraced || clients.subscribers > 0 }

    /// Publishes a new utterance, before any decision about it.
    mutating func publishPosted(_ utterance: Utterance, at now: Instant) {
        publish(
            TraceEvent(
                at: now - identity.started, event: .posted, id: utterance.name, cause: utterance.requestName,
                client: name(of: utterance.client),
                class: utterance.class.name, text: utterance.shownText))
    }

    /// Sends an event to its subscribers. A trace contains every event, with its whole text.
    mutating func publish(_ event: TraceEvent) {
        guard isWatched else { return }
        let receivers = clients.subscribers(to: event.event)
        guard isTraced || !receivers.isEmpty else { return }
        var event = event
        if !isTraced { event.shorten() }
        effects.append(.publish(event, to: receivers))
    }

    /// Returns how a client introduced itself.
    func hello(of client: ClientID) -> Hello { narrator.hellos[client] ?? Hello() }

    /// Returns which messages a client receives; none once it has disconnected.
    func replies(to client: ClientID) -> Hello.Replies { clients.isConnected(client) ? narrator.hellos[client]?.replies ?? .none : .none }

    /// Returns a connected client's name, as shown to others.
    func name(of client: Client) -> String { client.name(by: hello(of: client.id)) }

    /// Returns a client's name, also after it has disconnected.
    func name(of client: ClientID) -> String {
        if let known = clients[client] { return name(of: known) }
        return clients.departed[client]?.name ?? (client == .daemon ? "announced" : "")
    }
}

extension Utterance {
    /// The id of the request that caused the utterance, unless the utterance has the same id.
    var requestName: String? { cause?.name == name ? nil : cause?.name }
}
