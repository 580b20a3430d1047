import Conductor
import Messages
import SpeechQueue

// Handles messages: docs/SPEECH-DISPATCHER.md describes each priority and the reasons.
extension SpeechDispatcherDoor {
    /// Speaks a complete text.
    mutating func speak(_ text: String, from client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        guard let session = sessions[client] else { return [] }
        guard !text.isEmpty else { return [.answer(.nothingQueued, to: client)] }
        guard text.utf8.count <= session.longestText else { return [.answer(.textTooLong(sessions.nextNumber()), to: client)] }
        let attributes = session.attributes(in: conductor)
        guard session.readsMarkup else {
            var rest = text[...]
            var said = SSIPText(rest.takePart(), attributes: attributes)
            if rest.isEmpty { said.dropSilentSymbols(usual: conductor.settings.punctuation) }
            return post(said, before: rest, from: client, conductor: &conductor, at: now)
        }
        var said = SSIPText(markup: text, attributes: attributes)
        said.dropSilentSymbols(usual: conductor.settings.punctuation)
        return post(said, from: client, conductor: &conductor, at: now)
    }

    /// Posts a text as a message.
    /// - Parameter rest: the rest of a long text, which follows in parts.
    mutating func post(
        _ text: SSIPText, before rest: Substring = "", from client: ClientID, conductor: inout Conductor, at now: Instant
    ) -> [Effect] {
        guard let session = sessions[client] else { return [] }
        let priority = session.priority
        let number = sessions.nextNumber()
        let name = SSIPMessage.name(number, of: client)
        var announcement = Announcement(runs: text.runs, allowRepeat: true)
        announcement.isFromMarkup = text.isFromMarkup
        var message = SSIPMessage(
            number: number, priority: priority, announcement: announcement, notifications: session.notifications,
            block: session.block ?? (rest.isEmpty ? nil : number), quietUntil: now + SSIPMessage.quietTime)
        message.isContinued = !rest.isEmpty
        if session.notifications.contains(.indexMarks) { message.marks = text.marks[...] }
        sessions.add(message, named: name, of: client)
        let answer = Effect.answer(.queued(number), to: client)
        // After a pause, momentary messages would be out of date.
        if session.isPaused, priority == .notification || priority == .progress {
            return [answer, .write(end(name, of: client, .cancel, at: now), to: client)]
        }
        let effects = give(name, of: client, conductor: &conductor, at: now)
        guard effects.contains(where: { $0.findsNoRoom(for: name) }) else {
            if !rest.isEmpty { sessions[client]?.remainder = SSIPRemainder(message: message, text: rest) }
            return [answer] + effects
        }
        sessions.remove(name, of: client)
        return [.answer(.tooMuchWaits, to: client)] + effects.filter { !$0.refuses(name) }
    }

    /// Posts a message to the conductor, and ends the messages that it makes obsolete.
    mutating func give(_ name: String, of client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        guard let session = sessions[client], let message = sessions.messages[client]?[name] else { return [] }
        // A message that waits for the end of a pause does not affect the one being spoken.
        let speaking = session.isPaused || conductor.isPaused ? nil : conductor.speaking
        let precedence = SSIPPrecedence(
            message: message.standing(named: name, of: session), spoken: sessions.standing(of: speaking?.name),
            speaking: speaking?.class, isAnswer: session.answersUser(at: now))
        var announcement = precedence.applied(to: message.announcement, waits: message.waits)
        announcement.replaces = precedence.outdated(among: sessions.standings(of: session, message.priority))
        // During the user's pause no message cuts. A message that waits for the end of its client's pause also does not cut.
        if speaking == nil { announcement.replaces.removeAll { $0 == conductor.speaking?.name } }
        if announcement.isFromScreenReader {
            sessions.messages[client]?[name]?.waits = announcement.queue
            sessions[client]?.didSpeak()
        }
        var effects = ask(announcement, named: name, of: client, conductor: &conductor, at: now)
        if effects.contains(where: { $0.refuses(name) && !$0.findsNoRoom(for: name) }) {
            // Another voice is better than silence. The refused request also returned effects that were due anyway; keep them.
            effects.removeAll { $0.refuses(name) }
            effects += ask(announcement.withoutVoices, named: name, of: client, conductor: &conductor, at: now)
        }
        return effects
    }

    private func ask(
        _ announcement: Announcement, named name: String, of client: ClientID, conductor: inout Conductor, at now: Instant
    ) -> [Effect] {
        conductor.ask(.announcement(announcement), id: name, size: announcement.text.utf8.count, for: client, at: now)
    }

