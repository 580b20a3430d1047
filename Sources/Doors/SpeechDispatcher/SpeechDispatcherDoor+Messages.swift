import Conductor
import FrontDoors
import Messages
import SpeechQueue

// Handles messages: docs/SPEECH-DISPATCHER.md describes each priority and the reasons.
extension SpeechDispatcherDoor {
    /// Speaks a complete text.
    mutating func speak(_ text: String, from client: ClientID, in context: inout DoorContext) {
        guard let session = sessions[client] else { return }
        guard !text.isEmpty else { return context.answer(.nothingQueued, to: client) }
        guard text.utf8.count <= session.longestText else { return context.answer(.textTooLong(sessions.nextNumber()), to: client) }
        let attributes = session.attributes(in: context)
        let usual = context.conductor.settings.punctuation
        guard session.readsMarkup else {
            var rest = text[...]
            var said = SSIPText(rest.takePart(), attributes: attributes)
            if rest.isEmpty { said.dropSilentSymbols(usual: usual) }
            return post(said, before: rest, from: client, in: &context)
        }
        var said = SSIPText(markup: text, attributes: attributes)
        said.dropSilentSymbols(usual: usual)
        post(said, from: client, in: &context)
    }

    /// Posts a text as a message.
    /// - Parameter rest: the rest of a long text, which follows in parts.
    mutating func post(_ text: SSIPText, before rest: Substring = "", from client: ClientID, in context: inout DoorContext) {
        guard let session = sessions[client] else { return }
        let priority = session.priority
        let number = sessions.nextNumber()
        let name = SSIPMessage.name(number, of: client)
        var announcement = Announcement(runs: text.runs, allowRepeat: true)
        announcement.isFromMarkup = text.isFromMarkup
        var message = SSIPMessage(
            number: number, priority: priority, announcement: announcement, notifications: session.notifications,
            block: session.block ?? (rest.isEmpty ? nil : number), quietUntil: context.now + SSIPMessage.quietTime)
        message.isContinued = !rest.isEmpty
        if session.notifications.contains(.indexMarks) { message.marks = text.marks[...] }
        sessions.add(message, named: name, of: client)
        // The number comes before the message's events.
        let answer = context.write(SSIPReply.queued(number).bytes, to: client)
        // After a pause, momentary messages would be out of date.
        if session.isPaused, priority == .notification || priority == .progress {
            context.write(end(name, of: client, .cancel, at: context.now), to: client)
        } else if !give(name, of: client, in: &context) {
            sessions.remove(name, of: client)
            context.rewrite(SSIPReply.tooMuchWaits.bytes, to: client, at: answer)
        } else if !rest.isEmpty {
            sessions[client]?.remainder = SSIPRemainder(message: message, text: rest)
        }
    }

    /// Posts a message to the conductor, and ends the messages that it makes obsolete.
    /// - Returns: false if there is no room for it.
    mutating func give(_ name: String, of client: ClientID, in context: inout DoorContext) -> Bool {
        guard let session = sessions[client], let message = sessions.messages[client]?[name] else { return true }
        // A message that waits for the end of a pause does not affect the one being spoken.
        let speaking = session.isPaused || context.conductor.isPaused ? nil : context.conductor.speaking
        let precedence = SSIPPrecedence(
            message: message.standing(named: name, of: session), spoken: speaking.flatMap { sessions.standing(of: $0) },
            speaking: speaking?.class, isAnswer: session.answersUser(at: context.now))
        var announcement = precedence.applied(to: message.announcement, waits: message.waits)
        announcement.replaces = precedence.outdated(among: sessions.standings(of: session, message.priority))
        // During the user's pause no message cuts. A message that waits for the end of its client's pause also does not cut.
        if speaking == nil, let spoken = context.conductor.speaking { announcement.replaces.removeAll { $0 == spoken.name } }
        if announcement.isFromScreenReader {
            sessions.messages[client]?[name]?.waits = announcement.queue
            sessions[client]?.didSpeak()
        }
        let size = announcement.text.utf8.count
        let answer = context.ask(.announcement(announcement), id: name, size: size, for: client)
        guard answer.isForVoice else { return answer.isAccepted }
        // Another voice is better than silence.
        return context.ask(.announcement(announcement.withoutVoices), id: name, size: size, for: client).isAccepted
    }

