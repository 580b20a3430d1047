import Accessibility
import Conductor
import NIOCore
import SpeechDispatcherProtocol
import SpeechQueue

// What the conductor tells a client of speech-dispatcher's protocol, in that protocol.
extension Daemon {
    /// The conductor tells a client something.
    func hear(_ message: ServerMessage, for client: ClientID) {
        switch message {
        case .reply(let reply):
            if reply.id == Self.voicesRequest, case .voices(let voices) = reply.result {
                answer(.voices(voices.map { "\($0.name)\t\($0.mostSpecificLanguage)\tnone" }), to: client)
            }
        case .error(let error):
            if error.id == Self.voicesRequest {
                // A language that nobody speaks has no voices.
                answer(error.code == .notAllowed ? .voicesUnknown : .voices([]), to: client)
            } else if let name = error.id, speechDispatcher.clients[client]?.messages[name] != nil {
                speechDispatcher.refused.append((client, name))
            }
        case .event(let event):
            guard event.event == .started, speechDispatcher.clients[client]?.messages[event.id]?.hasBegun == false else { return }
            speechDispatcher.clients[client]?.messages[event.id]?.hasBegun = true
            notify(.begin, event.id, of: client)
        case .progress(let progress): reached(progress.offset, in: progress.id, of: client)
        case .announcementDidFinish(let outcome):
            guard speechDispatcher.clients[client]?.messages[outcome.id]?.isParked == false else { return }
            if outcome.successful { reached(.max, in: outcome.id, of: client) }
            end(outcome.id, of: client, outcome.successful ? .end : .cancel)
        case .mark, .elementFocused, .pageTurn, .mediaSession, .warning, .outcomesLost: break
        }
    }

    /// A message has come to its end.
    func end(_ name: String, of client: ClientID, _ event: SSIPEvent) {
        notify(event, name, of: client)
        speechDispatcher.remove(name, of: client)
    }

    /// Tells a client what it wants to know of a message.
    func notify(_ event: SSIPEvent, _ name: String, of client: ClientID) {
        guard let known = speechDispatcher.clients[client], let message = known.messages[name],
            message.notifications.contains(event.kind)
        else { return }
        let bytes = event.bytes(message: message.number, client: client.number)
        guard !known.heldEvents.isEmpty || message.quietUntil > .now() else { return tell(bytes, to: client) }
        known.heldEvents.append((message.quietUntil, bytes))
        if known.heldEvents.count == 1 { awaitHeldEvents(of: client, until: message.quietUntil) }
    }

    private func awaitHeldEvents(of client: ClientID, until due: NIODeadline) {
        eventLoop.scheduleTask(deadline: due) { [self] in assumeIsolated { $0.tellHeldEvents(to: client) } }
    }

    /// A client's connection is going to be closed: what waits in its own pause ends with it, and what it is owed it is told at once.
    func tellTheRest(to client: ClientID) {
        guard let known = speechDispatcher.clients[client] else { return }
        for name in known.names where known.messages[name]?.isParked == true { end(name, of: client, .cancel) }
        for (_, bytes) in known.heldEvents { tell(bytes, to: client) }
        known.heldEvents.removeAll()
    }

    private func tellHeldEvents(to client: ClientID) {
        guard let known = speechDispatcher.clients[client] else { return }
        let now = NIODeadline.now()
        while let (due, bytes) = known.heldEvents.first, due <= now {
            known.heldEvents.removeFirst()
            tell(bytes, to: client)
        }
        if let next = known.heldEvents.first { awaitHeldEvents(of: client, until: next.due) }
        flush()
    }

    /// A word is heard: so were all marks before it.
    private func reached(_ offset: Int, in name: String, of client: ClientID) {
        while let mark = speechDispatcher.clients[client]?.messages[name]?.marks.first, mark.offset <= offset {
            notify(.indexMark(mark.name), name, of: client)
            speechDispatcher.dropFirstMark(of: name, of: client)
        }
    }

    /// All speech pauses, or goes on, whoever wanted it.
    func tellPause(_ event: SSIPEvent) {
        guard let name = conductor.speaking?.name, let client = speechDispatcher.standing(of: name)?.client,
            // What came in the pause begins with its end.
            speechDispatcher.clients[client]?.messages[name]?.hasBegun == true
        else { return }
        notify(event, name, of: client)
    }

    /// What was refused because of its voice or language is said by another voice: that is better than silence.
    func sayRefusedOtherwise() {
        while !speechDispatcher.refused.isEmpty {
            let (client, name) = speechDispatcher.refused.removeFirst()
            guard let message = speechDispatcher.clients[client]?.messages[name] else { continue }
            var announcement = message.announcement
            for index in announcement.runs.indices {
                announcement.runs[index].attributes.voice = nil
                announcement.runs[index].attributes.language = nil
            }
            guard announcement != message.announcement else {
                end(name, of: client, .cancel)
                continue
            }
            speechDispatcher.clients[client]?.messages[name]?.announcement = announcement
            give(name, of: client)
        }
    }
}

extension VoiceDescription {
    /// Its language with all that is known of the dialect, written as speech-dispatcher does, `en-GB-SCOTLAND`: screen readers remember it.
    fileprivate var mostSpecificLanguage: String {
        guard let first = languages.first else { return "en" }
        let dialects = languages.filter { $0.hasPrefix(first + "-") }
        let tag = dialects.max { $0.count < $1.count } ?? first
        let language = tag.prefix { $0 != "-" }
        return language + tag.dropFirst(language.count).uppercased()
    }
}
