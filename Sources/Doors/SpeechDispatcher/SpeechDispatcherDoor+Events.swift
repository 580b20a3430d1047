package import FrontDoors
package import Messages
package import SpeechQueue

// Translates the conductor's messages into the client's protocol.
extension SpeechDispatcherDoor {
    package mutating func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8] {
        switch message {
        case .reply(let reply):
            if reply.id == Self.voicesRequest { answerable.append(client) }
            return []
        case .refused(_, let id, _):
            // The request had to wait for the voices.
            if id == Self.voicesRequest { answerable.append(client) }
            if let name = id, sessions.messages[client]?[name] != nil { refused.append((client, name)) }
            return []
        case .event(let event):
            guard event.event == .started, sessions.messages[client]?[event.id]?.hasBegun == false else { return [] }
            sessions.messages[client]?[event.id]?.hasBegun = true
            return self.event(.begin, event.id, of: client, at: now)
        case .progress(let progress): return marks(upTo: progress.offset, in: progress.id, of: client, at: now)
        case .announcementDidFinish(let outcome):
            guard let message = sessions.messages[client]?[outcome.id] else { return [] }
            // A text without anything to speak ends, and is not cancelled: a program that reads aloud would interpret CANCEL as its user's
            // stop.
            let isOver = outcome.successful || outcome.reason == .unspeakable
            var bytes = isOver && !message.hasBegun ? self.event(.begin, outcome.id, of: client, at: now) : []
            if isOver { bytes += marks(upTo: .max, in: outcome.id, of: client, at: now) }
            if message.isContinued, isOver || outcome.reason == .synthesizerFailed {
                // The next part follows.
                sessions.remove(outcome.id, of: client)
                return bytes
            }
            let isSilenced = outcome.reason == .superseded || outcome.reason == .stopped
            if let block = message.block, message.isPart ? !isOver : isSilenced, abandoned.last?.block != block {
                abandoned.append((client, block))
            }
            return bytes + end(outcome.id, of: client, isOver ? .end : .cancel, at: now)
        case .error, .mark, .elementFocused, .pageTurn, .mediaSession, .warning, .eventsLost, .outcomesLost: return []
        }
    }

    /// Notifies the client whose message is in progress that all speech was paused or resumed.
    package mutating func didChangePause(to isPaused: Bool, speaking: Utterance?, at now: Instant) -> [Output] {
        // A message that arrived during the pause has not begun yet.
        guard let speaking, sessions.messages[speaking.client]?[speaking.name]?.hasBegun == true else { return [] }
        return [.write(event(isPaused ? .pause : .resume, speaking.name, of: speaking.client, at: now), to: speaking.client)]
    }

    /// Ends a message.
    /// - Parameter now: the time; nil: events are no longer delayed.
    mutating func end(_ name: String, of client: ClientID, _ event: SSIPEvent, at now: Instant?) -> [UInt8] {
        let bytes = self.event(event, name, of: client, at: now)
        // The message's other parts don't report an end.
        if let message = sessions.remove(name, of: client), message.isPart, !message.notifications.isEmpty {
            sessions.silenceParts(of: message.number, of: client)
        }
        return bytes
    }

    /// Returns an event of a message, if its client has requested it. An event that comes too early is delayed.
    mutating func event(_ event: SSIPEvent, _ name: String, of client: ClientID, at now: Instant?) -> [UInt8] {
        guard let message = sessions.messages[client]?[name], message.notifications.contains(event.kind) else { return [] }
        let bytes = event.bytes(message: message.number, client: client.number)
        guard sessions.hasDelayedEvents(of: client) || now.map({ $0 < message.quietUntil }) ?? false else { return bytes }
        sessions.hold(bytes, until: message.quietUntil, for: client)
        return []
    }

    /// Returns the events for all marks up to the word being heard.
    private mutating func marks(upTo offset: Int, in name: String, of client: ClientID, at now: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        while let mark = sessions.takeMark(upTo: offset, in: name, of: client) {
            bytes += event(.indexMark(mark.name), name, of: client, at: now)
        }
        return bytes
    }

    package var nextDue: Instant? { sessions.nextEventDue }

    /// Sends the events that are due.
    package mutating func wake(in context: inout DoorContext) {
        for (client, bytes) in sessions.takeEvents(dueBy: context.now) { context.write(bytes, to: client) }
    }
}
