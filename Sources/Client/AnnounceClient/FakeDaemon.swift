import AnnounceProtocol
public import Logging
public import Messages
import Synchronization

/// A daemon for an app's own tests, without a process, a socket and sound. It records the announcements and the other
/// notifications that its clients post, and finishes each announcement at once.
///
///     let daemon = FakeDaemon()
///     let client = try await daemon.connect()
///     try await client.announce("Done", priority: .high)
///     #expect(daemon.posted == [.announcement("Done", priority: .high)])
///
/// It applies no rules: nothing is cut, refused or held, and the results of queries are empty. See <doc:TestingAnApp>.
public final class FakeDaemon: Sendable {
    fileprivate typealias Answers = AsyncStream<ServerMessage>.Continuation

    private typealias Waiting = (id: String, announcement: Announcement, answers: Answers)

    private struct State {
        var posted: [AccessibilityNotification] = []
        var waiting: [Waiting] = []
        var connections: Set<Answers> = []
        var restarts = 0
    }

    private let state = Mutex(State())
    private let reason: @Sendable (_ text: String) -> FinishReason?

    /// Creates a daemon.
    /// - Parameter reason: returns why the announcement of a text ends; nil: the announcement waits until it is cancelled or stopped. It is
    ///   called while the client sends, so it must not call the client.
    public init(reason: @escaping @Sendable (_ text: String) -> FinishReason? = { _ in .spoken }) {
        self.reason = reason
    }

    /// Connects a client.
    /// - Parameters:
    ///   - app: the app's name.
    ///   - logger: as for ``Announcer``.
    public func connect(app: String = "test", logger: Logger? = nil) async throws -> Announcer {
        try await Announcer.open(
            Session(hello: Hello(app: app), socket: "FakeDaemon", patience: .seconds(10), logger: logger) { self.open() })
    }

    /// The announcements and other notifications that the clients have posted, in order.
    public var posted: [AccessibilityNotification] { state.withLock { $0.posted } }

    /// Ends all connections and forgets the waiting announcements, like a daemon that is killed and started again. The clients reconnect
    /// automatically.
    public func restart() {
        let ended = state.withLock { state in
            defer { state = State(posted: state.posted, restarts: state.restarts + 1) }
            return state.connections
        }
        for answers in ended { answers.finish() }
    }

    private func open() -> any Transport {
        let (messages, answers) = AsyncStream.makeStream(of: ServerMessage.self)
        _ = state.withLock { $0.connections.insert(answers) }
        return FakeConnection(daemon: self, messages: messages, answers: answers)
    }

    fileprivate func close(_ answers: Answers) {
        _ = state.withLock { $0.connections.remove(answers) }
        answers.finish()
    }

    fileprivate func receive(_ request: Request, id: String, answers: Answers) {
        func reply(_ result: Reply.Result? = nil) { answers.yield(.reply(Reply(id: id, result: result))) }
        switch request {
        case .announcement(let announcement):
            record(request)
            answers.yield(.reply(Reply(id: id, state: .speaking)))
            state.withLock { $0.waiting.append((id, announcement, answers)) }
            if let reason = reason(announcement.text) { finish(reason) { $0.id == id } }
        case .notification:
            record(request)
            answers.yield(.reply(Reply(id: id, state: .speaking)))
        case .cancel(.id(let target)):
            finish(.stopped) { $0.id == target }
            reply()
        case .cancel(.group(let group)):
            finish(.stopped) { $0.announcement.group == group }
            reply()
        case .stop:
            finish(.stopped) { _ in true }
            reply()
        case .status: reply(.status(status))
        case .voices: reply(.voices([]))
        case .settings(let settings, _): reply(.settings(SettingsReport(settings)))
        case .history: reply(.history([]))
        case .missed: reply(.missed([]))
        case .explain: answers.yield(.error(ErrorReply(id: id, code: .unknownTarget, message: "target: a fake daemon has no history")))
        case .hello, .mediaSession, .repeat, .where, .details, .skip, .step, .pause, .resume, .ping, .subscribe: reply()
        }
    }

    private func record(_ request: Request) {
        state.withLock { $0.posted.append(AccessibilityNotification(request: request)) }
    }

    /// Finishes waiting announcements.
    private func finish(_ reason: FinishReason, _ isMeant: (Waiting) -> Bool) {
        let finished = state.withLock { state in
            defer { state.waiting.removeAll(where: isMeant) }
            return state.waiting.filter(isMeant)
        }
        for (id, announcement, answers) in finished {
            answers.yield(
                .announcementDidFinish(
                    AnnouncementDidFinish(
                        id: id, text: announcement.text, successful: reason == .spoken,
                        reason: reason, attempts: 1, spokenSeconds: 0)))
        }
    }

    private var status: Status {
        let (clients, restarts) = state.withLock { ($0.connections.count, $0.restarts) }
        return Status(
            version: "fake", processID: restarts, uptime: 0, paused: false, clients: clients, speaking: nil, waiting: [:], next: [],
            voice: Status.Voice(state: .ready), device: Status.Device(state: .closed, name: "fake"))
    }
}

private struct FakeConnection: Transport {
    let daemon: FakeDaemon
    let messages: AsyncStream<ServerMessage>
    let answers: AsyncStream<ServerMessage>.Continuation

    func sendSoon(_ request: Request, id: String) { daemon.receive(request, id: id, answers: answers) }
    func end() { daemon.close(answers) }
}
