package import Accessibility
import Narration
package import SpeechQueue

extension Conductor {
    /// A client asks for something.
    /// - Parameters:
    ///   - id: what the client calls its request; nil if it leaves that to us.
    ///   - warnings: what was odd about the message, to be told in the reply.
    ///   - line: its line's number on the connection, for errors.
    package mutating func receive(
        _ request: Request, id: String?, warnings: [String] = [], line: Int? = nil, from client: ClientID, at now: Instant
    ) -> [Effect] {
        let asked = Asked(request: request, id: id, warnings: warnings, line: line, client: client)
        if holds(asked) {
            asking.append(asked)
            if asking.count == 1 { waitForVoices(from: now) }
            return scheduleWake()
        }
        return perform(asked, at: now)
    }

    /// A request that waits until the voices are known, for it names one.
    struct Asked: Sendable {
        var request: Request
        var id: String?
        var warnings: [String]
        var line: Int?
        var client: ClientID
    }

    /// While the voices are unknown, what names one waits, and so does all that its client says after it: for a moment at the start. Not
    /// for ever, and not without bound: then a name is passed on unchecked, for a wrong voice is better than none.
    private func holds(_ asked: Asked) -> Bool {
        guard narrator.voices == nil, !hasGivenUpOnVoices, asking.count < 256 else { return false }
        return asked.request.namesVoice || asking.contains { $0.client == asked.client }
    }

    /// Performs what waited for the voices, in order.
    mutating func performAsked(at now: Instant) -> [Effect] {
        let waiting = asking
        asking = []
        return waiting.flatMap { perform($0, at: now) }
    }

    private mutating func perform(_ asked: Asked, at now: Instant) -> [Effect] {
        guard clients[asked.client] != nil else { return [] }
        do {
            return try answer(asked.request, id: asked.id, warnings: asked.warnings, from: asked.client, at: now)
        } catch {
            let refusal = ErrorReply(id: asked.id, code: error.code, message: error.message, line: asked.line)
            return refuse(refusal, to: asked.client)
        }
    }

    /// A line of a client was no request.
    package func refuse(_ error: ErrorReply, to client: ClientID) -> [Effect] {
        guard let replies = clients[client]?.hello.replies, replies != .none else { return [] }
        return [.send(.error(error), to: client)]
    }

    private mutating func answer(
        _ request: Request, id: String?, warnings: [String], from client: ClientID, at now: Instant
    ) throws(ErrorReply) -> [Effect] {
        if case .announcement(let announcement) = request {
            return try announce(announcement, id: id, warnings: warnings, from: client, at: now)
        }
        var actions: [SpeechQueue.Action] = []
        var result: Reply.Result?
        switch request {
        case .announcement, .ping: break
        case .hello(let hello):
            if let language = hello.language { _ = try narrator.voices?.resolve(SpeechAttributes(language: language)) }
            clients[client]?.hello = hello
        case .stop: actions = queue.stop(at: now)
        case .skip: actions = queue.skip(at: now)
        case .pause: actions = queue.pause(at: now)
        case .resume: actions = queue.resume(at: now)
        case .cancel(let target): actions = queue.cancel(try utterances(target, for: client), at: now)
        case .status: result = .status(status(at: now))
        case .voices(let language): result = .voices(try voices(speaking: language))
        case .settings(let change):
            let asked = try narrator.voices?.resolve(change) ?? change
            narrator.settings = asked.over(narrator.settings)
            result = .settings(narrator.settings)
        case .subscribe(let events): subscribe(client, to: events)
        }
        return reply(Reply(id: id ?? nextName(), warnings: warnings, result: result), to: client) + carryOut(actions, at: now)
    }

