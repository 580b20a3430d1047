package import Messages
import Narration
package import SpeechQueue

extension Conductor {
    /// Receives a client's request.
    /// - Parameters:
    ///   - id: the client's id for the request; nil: the daemon chooses one.
    ///   - warnings: oddities of the message, for the reply.
    ///   - line: the number of its line on the connection, for errors.
    ///   - size: the length of its line, in bytes.
    package mutating func receive(
        _ request: Request, id: String?, warnings: [Warning] = [], line: Int? = nil, size: Int = 0, from client: ClientID, at now: Instant
    ) -> [Effect] {
        let pending = PendingRequest(request: request, id: id, warnings: warnings, line: line, size: size, client: client)
        if holds(pending) {
            pendingRequests.append(pending)
            if pendingRequests.count == 1 { waitForVoices(from: now) }
            return conclude([], at: now)
        }
        // If too many requests wait, the client's earlier requests still come first.
        let earlier = pendingRequests.contains { $0.client == client } ? performPending(at: now) : []
        var effects = perform(pending, at: now)
        effects.insert(contentsOf: earlier, at: 0)
        return isStopping ? effects : conclude(effects, at: now)
    }

    /// After a stop, ends the waiting utterances and all pending speech.
    mutating func finishStop(at now: Instant) -> [Effect] {
        guard isStopping else { return [] }
        isStopping = false
        let actions = queue.stop(at: now)
        return perform(narrator.stop(at: now), at: now) + carryOut(actions, at: now)
    }

    mutating func perform(_ pending: PendingRequest, at now: Instant) -> [Effect] {
        guard clients[pending.client] != nil else { return [] }
        let stopped = finishStop(at: now) + finishEndings(before: pending.client, at: now)
        var effects: [Effect]
        // The screen before the request decides whether the request is secret.
        let shown = isRecorded ? pending.request.forOthers(of: narrator, from: pending.client, at: now) : nil
        do {
            effects = try answer(pending.request, id: pending.id, warnings: pending.warnings, from: pending.client, at: now)
            if let shown {
                let received = ReceivedRequest.request(shown, id: pending.id)
                effects.insert(
                    contentsOf: publishReceived(received, name: pending.id ?? cause, from: pending.client, at: now), at: 0)
            }
        } catch {
            effects = refuse(.refused(error, id: pending.id, line: pending.line), to: pending.client)
        }
        effects.insert(contentsOf: stopped, at: 0)
        return effects
    }

    /// Refuses a line that is not a valid request.
    package func refuse(_ error: ErrorReply, to client: ClientID) -> [Effect] { refuse(.error(error), to: client) }

    private func refuse(_ refusal: ServerMessage, to client: ClientID) -> [Effect] {
        guard let replies = clients[client]?.hello.replies, replies != .none else { return [] }
        return [.send(refusal, to: client)]
    }

