import AnnounceProtocol
package import Messages

/// The open requests to the daemon, across any number of connections.
///
///            connected             hello and status answered
///     down ────────────▶ greeting ──────────────────────────▶ up
///      ▲                    │ lost                             │ lost
///      └────────────────────┴──────────────────────────────────┘       closed, or lost before it was ever up ▶ closed
///
/// Each request ends exactly once, unless it was cancelled. An announcement is never sent twice, because a listener can't distinguish an announcement heard twice
/// from an event that happened twice. After a lost connection, the exchange therefore queries announcements by their ids, which no other
/// request has. The daemon reports the outcome (D4), or that it does not know the announcement.
///
/// A value without I/O or a clock. Each input returns actions, in order.
package struct Exchange: Sendable {
    /// The message that ends a request.
    package enum Until: Sendable { case replied, finished }

    /// The successful result of a request.
    package enum Answer: Sendable, Equatable {
        case reply(Reply)
        case finished(AnnouncementOutcome)
    }

    /// A step that the connection carries out for the exchange, in order.
    package enum Action: Sendable, Equatable {
        case send(Request, id: String)
        /// Ends the wait for this request.
        case end(id: String, Result<Answer, AnnounceError>)
        case report(AnnounceEvent)
        /// Call ``endPatience(outage:)`` after the client's patience.
        case awaitConnection(outage: Int)
        /// Call ``endPatience(answer:)`` after the client's patience.
        case awaitAnswer(number: Int)
        /// Close the connection.
        case disconnect
        /// Call ``checkAgain()`` after a moment.
        case checkLater
    }

    private enum Link { case down, greeting, up, closed }

    private struct Entry {
        enum Phase { case waiting, sent, accepted, unknown }

        let number: Int
        let request: Request
        let until: Until
        var phase = Phase.waiting
        /// Whether the request only has to be sent, because no caller waits for it.
        var isOrder = false
    }

    private let hello: Hello
    private let socket: String
    /// The prefix of the ids, which no other client uses.
    private let prefix: String

    private var link = Link.down
    /// The reason why the exchange is closed.
    private var ending = AnnounceError.closed
    private var hasBeenUp = false
    private var isPatient = true
    private var outages = 0
    /// The number of the current wait for an answer; nil: there is none.
    private var awaited: Int?
    private var lastNumber = 0
    private var entries: [String: Entry] = [:]
    /// The ids of our queries about announcements with an unknown outcome, with the announcements' ids.
    private var checks: [String: String] = [:]
    /// The id of our last query; its answer shows that all earlier queries were answered.
    private var marker: String?
    private var subscription: Set<SubscribedEvent> = []
    private var sessions: [String: MediaSession] = [:]
    private var refusal: AnnounceError.Refusal?
    private var daemon: (process: Int, uptime: Double)?

    package init(hello: Hello, socket: String, prefix: String) {
        self.hello = hello
        self.socket = socket
        self.prefix = prefix
    }

    /// Whether requests are sent at once.
    package var isUp: Bool { link == .up }
    package var isClosed: Bool { link == .closed }

    /// Returns an id that no other request has.
    package mutating func nextID() -> String {
        lastNumber += 1
        return "\(prefix)-\(lastNumber)"
    }

    // MARK: Inputs from the app

    /// Receives a request from the app.
    package mutating func ask(_ request: Request, id: String, until: Until) -> [Action] {
        guard link != .closed else { return [.end(id: id, .failure(ending))] }
        if case .mediaSession(.end(let name?)) = request, sessions.removeValue(forKey: name) != nil, link != .up {
            // The session has ended with its connection, and does not begin again.
            return [.end(id: id, .success(.reply(Reply(id: id))))]
        }
        guard link == .up || isPatient else { return [.end(id: id, .failure(.noDaemon(socket: socket)))] }
        lastNumber += 1
        entries[id] = Entry(number: lastNumber, request: request, until: until)
        return link == .up ? send(id) : []
    }

    /// Forgets a request for which no caller waits any more. An announcement that was sent is cancelled, and a media session ended, if
    /// necessary on the next connection.
    package mutating func cancel(_ id: String) -> [Action] {
        guard let entry = entries.removeValue(forKey: id), !entry.isOrder else { return [] }
        guard entry.phase != .waiting, let undoing = entry.request.undoing(id: id) else { return [] }
        let order = nextID()
        entries[order] = Entry(number: lastNumber, request: undoing, until: .replied, isOrder: true)
        return link == .up ? send(order) : []
    }

    /// Ends all requests.
    package mutating func close() -> [Action] { end(all: .closed) }

    // MARK: Inputs from the connection

    /// Begins the greeting on a new connection.
    package mutating func didConnect() -> [Action] {
        guard link == .down else { return [] }
        link = .greeting
        refusal = nil
        if outages == 0 { outages = 1 }
        var own = hello
        own.launch = hello.launch && !hasBeenUp
        var actions: [Action] = hasBeenUp ? awaitAnswer() : [.awaitConnection(outage: outages)]
        actions.append(.send(.hello(own), id: nextID()))
        if !subscription.isEmpty { actions.append(.send(.subscribe(subscription), id: nextID())) }
        return actions + check(then: .status)
    }

    /// Handles the loss of the connection.
    package mutating func didDisconnect() -> [Action] {
        guard link == .greeting || link == .up else { return [] }
        guard hasBeenUp else { return end(all: refusal.map { .refused($0) } ?? .connectionLost) }
        var actions: [Action] = []
        if link == .up {
            outages += 1
            isPatient = true
            actions = [.report(.connectionLost), .awaitConnection(outage: outages)]
        }
        link = .down
        awaited = nil
        marker = nil
        checks = [:]
        for (id, entry) in inOrder where entry.phase == .sent || entry.phase == .accepted {
            if entry.isOrder || entry.request.isRepeatable {
                entries[id]?.phase = .waiting
            } else if case .announcement = entry.request {
                entries[id]?.phase = .unknown
            } else if case .mediaSession(.end) = entry.request {
                actions += end(id, .success(.reply(Reply(id: id))))
            } else {
                actions += end(id, .failure(.connectionLost))
            }
        }
        return actions
    }

    /// Receives a message from the daemon.
    package mutating func receive(_ message: ServerMessage) -> [Action] {
        switch message {
        case .reply(let reply): return didReply(reply)
        case .error(let error): return didRefuse(error)
        case .refused(let refusal, let id, let line): return didRefuse(ErrorReply(refusal, id: id, line: line))
        case .announcementDidFinish(let did):
            let outcome = AnnouncementOutcome(did)
            return [.report(.announcementDidFinish(outcome))] + didFinish(outcome)
        case .mediaSession(let event):
            if event.change == .ended { sessions[event.session] = nil }
            return [.report(.mediaSession(event))]
        case .progress(let progress): return [.report(.progress(progress))]
        case .mark(let mark): return [.report(.mark(announcement: mark.id, name: mark.name))]
        case .event(let trace): return [.report(.trace(trace))]
        case .eventsLost(let count): return [.report(.missed(count))]
        case .elementFocused(let id): return [.report(.elementFocused(id: id))]
        case .pageTurn(let id): return [.report(.pageTurn(element: id))]
        case .warning(let warning, let element): return [.report(.warning(warning.message, element: element))]
        case .outcomesLost: return []  // the connection ends anyway
        }
    }

    // MARK: Inputs from the clock

    /// Ends the patience for a connection.
    package mutating func endPatience(outage: Int) -> [Action] {
        guard outage == outages, link == .down || link == .greeting else { return [] }
        guard hasBeenUp else { return end(all: .noDaemon(socket: socket)) }
        isPatient = false
        return inOrder.flatMap { id, entry in
            if entry.isOrder { return [Action]() }
            return end(id, .failure(entry.phase == .unknown ? .outcomeUnknown : .noDaemon(socket: socket)))
        }
    }

    /// Ends the wait for an answer. If the greeting or an earlier request has no answer, the daemon hangs, and only a new connection can
    /// help.
    package mutating func endPatience(answer number: Int) -> [Action] {
        guard awaited == number else { return [] }
        awaited = nil
        let unanswered = entries.values.filter { $0.phase == .sent }
        if link == .greeting || unanswered.contains(where: { $0.number < number }) { return [.disconnect] }
        return unanswered.isEmpty ? [] : awaitAnswer()
    }

    private mutating func awaitAnswer() -> [Action] {
        guard awaited == nil else { return [] }
        lastNumber += 1
        awaited = lastNumber
        return [.awaitAnswer(number: lastNumber)]
    }

    /// Queries the requests from earlier connections again: they may have ended, with the outcome sent to another client of the app.
    package mutating func checkAgain() -> [Action] { link == .up && marker == nil ? check(then: .ping) : [] }

    // MARK: Answers

    private mutating func didReply(_ reply: Reply) -> [Action] {
        if reply.id == marker { return didAnswerMarker(reply) }
        if let id = checks.removeValue(forKey: reply.id) {
            guard case .explanation(let explanation) = reply.result else { return [] }
            return didExplain(id, explanation)
        }
        let warnings = reply.warnings.map { Action.report(.warning($0.message, element: nil)) }
        guard let entry = entries[reply.id] else { return warnings }
        entries[reply.id]?.phase = .accepted
        guard !entry.isOrder else {
            entries[reply.id] = nil
            return []
        }
        remember(entry.request)
        return warnings + (entry.until == .replied ? end(reply.id, .success(.reply(reply))) : [])
    }

    private mutating func didRefuse(_ error: ErrorReply) -> [Action] {
        let refusal = error
        guard let id = error.id else {
            // The daemon refuses the connection itself.
            self.refusal = refusal
            return []
        }
        if let announcement = checks.removeValue(forKey: id) { return end(announcement, .failure(.outcomeUnknown)) }
        if entries[id] != nil { return end(id, .failure(.refused(refusal))) }
        guard link == .greeting else { return [] }
        // In a greeting, the daemon can refuse only the hello, because of its language.
        return hasBeenUp ? [.report(.warning(error.message, element: nil))] : end(all: .refused(refusal))
    }

    private mutating func didFinish(_ outcome: AnnouncementOutcome) -> [Action] {
        guard let entry = entries[outcome.id] else { return [] }
        if entry.until == .finished { return end(outcome.id, .success(.finished(outcome))) }
        return entry.phase == .unknown ? end(outcome.id, .success(.reply(Reply(id: outcome.id, state: .silent)))) : []
    }

    /// Stores a request that the daemon forgets with the connection, to repeat it on the next one.
    private mutating func remember(_ request: Request) {
        switch request {
        case .subscribe(let events): subscription = events
        case .mediaSession(.begin(let session)): if let name = session.name { sessions[name] = session }
        case .mediaSession(.end(let name)): if let name { sessions[name] = nil }
        default: break
        }
    }

    // MARK: After a lost connection

    /// Queries each announcement with an unknown outcome, then sends a request that is always answered.
    private mutating func check(then last: Request) -> [Action] {
        var actions: [Action] = []
        for (id, entry) in inOrder where entry.phase == .unknown {
            let question = nextID()
            checks[question] = id
            actions.append(.send(.explain(target: id), id: question))
        }
        let id = nextID()
        marker = id
        return actions + [.send(last, id: id)]
    }

    /// Handles the explanation of an announcement from an earlier connection.
    private mutating func didExplain(_ id: String, _ explanation: Explanation) -> [Action] {
        guard let entry = entries[id] else { return [] }
        let end = explanation.events.last { $0.event == .finished }
        if entry.until == .replied { return self.end(id, .success(.reply(Reply(id: id, state: end == nil ? .queued : .silent)))) }
        guard let reason = end?.reason, case .announcement(let announcement) = entry.request else { return [] }
        return didFinish(AnnouncementOutcome(id: id, text: announcement.text, reason: reason))
    }

    /// Handles the answer to the last query. Earlier queries that are still unanswered get no answer, because their text is too long.
    private mutating func didAnswerMarker(_ reply: Reply) -> [Action] {
        marker = nil
        let unanswered = checks.values.compactMap { id in entries[id].map { (id, $0.number) } }.sorted { $0.1 < $1.1 }
        checks = [:]
        var actions = unanswered.flatMap { end($0.0, .failure(.outcomeUnknown)) }
        if case .status(let status) = reply.result, link == .greeting { actions += becomeUp(status) }
        return entries.values.contains { $0.phase == .unknown } ? actions + [.checkLater] : actions
    }

    private mutating func becomeUp(_ status: Status) -> [Action] {
        var actions: [Action] = []
        if hasBeenUp {
            let isSame = daemon.map { $0.process == status.processID && $0.uptime <= status.uptime } ?? false
            actions.append(.report(.reconnected(toSameDaemon: isSame)))
        }
        daemon = (status.processID, status.uptime)
        link = .up
        hasBeenUp = true
        isPatient = true
        // Begin the sessions first, so that a recording stays undisturbed.
        for session in sessions.values.sorted(by: { $0.name ?? "" < $1.name ?? "" }) {
            actions.append(.send(.mediaSession(.begin(session)), id: nextID()))
        }
        return actions + inOrder.filter { $0.entry.phase == .waiting }.flatMap { send($0.id) }
    }

    // MARK: Entries

    private var inOrder: [(id: String, entry: Entry)] {
        entries.map { (id: $0.key, entry: $0.value) }.sorted { $0.entry.number < $1.entry.number }
    }

    private mutating func send(_ id: String) -> [Action] {
        guard let request = entries[id]?.request else { return [] }
        entries[id]?.phase = .sent
        return [.send(request, id: id)] + awaitAnswer()
    }

    private mutating func end(_ id: String, _ result: Result<Answer, AnnounceError>) -> [Action] {
        guard let entry = entries.removeValue(forKey: id), !entry.isOrder else { return [] }
        return [.end(id: id, result)]
    }

    private mutating func end(all error: AnnounceError) -> [Action] {
        link = .closed
        ending = error
        return inOrder.flatMap { end($0.id, .failure(error)) }
    }
}