    /// Posts messages again that were refused because of their voice, in the user's own voice.
    mutating func giveRefused(in context: inout DoorContext) {
        while !refused.isEmpty {
            let (client, name) = refused.removeFirst()
            guard let announcement = sessions.messages[client]?[name]?.announcement else { continue }
            let isOwnVoice = announcement.withoutVoices == announcement
            sessions.messages[client]?[name]?.announcement = announcement.withoutVoices
            if isOwnVoice || !give(name, of: client, in: &context) {
                context.write(end(name, of: client, .cancel, at: context.now), to: client)
            }
        }
    }

    // MARK: Silence

    /// Ends the message being spoken, and its block.
    mutating func stop(_ target: SSIPTarget, from client: ClientID, in context: inout DoorContext) {
        sessions[client]?.didSilence(at: context.now)
        guard let stopped = target.client(for: client) else {
            // End the rest of the block first, so that none of it begins.
            stopRest(in: &context)
            context.ask(.skip, for: client)
            return
        }
        guard let session = sessions[stopped], let speaking = context.conductor.speaking else { return }
        guard speaking.client == stopped, let message = sessions.messages[stopped]?[speaking.name] else {
            // A restarted program silences its earlier messages.
            let departed = sessions.departed(of: session)
            guard let message = departed.first(where: { $0.client == speaking.client && $0.name == speaking.name }) else { return }
            return end(departed.filter { $0.belongs(to: message) }.map(\.name), of: stopped, in: &context)
        }
        cancel(of: stopped, in: &context) { $0.belongs(to: message) }
    }

    /// Ends the other messages of the block that is being spoken.
    private func stopRest(in context: inout DoorContext) {
        guard let speaking = context.conductor.speaking, let spoken = sessions.messages[speaking.client]?[speaking.name] else { return }
        let rest = sessions.names(of: speaking.client).filter {
            $0 != speaking.name && sessions.messages[speaking.client]?[$0]?.belongs(to: spoken) == true
        }
        end(rest, of: speaking.client, in: &context)
    }

    /// Ends all of a client's messages that have not been heard.
    mutating func cancel(_ target: SSIPTarget, from client: ClientID, in context: inout DoorContext) {
        sessions[client]?.didSilence(at: context.now)
        if let one = target.client(for: client) {
            cancelAll(of: one, in: &context)
            // The silenced message has ended, so it does not resume.
            sessions[one]?.silenced = nil
            if one == client { endPauses(byOthersOf: client, in: &context) }
            return
        }
        // All messages end before the pauses do, so none of them resumes.
        for one in sessions.clients { sessions[one]?.silenced = nil }
        context.ask(.stop, for: client)
        context.conduct { $0.complete(at: $1) }
        endPauses(byOthersOf: client, in: &context)
    }

    func cancelAll(of client: ClientID, in context: inout DoorContext) {
        guard let session = sessions[client] else { return }
        end(sessions.departed(of: session).map(\.name) + sessions.messages[client, default: [:]].keys, of: client, in: &context)
    }

    /// Ends the messages of a client that meet a condition.
    func cancel(of client: ClientID, in context: inout DoorContext, where isMeant: (SSIPMessage) -> Bool) {
        end(sessions.messages[client, default: [:]].filter { isMeant($0.value) }.map(\.key), of: client, in: &context)
    }

    private func end(_ names: [String], of client: ClientID, in context: inout DoorContext) {
        context.conduct { $0.cancel(names, from: client, .Q18, at: $1) }
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

extension Answer {
    /// Whether the conductor has accepted the request, or still has to wait for the voices.
    fileprivate var isAccepted: Bool { if case .refused = self { false } else { true } }

    /// Whether the request was refused because of a voice or a language.
    fileprivate var isForVoice: Bool { if case .refused(.unknownVoice) = self { true } else { false } }
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