    private mutating func answer(
        _ request: Request, id: String?, warnings: [Warning], from client: ClientID, at now: Instant
    ) throws(Refusal) -> [Effect] {
        // An announcement without an id is named after its utterance's number.
        let isAnnouncement = if case .announcement = request { true } else { false }
        let name = id ?? (isAnnouncement ? narrator.nameOfNext : nextName())
        var actions: [SpeechQueue.Action] = []
        var effects: [Effect] = []
        var result: Reply.Result?
        var own: [Warning] = []
        cause = name
        try checkRoom(for: request, of: client)
        switch request {
        case .announcement(let announcement):
            return try announce(announcement, name: name, warnings: warnings, from: client, at: now)
        case .notification(let notification):
            let former = narrator.screenID(of: client)
            defer { journal(notification, of: client, since: former) }
            narrator.findScreen(for: client, showing: notification.screenReference, at: now)
            return try narrate(name: name, warnings: warnings, from: client, at: now) { narrator throws(Refusal) in
                try narrator.receive(notification, name: name, from: client, at: now)
            }
        case .mediaSession(let session):
            return try narrate(isSession: true, name: name, warnings: warnings, from: client, at: now) { narrator throws(Refusal) in
                var narrated = try narrator.mediaSession(session, name: name, from: client, at: now)
                narrated.steps = narrator.didPost(by: client) + narrated.steps
                return narrated
            }
        case .repeat(let count):
            let records = history.heard(count)
            let runs = records.enumerated().flatMap { index, record in
                var runs = record.runs
                if index > 0, !runs.isEmpty { runs[0].pause = (runs[0].pause ?? 0) + Self.pauseInRepeat }
                return runs
            }
            return try narrate(name: name, warnings: warnings, from: client, at: now) { narrator in
                narrator.repeat(runs, name: name, from: client, at: now)
            }
        case .where:
            let former = narrator.screenID(of: client)
            defer { journal(nil, of: client, since: former) }
            narrator.findScreen(for: client, showing: .focus, at: now)
            return try narrate(name: name, warnings: warnings, from: client, at: now) { narrator in
                narrator.where(name: name, from: client, at: now)
            }
        case .ping: break
        case .hello(let hello):
            if let language = hello.language { _ = try narrator.resolve(SpeechAttributes(language: language)) }
            clients[client]?.hello = hello
            narrator.introduce(client, as: hello, at: now)
            effects = perform(narrator.endForbiddenSessions(at: now), at: now)
            journal(client)
            if !hello.launch { journalScreen(of: client) }
            if let app = hello.app, hello.replies != .none {
                journal(.collected(app: app, by: client))
                effects += missedOutcomes.take(of: app, by: client, at: now).map { .send(.announcementDidFinish($0), to: client) }
            }
        case .stop:
            noteStop()
            // The outcomes of a full queue take tens of milliseconds, so the voice is silenced first.
            actions = queue.silence(at: now)
            isStopping = true
        case .skip:
            skipped = queue.speaking?.name
            actions = queue.skip(at: now)
        case .step(let step): return self.step(step, name: name, warnings: warnings, from: client, at: now)
        case .pause:
            actions = queue.pause(at: now)
            journal(.paused(since: queue.pauseBegan))
        case .resume:
            actions = queue.resume(at: now)
            journal(.paused(since: nil))
        case .cancel(let target): (actions, effects) = try cancel(target, for: client, at: now)
        case .status: result = .status(status(at: now))
        case .voices(let language, let voice): result = .voices(try voices(speaking: language, named: voice).map(\.described))
        case .settings(let change, let steps):
            result = .settings(try choose(steps.added(to: change, from: narrator.settings, warnings: &own)))
        case .history(let limit): result = .history(historyEntries(limit))
        case .missed(let speaks):
            let all = takeMissed()
            guard speaks else {
                result = .missed(all.map { $0.entry(since: identity.started) })
                break
            }
            let runs = all.map { SpeechRun(text: $0.text) }
            return try narrate(name: name, warnings: warnings, from: client, at: now) {
                $0.readMissed(runs, name: name, from: client, at: now)
            }
        case .explain(let target): result = .explanation(try explanation(of: target))
        case .subscribe(let events):
            subscribe(client, to: events)
            if events.contains(.received) { effects = introductions(to: client, at: now) }
        }
        let answer = reply(Reply(id: name, warnings: warnings + own, result: result), to: client)
        return answer + effects + carryOut(actions, at: now)
    }

    /// Carries out the narrator's decisions about a notification or a user's command.
    /// - Parameter isSession: whether the request is about a media session, for which nothing is spoken.
    private mutating func narrate(
        isSession: Bool = false, name: String, warnings: [Warning], from client: ClientID, at now: Instant,
        _ decide: (inout Narrator) throws(Refusal) -> Narrated
    ) throws(Refusal) -> [Effect] {
        let cause = nextCause(name, of: client)
        narrator.cause = cause
        defer { narrator.cause = nil }
        let narrated = try decide(&narrator)
        let posted = narrated.steps.compactMap { step in if case .post(let utterance) = step { utterance } else { nil } }
        var answer = Reply(id: name, warnings: warnings + narrated.warnings)
        if isSession { return reply(answer, to: client) + perform(narrated.steps, at: now) }
        // A request that is spoken as an announcement (§3) settles as that announcement.
        if !posted.contains(where: { $0.isAnnouncement && !$0.isFromDaemon }) { open(cause) }
        let effects = perform(narrated.steps, at: now)
        answer.state = .silent
        if let own = posted.first(where: { $0.name == name }) ?? posted.first(where: { $0.cause == cause }) {
            answer.state = state(of: own.id)
        } else if narrator.owesEcho(for: cause) {
            answer.state = .queued
        } else if narrator.owesSpeech(for: cause) {
            answer.state = .stored
        }
        return reply(answer, to: client) + effects
    }

    func state(of utterance: UtteranceID) -> Reply.State {
        if queue.speaking?.id == utterance { return .speaking }
        if queue.isHeld(utterance) { return .held }
        return queue.isWaiting(utterance) ? .queued : .silent
    }

