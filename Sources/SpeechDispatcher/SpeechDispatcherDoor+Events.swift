package import Conductor
package import Messages
package import SpeechQueue

// Translates the conductor's messages into the client's protocol.
extension SpeechDispatcherDoor {
    package mutating func bytes(of message: ServerMessage, to client: ClientID, at now: Instant) -> [UInt8] {
        switch message {
        case .reply(let reply):
            guard reply.id == Self.voicesRequest, case .voices(let voices) = reply.result else { return [] }
            return SSIPReply.voices(voices.map { "\($0.name)\t\($0.mostSpecificLanguage)\tnone" }).bytes
        case .refused(let refusal, let id, _):
            if id == Self.voicesRequest {
                // A language without a voice has an empty list.
                return (refusal == .voicesUnknown ? SSIPReply.voicesUnknown : .voices([])).bytes
            }
            if let name = id, sessions[client]?.messages[name] != nil { refused.append((client, name)) }
            return []
        case .event(let event):
            guard event.event == .started, sessions[client]?.messages[event.id]?.hasBegun == false else { return [] }
            sessions[client]?.messages[event.id]?.hasBegun = true
            return self.event(.begin, event.id, of: client, at: now)
        case .progress(let progress): return marks(upTo: progress.offset, in: progress.id, of: client, at: now)
        case .announcementDidFinish(let outcome):
            guard let message = sessions[client]?.messages[outcome.id] else { return [] }
            // A text without anything to speak is over, not cancelled: a program that reads aloud takes that for its user's stop.
            let isOver = outcome.successful || outcome.reason == .unspeakable
            var bytes = isOver && !message.hasBegun ? self.event(.begin, outcome.id, of: client, at: now) : []
            if isOver { bytes += marks(upTo: .max, in: outcome.id, of: client, at: now) }
            return bytes + end(outcome.id, of: client, isOver ? .end : .cancel, at: now)
        case .error, .mark, .elementFocused, .pageTurn, .mediaSession, .warning, .outcomesLost: return []
        }
    }

    /// Tells the client whose message is in progress that all speech has paused or resumed.
    package mutating func didPause(_ isPaused: Bool, speaking: String?, at now: Instant) -> [Effect] {
        guard let name = speaking, let client = sessions.standing(of: name)?.client,
            // A message that came during the pause has not begun yet.
            sessions[client]?.messages[name]?.hasBegun == true
        else { return [] }
        return [.write(event(isPaused ? .pause : .resume, name, of: client, at: now), to: client)]
    }

    /// Ends a message.
    /// - Parameter now: the time; nil: nothing is held back any more.
    mutating func end(_ name: String, of client: ClientID, _ event: SSIPEvent, at now: Instant?) -> [UInt8] {
        defer { sessions.remove(name, of: client) }
        return self.event(event, name, of: client, at: now)
    }

    /// Returns an event of a message, if its client wants it. An event that comes too early is held back.
    mutating func event(_ event: SSIPEvent, _ name: String, of client: ClientID, at now: Instant?) -> [UInt8] {
        guard let session = sessions[client], let message = session.messages[name], message.notifications.contains(event.kind)
        else { return [] }
        let bytes = event.bytes(message: message.number, client: client.number)
        guard !session.heldEvents.isEmpty || now.map({ $0 < message.quietUntil }) ?? false else { return bytes }
        sessions[client]?.heldEvents.append((message.quietUntil, bytes))
        return []
    }

    /// Returns events for all marks up to a word that is heard.
    private mutating func marks(upTo offset: Int, in name: String, of client: ClientID, at now: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        while let mark = sessions.takeMark(upTo: offset, in: name, of: client) {
            bytes += event(.indexMark(mark.name), name, of: client, at: now)
        }
        return bytes
    }

    package var nextDue: Instant? { sessions.all.values.lazy.compactMap { $0.heldEvents.first?.due }.min() }

    /// Sends the events that are due.
    package mutating func wake(at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        let due = sessions.all.filter { $0.value.heldEvents.first.map { $0.due <= now } ?? false }.map(\.key)
        for client in due {
            var bytes: [UInt8] = []
            while let event = sessions[client]?.heldEvents.first, event.due <= now {
                bytes += event.bytes
                sessions[client]?.heldEvents.removeFirst()
            }
            effects.append(.write(bytes, to: client))
        }
        return effects
    }
}

extension VoiceDescription {
    /// Its language with the full dialect, written as speech-dispatcher does: `en-GB-SCOTLAND`. Screen readers remember it.
    fileprivate var mostSpecificLanguage: String {
        guard let first = languages.first else { return "en" }
        let dialects = languages.map { LanguageTag($0) }.filter { $0.belongs(to: LanguageTag(first)) }
        let tag = dialects.max { $0.text.count < $1.text.count } ?? LanguageTag(first)
        return ([tag.base] + tag.subtags.dropFirst().map { $0.uppercased() }).joined(separator: "-")
    }
}
