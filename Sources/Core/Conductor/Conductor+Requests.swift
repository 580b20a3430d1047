package import Messages
import Narration
package import SpeechQueue

/// The answer to a request.
package enum Answer: Sendable, Equatable {
    case accepted
    /// The request waits until the voices are known. If it is refused then, its client receives the refusal.
    case pending
    case refused(Refusal)
}

extension Conductor {
    /// Receives a client's request. If it is refused, the client receives the refusal.
    /// - Parameters:
    ///   - id: the client's id for the request; nil: the daemon chooses one.
    ///   - warnings: oddities of the message, for the reply.
    ///   - line: the number of its line on the connection, for errors.
    ///   - size: the length of its line, in bytes.
    package mutating func receive(
        _ request: Request, id: String?, warnings: [Warning] = [], line: Int? = nil, size: Int = 0, from client: ClientID, at now: Instant
    ) -> [Effect] {
        let received = PendingRequest(request: request, id: id, warnings: warnings, line: line, size: size, client: client)
        if case .refused(let refusal) = take(received, at: now) { refuse(received, refusal) }
        return isStopping ? takeEffects() : conclude(at: now)
    }

    /// Receives a request that a front door makes for a client, and returns the answer instead of sending a refusal.
    package mutating func ask(
        _ request: Request, id: String?, size: Int = 0, from client: ClientID, at now: Instant
    ) -> (answer: Answer, effects: [Effect]) {
        let answer = take(PendingRequest(request: request, id: id, warnings: [], line: nil, size: size, client: client), at: now)
        return (answer, isStopping ? takeEffects() : conclude(at: now))
    }

    private mutating func take(_ request: PendingRequest, at now: Instant) -> Answer {
        if narrator.voices == nil, pending.hold(request, at: now) { return .pending }
        // If too many requests wait, the client's earlier requests still come first.
        if pending.contains(request.client) { performPending(at: now) }
        return perform(request, at: now)
    }

    /// After a stop, ends the waiting utterances and all pending speech.
    mutating func finishStop(at now: Instant) {
        guard isStopping else { return }
        isStopping = false
        let actions = queue.stop(at: now)
        perform(narrator.stop(at: now), at: now)
        carryOut(actions, at: now)
    }

    mutating func perform(_ request: PendingRequest, at now: Instant) -> Answer {
        guard let client = clients[request.client] else { return .accepted }
        finishStop(at: now)
        finishEndings(before: client.id, at: now)
        // An announcement without an id is named after its utterance's number.
        let isAnnouncement = if case .announcement = request.request { true } else { false }
        let name = request.id ?? (isAnnouncement ? narrator.nameOfNext : nextName())
        let start = effects.count
        // The screen before the request decides whether the request is secret.
        if isRecorded, let shown = request.request.forOthers(of: narrator, from: client.id, at: now) {
            publish(received(.request(shown, id: request.id), name: name, from: client, at: now))
        }
        do {
            try answer(request.request, name: name, warnings: request.warnings, from: client.id, at: now)
            return .accepted
        } catch {
            // A refused request has no effect.
            effects.removeSubrange(start...)
            return .refused(error)
        }
    }

    mutating func refuse(_ request: PendingRequest, _ refusal: Refusal) {
        refuse(.refused(refusal, id: request.id, line: request.line), to: request.client)
    }

    /// Refuses a line that is not a valid request.
    package mutating func refuse(_ error: ErrorReply, to client: ClientID) -> [Effect] {
        refuse(.error(error), to: client)
        return takeEffects()
    }

    private mutating func refuse(_ refusal: ServerMessage, to client: ClientID) {
        if replies(to: client) != .none { effects.append(.send(refusal, to: client)) }
    }

