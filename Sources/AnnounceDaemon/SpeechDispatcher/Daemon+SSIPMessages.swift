import Accessibility
import Conductor
import NIOCore
import SpeechDispatcherProtocol
import SpeechQueue

// The messages of speech-dispatcher's clients: docs/SPEECH-DISPATCHER.md tells what becomes of each priority, and why.
extension Daemon {
    /// A text has come to its end.
    func speak(_ text: String, isCut: Bool, from client: ClientID) {
        guard let known = speechDispatcher.clients[client] else { return }
        guard !text.isEmpty else { return answer(.nothingQueued, to: client) }
        let attributes = manner(of: known)
        let said = known.takesMarkup ? SSIPText(markup: text, attributes: attributes) : SSIPText(text, attributes: attributes)
        post(said, isCut: isCut, from: client)
    }

    /// A client wants this said.
    func post(_ text: SSIPText, isCut: Bool = false, from client: ClientID) {
        guard let known = speechDispatcher.clients[client] else { return }
        let number = speechDispatcher.nextNumber()
        let name = SSIPMessage.name(number, of: client)
        var announcement = Announcement(runs: text.runs, allowRepeat: true)
        announcement.isFromMarkup = text.isFromMarkup
        var message = SSIPMessage(
            number: number, priority: known.priority, announcement: announcement, notifications: known.notifications, block: known.block)
        if known.notifications.contains(.indexMarks) { message.marks = text.marks[...] }
        speechDispatcher.add(message, named: name, of: client)
        speechDispatcher.clients[client]?.lastMessage = number
        answer(isCut ? .textTooLong : .queued(number), to: client)
        guard known.isPaused else { return give(name, of: client) }
        // What is only news of a moment is not wanted after the pause.
        let isNews = known.priority == .notification || known.priority == .progress
        if isNews || !speechDispatcher.park(name, of: client) { end(name, of: client, .cancel) }
    }

    /// Hands a message to the conductor, and gives up what its coming makes out of date.
    func give(_ name: String, of client: ClientID) {
        guard let known = speechDispatcher.clients[client], let message = known.messages[name] else { return }
        let precedence = SSIPPrecedence(
            message: message.standing(named: name, of: known), spoken: speechDispatcher.standing(of: conductor.speaking?.name),
            speaking: conductor.speaking?.class, isAnswer: known.hasSilenced)
        let announcement = precedence.applied(to: message.announcement, waits: message.waits)
        if announcement.isFromScreenReader {
            speechDispatcher.clients[client]?.messages[name]?.waits = announcement.queue
            known.silencedAt = nil
        }
        // Before anything is cut: what waits behind it is not begun only to be cut by this.
        let outdated = precedence.outdated(among: speechDispatcher.standings(of: known, message.priority))
        ask(.announcement(announcement), id: name, size: announcement.text.utf8.count, from: client)
        for old in outdated { carryOut(conductor.supersede(old, from: client, at: Self.now())) }
    }

    // MARK: Silence

    /// The message that is spoken ends, and its block.
    func stop(_ target: SSIPTarget, from client: ClientID) {
        speechDispatcher.clients[client]?.silencedAt = .now()
        guard let one = target.client(for: client) else { return ask(.skip, from: client) }
        stopSpoken(of: one)
    }

    private func stopSpoken(of client: ClientID) {
        guard let known = speechDispatcher.clients[client], let spoken = conductor.speaking?.name else { return }
        guard let message = known.messages[spoken] else {
            // A program that was started anew silences what it said before.
            if speechDispatcher.departed(of: known).contains(spoken) { ask(.cancel(.id(spoken)), from: client) }
            return
        }
        let block = message.block.map { block in known.names.filter { known.messages[$0]?.block == block } } ?? []
        cancel(block.filter { $0 != spoken } + [spoken], of: client)
    }

    /// All that a client has said and that was not heard ends.
    func cancel(_ target: SSIPTarget, from client: ClientID) {
        speechDispatcher.clients[client]?.silencedAt = .now()
        if let one = target.client(for: client) { return cancelAll(of: one) }
        for (id, known) in speechDispatcher.clients { cancel(known.names.filter { known.messages[$0]?.isParked == true }, of: id) }
        ask(.stop, from: client)
    }

    private func cancelAll(of client: ClientID) {
        guard let known = speechDispatcher.clients[client] else { return }
        let spoken = conductor.speaking?.name
        // The one that is spoken last: none is begun only to be given up.
        let departed = speechDispatcher.departed(of: known)
        for name in departed.filter({ $0 != spoken }) + departed.filter({ $0 == spoken }) { ask(.cancel(.id(name)), from: client) }
        cancel(known.names.filter { $0 != spoken } + known.names.filter { $0 == spoken }, of: client)
    }

    private func cancel(_ names: [String], of client: ClientID) {
        for name in names {
            if speechDispatcher.clients[client]?.messages[name]?.isParked == true {
                end(name, of: client, .cancel)
            } else {
                ask(.cancel(.id(name)), from: client)
            }
        }
    }

    // MARK: Pauses

    func isPaused(_ target: SSIPTarget, for client: ClientID) -> Bool {
        target.client(for: client).map { speechDispatcher.clients[$0]?.isPaused == true } ?? conductor.isPaused
    }

    /// All speech pauses, or one client's: then others are heard, so what it said is taken back until it resumes.
    func pause(_ target: SSIPTarget, from client: ClientID) {
        guard let paused = target.client(for: client) else { return ask(.pause, from: client) }
        guard let known = speechDispatcher.clients[paused], !known.isPaused else { return }
        speechDispatcher.clients[paused]?.isPaused = true
        let spoken = conductor.speaking?.name
        for name in known.names.filter({ $0 != spoken }) + known.names.filter({ $0 == spoken }) {
            let isRoom = speechDispatcher.park(name, of: paused)
            if isRoom, name == spoken {
                speechDispatcher.clients[paused]?.messages[name]?.isInterrupted = true
                notify(.pause, name, of: paused)
            }
            ask(.cancel(.id(name)), from: paused)
        }
    }

    func resume(_ target: SSIPTarget, from client: ClientID) {
        guard let resumed = target.client(for: client) else { return ask(.resume, from: client) }
        guard let known = speechDispatcher.clients[resumed], known.isPaused else { return }
        speechDispatcher.clients[resumed]?.isPaused = false
        for name in known.names where known.messages[name]?.isParked == true {
            speechDispatcher.unpark(name, of: resumed)
            speechDispatcher.clients[resumed]?.messages[name]?.waits = nil
            if known.messages[name]?.isInterrupted == true {
                speechDispatcher.clients[resumed]?.messages[name]?.isInterrupted = false
                notify(.resume, name, of: resumed)
            }
            give(name, of: resumed)
        }
    }
}

extension SSIPTarget {
    /// Which client is meant, by one that says so; nil: all.
    fileprivate func client(for asking: ClientID) -> ClientID? {
        switch self {
        case .all: nil
        case .own: asking
        case .client(let number): ClientID(number)
        }
    }
}