    /// The pause between two utterances that `repeat` speaks, in seconds.
    private static let pauseInRepeat = 0.4

    private mutating func announce(
        _ announcement: Announcement, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) throws(Refusal) -> [Effect] {
        let utterance = try narrator.utterance(for: announcement, name: name, from: client, at: now)
        guard queue.hasRoom(for: utterance) else {
            narrator.forgetReading(of: utterance.id)
            throw .tooMuchWaits
        }
        let dropped = perform(narrator.didPost(by: client), at: now)
        names[name, default: []].insert(utterance.id)
        clients[client]?.unended += 1
        history.post(utterance, client: self.name(of: client))
        let posted = subscribers > 0 ? publishPosted(utterance, at: now) : []
        if narrator.isMuted(client) {
            let ended = carryOut([.ended(utterance, Outcome(reason: .muted, rule: .N7))], at: now)
            return reply(Reply(id: name, state: .silent, warnings: warnings), to: client) + dropped + posted + ended
        }
        let replaced = announcement.replaces.flatMap { (try? utterances(.id($0), for: client)) ?? [] }
        let actions = queue.post(utterance, replacing: replaced, at: now)
        journal(posted: utterance, actions)
        delivery.hasten()

        var answer = Reply(id: name, state: state(of: utterance.id), warnings: warnings)
        var overflows = false
        for action in actions {
            switch action {
            case .merged(let merged, into: let first) where merged.id == utterance.id:
                answer.state = state(of: first)
                let standing = answer.state == .speaking ? "being spoken" : "waiting"
                answer.warnings.append(Warning(.duplicate, "the same text is \(standing) already: merged with it (Q10)"))
            case .ended(let other, let outcome) where other.client == client && outcome.reason == .overflow: overflows = true
            default: break
            }
        }
        if !utterance.isUnread, !narrator.unreadable.isEmpty {
            answer.warnings.append(Warning(.adjusted, "text: no voice reads \(narrator.unreadable.prefix(32)) as Japanese (T9)"))
        }
        let knewOverflow = clients[client]?.isWarnedOfOverflow == true
        if overflows, !knewOverflow {
            answer.warnings.append(
                Warning(
                    .overflow, "more than \(queue.limits.count) utterances or \(queue.limits.clientBytes) bytes wait: the oldest go (Q11)"))
        }
        if overflows != knewOverflow { clients[client]?.isWarnedOfOverflow = overflows }
        if delivery.device.state == .unavailable, let warning = outageWarning(for: client) { answer.warnings.append(warning) }
        var effects = reply(answer, to: client)
        effects += dropped
        effects += posted
        effects += carryOut(actions, at: now)
        return effects
    }

    func reply(_ reply: Reply, to client: ClientID) -> [Effect] {
        guard clients[client]?.hello.replies == .all else { return [] }
        var reply = reply
        reply.warnings = Array(reply.warnings.prefix(Reply.mostWarnings))
        return [.send(.reply(reply), to: client)]
    }

    /// Returns, once, the name of the utterance that the user has just skipped.
    package mutating func takeSkipped() -> String? {
        defer { skipped = nil }
        return skipped
    }

    private func voices(speaking language: String?, named word: String?) throws(Refusal) -> [InstalledVoice] {
        guard let catalog = narrator.voices else { throw .voicesUnknown }
        do throws(UnknownVoice) {
            switch (language, word) {
            case (nil, nil): return catalog.voices
            case (let language?, nil): return try catalog.voices(speaking: language)
            case (nil, let word?): return [try catalog.voice(for: word)]
            case (let language?, let word?):
                let (tag, voice) = (try catalog.tag(for: language), try catalog.voice(for: word))
                return catalog.voice(voice.identifier, speaks: tag) ? [voice] : []
            }
        } catch { throw .unknownVoice(error) }
    }

    /// Returns an id for a request without one. No utterance has or will have this id.
    private mutating func nextName() -> String { "#\(narrator.nextUtteranceID().number)" }
}

extension Notification {
    /// The part of the screen that the request refers to.
    var screenReference: Narrator.ScreenReference {
        switch self {
        case .elementFocused(.id(let id), _), .layoutChanged(.element(.id(let id))), .elementActivated(let id), .elementRemoved(let id, _):
            .element(id)
        case .elementUpdated(let update): .element(update.id)
        case .elementFocused, .layoutChanged, .pageScrolled: .any
        case .screenChanged: .another
        }
    }
}