    private mutating func announce(
        _ announcement: Announcement, id: String?, warnings: [String], from client: ClientID, at now: Instant
    ) throws(ErrorReply) -> [Effect] {
        guard let hello = clients[client]?.hello else { return [] }
        let utteranceID = nextUtteranceID()
        let name = id ?? Self.name(of: utteranceID)
        let utterance = try narrator.utterance(for: announcement, id: utteranceID, name: name, from: client, hello: hello, at: now)
        names[name, default: []].insert(utteranceID)
        clients[client]?.unended += 1
        let actions = queue.post(utterance, at: now)
        outage?.hasten()

        var answer = Reply(id: name, state: .silent, warnings: warnings)
        if queue.speaking?.id == utteranceID { answer.state = .speaking } else if queue.isWaiting(utteranceID) { answer.state = .queued }
        var overflows = false
        for case .merged(let merged, into: let first) in actions where merged.id == utteranceID {
            answer.state = queue.speaking?.id == first ? .speaking : .queued
            answer.warnings.append(
                "the same text is \(answer.state == .speaking ? "being spoken" : "waiting") already: merged with it (Q10)")
        }
        for case .ended(let other, let outcome) in actions where other.client == client && outcome.reason == .overflow {
            overflows = true
        }
        let knewOverflow = clients[client]?.knowsOverflow == true
        if overflows, !knewOverflow {
            answer.warnings.append(
                "more than \(queue.limits.count) utterances or \(queue.limits.clientBytes) bytes wait: the oldest go (Q11)")
        }
        if overflows != knewOverflow { clients[client]?.knowsOverflow = overflows }
        return reply(answer, to: client) + carryOut(actions, at: now)
    }

    private func reply(_ reply: Reply, to client: ClientID) -> [Effect] {
        guard clients[client]?.hello.replies == .all else { return [] }
        return [.send(.reply(reply), to: client)]
    }

    /// The utterances a cancel means: the client's own of that id, else the only other client's.
    private func utterances(_ target: CancelTarget, for client: ClientID) throws(ErrorReply) -> [UtteranceID] {
        switch target {
        case .group(let name):
            return queue.ids(in: Narrator.group(name, of: client, clients[client]?.hello ?? Hello()))
        case .id(let name):
            let ids = (names[name] ?? []).sorted()
            let own = ids.filter { queue.client(of: $0) == client }
            if !own.isEmpty { return own }
            guard !ids.isEmpty else {
                throw ErrorReply(code: .unknownTarget, message: "target: no announcement with the id \"\(name)\" waits or is spoken")
            }
            guard Set(ids.map { queue.client(of: $0) }).count == 1 else {
                throw ErrorReply(
                    code: .unknownTarget,
                    message: "target: several clients have an announcement with the id \"\(name)\"; expected a unique id")
            }
            return ids
        }
    }

    private func voices(speaking language: String?) throws(ErrorReply) -> [VoiceDescription] {
        guard let catalog = narrator.voices else {
            throw ErrorReply(code: .notAllowed, message: "the voice is not ready yet, so its voices are unknown; try again in a moment")
        }
        guard let language else { return catalog.voices }
        return try catalog.voices(speaking: language)
    }

    private func status(at now: Instant) -> Status {
        var waiting: [String: Int] = [:]
        for kind in UtteranceClass.allCases where queue.waitingCount(of: kind) > 0 { waiting[kind.name] = queue.waitingCount(of: kind) }
        let speaking = queue.speaking.map(described)
        let next = queue.waiting(atMost: Status.mostListed).map(described)
        return Status(
            version: identity.version, processID: identity.processID, uptime: now - identity.started, paused: queue.isPaused,
            clients: clients.count, speaking: speaking, waiting: waiting, next: next, voice: voiceStatus, device: deviceStatus)
    }

    private func described(_ utterance: Utterance) -> Status.Speaking {
        let text = String(utterance.text.prefix(Status.longestText))
        return Status.Speaking(
            id: utterance.name, client: clients[utterance.client]?.name ?? "", class: utterance.class.name, text: text)
    }

    /// An id for a request whose client gave none. No utterance has it, and none will.
    private mutating func nextName() -> String { Self.name(of: nextUtteranceID()) }

    private static func name(of id: UtteranceID) -> String { "#\(id.number)" }
}

extension Request {
    /// Whether it names a voice or a language, or asks for them.
    fileprivate var namesVoice: Bool {
        func names(_ attributes: SpeechAttributes) -> Bool { attributes.voice != nil || attributes.language != nil }
        return switch self {
        case .announcement(let announcement): announcement.runs.contains { names($0.attributes) }
        case .hello(let hello): hello.language != nil
        case .settings(let change): names(change)
        case .voices: true
        default: false
        }
    }
}