    private mutating func answer(
        _ request: Request, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) throws(Refusal) {
        var answer = Reply(id: name, warnings: warnings)
        cause = name
        if case .announcement(let announcement) = request, announcement.isPrivate { hadPrivateText = true }
        try checkRoom(for: request, of: client)
        switch request {
        case .announcement(let announcement):
            try announce(announcement, name: name, warnings: warnings, from: client, at: now)
        case .notification(let notification):
            narrator.findScreen(for: client, showing: notification.screenReference, at: now)
            try narrate(name: name, warnings: warnings, from: client, at: now) { narrator throws(Refusal) in
                try narrator.receive(notification, name: name, from: client, at: now)
            }
        case .mediaSession(let session):
            try narrate(isSession: true, name: name, warnings: warnings, from: client, at: now) { narrator throws(Refusal) in
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
            try narrate(name: name, warnings: warnings, from: client, at: now) { narrator in
                narrator.repeat(runs, name: name, from: client, at: now)
            }
        case .where(let isFull):
            try respond(to: isFull ? .everything : .description, name: name, warnings: warnings, from: client, at: now)
        case .details: try respond(to: .details, name: name, warnings: warnings, from: client, at: now)
        case .ping: reply(answer, to: client)
        case .hello(let hello):
            if let language = hello.language { _ = try narrator.resolve(SpeechAttributes(language: language)) }
            narrator.introduce(client, as: hello, at: now)
            reply(answer, to: client)
            perform(narrator.endForbiddenSessions(at: now), at: now)
            clients.didIntroduce(client)
            if let app = hello.app, hello.replies != .none {
                for outcome in missedOutcomes.take(of: app, by: client, at: now) {
                    effects.append(.send(.announcementDidFinish(outcome), to: client))
                }
            }
        case .stop:
            noteStop()
            reply(answer, to: client)
            // The outcomes of a full queue take tens of milliseconds, so the voice is silenced first.
            carryOut(queue.silence(at: now), at: now)
            isStopping = true
        case .skip:
            steps.didSkip(queue.speaking)
            reply(answer, to: client)
            carryOut(queue.skip(at: now), at: now)
        case .step(let step): self.step(step, name: name, warnings: warnings, from: client, at: now)
        case .pause:
            reply(answer, to: client)
            carryOut(queue.pause(at: now), at: now)
        case .resume:
            reply(answer, to: client)
            carryOut(queue.resume(at: now), at: now)
        case .cancel(let target):
            let (utterances, dropping) = try speech(cancelledBy: target, for: client)
            reply(answer, to: client)
            perform(dropping, at: now)
            carryOut(queue.cancel(utterances, .stopped, .Q18, at: now), at: now)
        case .status:
            answer.result = .status(status(at: now))
            reply(answer, to: client)
        case .voices(let language, let voice):
            answer.result = .voices(try voices(speaking: language, named: voice).map(\.described))
            reply(answer, to: client)
        case .settings(let change, let adjustment):
            let mode = narrator.options.mode
            answer.result = .settings(try choose(adjustment.added(to: change, from: narrator.settings, warnings: &answer.warnings)))
            reply(answer, to: client)
            if narrator.options.mode != mode { didChangeMode(from: mode, at: now) }
        case .history(let limit):
            answer.result = .history(historyEntries(limit))
            reply(answer, to: client)
        case .missed(let speaks):
            let all = takeMissed()
            guard speaks else {
                answer.result = .missed(all.map { $0.entry(since: identity.started) })
                reply(answer, to: client)
                break
            }
            let runs = all.map { SpeechRun(text: $0.text) }
            try narrate(name: name, warnings: warnings, from: client, at: now) {
                $0.readMissed(runs, name: name, from: client, at: now)
            }
        case .explain(let target):
            answer.result = .explanation(try explanation(of: target))
            reply(answer, to: client)
        case .subscribe(let events):
            clients.subscribe(client, to: events)
            reply(answer, to: client)
            if events.contains(.received) { introduceOthers(to: client, at: now) }
        }
    }

    /// Answers the user's question about the focus.
    private mutating func respond(
        to question: Narrator.Question, name: String, warnings: [Warning], from client: ClientID, at now: Instant
    ) throws(Refusal) {
        narrator.findScreen(for: client, showing: .focus, at: now)
        try narrate(name: name, warnings: warnings, from: client, at: now) { narrator in
            narrator.answer(question, name: name, from: client, at: now)
        }
    }

    /// Carries out the narrator's decisions about a notification or a user's command.
    /// - Parameter isSession: whether the request is about a media session, for which nothing is spoken.
    private mutating func narrate(
        isSession: Bool = false, name: String, warnings: [Warning], from client: ClientID, at now: Instant,
        _ decide: (inout Narrator) throws(Refusal) -> Narrated
    ) throws(Refusal) {
        let cause = requests.nextCause(name, of: client)
        narrator.cause = cause
        defer { narrator.cause = nil }
        let narrated = try decide(&narrator)
        let posted = narrated.steps.compactMap { step in if case .post(let utterance) = step { utterance } else { nil } }
        var answer = Reply(id: name, warnings: warnings + narrated.warnings)
        let place = reply(answer, to: client)
        if isSession { return perform(narrated.steps, at: now) }
        // A request that is spoken as an announcement (§3) settles as that announcement.
        if !posted.contains(where: \.owesOutcome) {
            requests.open(cause, isAwaited: clients.subscribers > 0)
        }
        perform(narrated.steps, at: now)
        answer.state = .silent
        if let own = posted.first(where: { $0.name == name }) ?? posted.first(where: { $0.cause == cause }) {
            answer.state = state(of: own.id)
        } else if narrator.owesEcho(for: cause) {
            answer.state = .queued
        } else if narrator.owesSpeech(for: cause) {
            answer.state = .stored
        }
        complete(answer, at: place, to: client)
    }

    func state(of utterance: UtteranceID) -> Reply.State {
        if queue.speaking?.id == utterance { return .speaking }
        if queue.isHeld(utterance) { return .held }
        return queue.isWaiting(utterance) ? .queued : .silent
    }

    /// The pause between two utterances that `repeat` speaks, in seconds.
    private static let pauseInRepeat = 0.4

    /// Sends a reply.
    /// - Returns: its place among the effects, for ``complete(_:at:to:)``; nil if the client receives no replies.
    @discardableResult
    mutating func reply(_ reply: Reply, to client: ClientID) -> Int? {
        guard replies(to: client) == .all else { return nil }
        effects.append(.send(.reply(reply.withFewWarnings), to: client))
        return effects.count - 1
    }

    /// Completes a reply. It precedes everything that its request has led to, but only afterwards is the state of the speech known.
    mutating func complete(_ reply: Reply, at place: Int?, to client: ClientID) {
        if let place { effects[place] = .send(.reply(reply.withFewWarnings), to: client) }
    }

    /// Returns, once, the name of the utterance that the user has just skipped.
    package mutating func takeSkipped() -> String? { steps.takeSkipped() }

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

extension Reply {
    fileprivate var withFewWarnings: Reply {
        var reply = self
        if reply.warnings.count > Self.mostWarnings { reply.warnings.removeLast(reply.warnings.count - Self.mostWarnings) }
        return reply
    }
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
