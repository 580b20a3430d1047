import Accessibility
import AnnounceProtocol
import Glibc

/// Posts announcements to the daemon and learns what became of them.
///
///     let client = try await AnnounceClient.connect(app: "org.example.mail")
///     let outcome = try await client.announce("Message sent", priority: .high)
///     print(outcome.successful)
public actor AnnounceClient {
    /// UIAccessibilityPriority.
    public enum Priority: Sendable {
        case low, `default`, high
    }

    /// What became of an announcement: UIAccessibilityAnnouncementDidFinish.
    public struct Outcome: Sendable, Equatable {
        /// Whether its last sample was heard.
        public let successful: Bool
        /// Why it ended: `spoken`, `interrupted`, `stopped`, `superseded`, `expired` …
        public let reason: String
        /// Seconds it was heard.
        public let spokenSeconds: Double
    }

    /// Why something can't be done.
    public enum Failure: Error, Sendable, Equatable {
        /// Nobody listens at the socket.
        case noDaemon(socket: String)
        /// The daemon refused it, for the reason given.
        case refused(String)
        /// The connection ended first.
        case connectionLost
        /// The task that asked was cancelled; its announcement is too.
        case cancelled
    }

    private let connection: Connection
    private var lastID = 0
    /// Who waits for which answer; each gets one.
    private var waiting: [String: AsyncStream<Result<Outcome?, Failure>>.Continuation] = [:]
    private var isLost = false

    private init(connection: Connection) {
        self.connection = connection
    }

    /// Connects to the user's daemon.
    /// - Parameters:
    ///   - socket: its path; nil: the usual one.
    ///   - app: a stable name for the app, such as `org.example.mail`.
    /// - Throws: ``Failure``.
    public static func connect(socket: String? = nil, app: String) async throws(Failure) -> AnnounceClient {
        let path = socket ?? standardSocket()
        let connection: Connection
        do {
            connection = try await Connection.connect(to: path)
        } catch {
            throw .noDaemon(socket: path)
        }
        let client = AnnounceClient(connection: connection)
        Task { await client.listen() }
        _ = try await client.ask(.hello(Hello(app: app)))
        return client
    }

    /// Has `text` spoken, and returns when it was heard to its end, or is known never to be.
    /// - Throws: ``Failure``.
    public func announce(_ text: String, priority: Priority = .default) async throws(Failure) -> Outcome {
        let spoken: Announcement.Priority =
            switch priority {
            case .low: .low
            case .default: .default
            case .high: .high
            }
        let request = Request.announcement(Announcement(runs: [SpeechRun(text: text)], priority: spoken))
        guard let outcome = try await ask(request) else { throw .connectionLost }
        return outcome
    }

    /// The user's silence: ends all that is spoken and waits, whoever posted it.
    public func stop() async throws(Failure) {
        _ = try await ask(.stop)
    }

    public func close() async {
        await connection.close()
    }

    /// Sends a request and waits for its reply, or for an announcement's outcome.
    private func ask(_ request: Request) async throws(Failure) -> Outcome? {
        lastID += 1
        let id = "\(lastID)"
        if isLost { throw .connectionLost }
        guard Connection.fits(request, id: id) else { throw .refused("the text is too long for one announcement") }
        let (answers, continuation) = AsyncStream.makeStream(of: Result<Outcome?, Failure>.self)
        waiting[id] = continuation
        do { try await connection.send(request, id: id) } catch { answer(id, .failure(.connectionLost)) }
        for await answer in answers { return try answer.get() }
        // The task was cancelled: nobody waits for what it asked for.
        waiting[id] = nil
        if case .announcement = request { try? await connection.send(.cancel(.id(id))) }
        throw .cancelled
    }

    private func answer(_ id: String, _ result: Result<Outcome?, Failure>) {
        guard let continuation = waiting.removeValue(forKey: id) else { return }
        continuation.yield(result)
        continuation.finish()
    }

    private func listen() async {
        for await message in connection.messages {
            switch message {
            case .reply(let reply) where reply.state == nil: answer(reply.id, .success(nil))
            case .error(let error):
                // Without an id it is the connection that is refused, and with it all that was asked.
                for id in error.id.map({ [$0] }) ?? Array(waiting.keys) { answer(id, .failure(.refused(error.message))) }
            case .announcementDidFinish(let did):
                let outcome = Outcome(successful: did.successful, reason: did.reason.rawValue, spokenSeconds: did.spokenSeconds)
                answer(did.id, .success(outcome))
            case .reply, .progress, .mark, .event, .elementFocused, .pageTurn, .mediaSession, .warning: break
            }
        }
        isLost = true
        for id in waiting.keys { answer(id, .failure(.connectionLost)) }
    }

    private static func standardSocket() -> String {
        SocketPath.standard(
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            }, user: getuid())
    }
}