    /// Posts messages again that were refused because of their voice, in the user's own voice.
    mutating func giveRefused(conductor: inout Conductor, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        while !refused.isEmpty {
            let (client, name) = refused.removeFirst()
            guard let announcement = sessions.messages[client]?[name]?.announcement else { continue }
            if announcement.withoutVoices == announcement {
                effects.append(.write(end(name, of: client, .cancel, at: now), to: client))
            } else {
                sessions.messages[client]?[name]?.announcement = announcement.withoutVoices
                effects += give(name, of: client, conductor: &conductor, at: now)
            }
        }
        return effects
    }

    // MARK: Silence

    /// Ends the message being spoken, and its block.
    mutating func stop(_ target: SSIPTarget, from client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        sessions[client]?.didSilence(at: now)
        guard let stopped = target.client(for: client) else {
            // End the rest of the block first, so that none of it begins.
            return stopRest(conductor: &conductor, at: now) + conductor.ask(.skip, for: client, at: now)
        }
        guard let session = sessions[stopped], let spoken = conductor.speaking?.name else { return [] }
        guard let message = sessions.messages[stopped]?[spoken] else {
            // A restarted program silences its earlier messages.
            let departed = sessions.departed(of: session)
            guard let message = departed.first(where: { $0.name == spoken }) else { return [] }
            return conductor.cancel(departed.filter { $0.belongs(to: message) }.map(\.name), from: stopped, .Q18, at: now)
        }
        return cancel(of: stopped, conductor: &conductor, at: now) { other in
            other.number == message.number || other.block != nil && other.block == message.block
        }
    }

    /// Ends the other messages of the block that is being spoken.
    private func stopRest(conductor: inout Conductor, at now: Instant) -> [Effect] {
        guard let spoken = sessions.standing(of: conductor.speaking?.name) else { return [] }
        let rest = sessions.names(of: spoken.client).filter { $0 != spoken.name && sessions.standing(of: $0)?.belongs(to: spoken) == true }
        return conductor.cancel(rest, from: spoken.client, .Q18, at: now)
    }

    /// Ends all of a client's messages that have not been heard.
    mutating func cancel(_ target: SSIPTarget, from client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        sessions[client]?.didSilence(at: now)
        if let one = target.client(for: client) {
            let effects = cancelAll(of: one, conductor: &conductor, at: now)
            // The silenced message has ended, so it does not resume.
            sessions[one]?.silenced = nil
            return one == client ? effects + endPauses(byOthersOf: client, conductor: &conductor, at: now) : effects
        }
        // All messages end before the pauses do, so none of them resumes.
        for one in sessions.clients { sessions[one]?.silenced = nil }
        let stopped = conductor.ask(.stop, for: client, at: now) + conductor.complete(at: now)
        return stopped + endPauses(byOthersOf: client, conductor: &conductor, at: now)
    }

    mutating func cancelAll(of client: ClientID, conductor: inout Conductor, at now: Instant) -> [Effect] {
        guard let session = sessions[client] else { return [] }
        let names = sessions.departed(of: session).map(\.name) + sessions.messages[client, default: [:]].keys
        return conductor.cancel(names, from: client, .Q18, at: now)
    }

    /// Ends the messages of a client that meet a condition.
    func cancel(
        of client: ClientID, conductor: inout Conductor, at now: Instant, where isMeant: (SSIPMessage) -> Bool
    ) -> [Effect] {
        let names = sessions.messages[client, default: [:]].filter { isMeant($0.value) }.keys
        return conductor.cancel(Array(names), from: client, .Q18, at: now)
    }
}

extension Announcement {
    /// The announcement in the user's own voice.
    fileprivate var withoutVoices: Announcement {
        var announcement = self
        for index in announcement.runs.indices {
            announcement.runs[index].attributes.voice = nil
            announcement.runs[index].attributes.language = nil
        }
        return announcement
    }
}

extension Effect {
    /// Returns whether this effect reports that the conductor refused a message.
    func refuses(_ name: String) -> Bool { refusal(of: name) != nil }

    /// Returns whether the conductor refused a message because too much waits, which another voice would not change.
    func findsNoRoom(for name: String) -> Bool {
        switch refusal(of: name) {
        case .tooMuchWaits, .tooManyBusy, .tooManyBusyOfProgram: true
        default: false
        }
    }

    private func refusal(of name: String) -> Refusal? {
        if case .send(.refused(let refusal, name, _), _) = self { refusal } else { nil }
    }
}

extension SSIPSession {
    /// The maximum length of a text, in bytes of UTF-8.
    fileprivate var longestText: Int {
        if readsMarkup { return SSIPText.longestMarkup }
        return priority == .message || priority == .text ? SSIPDecoder.longestText : SSIPText.longestNews
    }
}

extension SSIPTarget {
    /// Returns the client that a command from `asking` refers to; nil: all clients.
    func client(for asking: ClientID) -> ClientID? {
        switch self {
        case .all: nil
        case .own: asking
        case .client(let number): ClientID(number)
        }
    }
}
