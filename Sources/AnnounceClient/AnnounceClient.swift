import AnnounceProtocol
import Glibc
import Messages

// AnnounceClient is the daemon's other end. Apps use what is public: AnnounceClient and its values, on top of Session and Exchange, which
// outlast a lost connection. Below them is one connection: Connection on an event loop, BlockingConnection on the calling thread. The command
// `announce` uses those, for it ends with its connection.

/// Tells the daemon what an app wants said, and what happens on its screen, and learns what became of it.
///
///     let client = try await AnnounceClient.connect(app: "org.example.mail")
///     let outcome = try await client.announce("Message sent")
///     print(outcome.successful)
///
/// A client is one app's connection; it may be used from any task. After a lost connection it connects again by itself, and what was asked
/// for meanwhile waits: see <doc:LostConnections>. A process may have several.
public final class AnnounceClient: Sendable {
    let session: Session

    private init(session: Session) {
        self.session = session
    }

    deinit { session.close() }

    /// What becomes of the announcements that wait when the client is closed, or its process ends.
    public enum OnDisconnect: String, Sendable, CaseIterable { case keep, cancel }

    /// Connects to the user's daemon.
    /// - Parameters:
    ///   - app: a stable name for the app, such as `org.example.mail`. By it the daemon knows an app that comes back.
    ///   - name: a name for people.
    ///   - language: the language of its texts, where they don't name one; nil: the user's.
    ///   - isLaunch: whether the app has just been launched: its next screen is its first.
    ///   - onDisconnect: what becomes of the announcements that wait when it goes.
    ///   - progress: whether ``AnnounceEvent/progress(_:)`` and ``AnnounceEvent/mark(announcement:name:)`` are wanted.
    ///   - socket: the daemon's socket; nil: `$ANNOUNCED_SOCKET`, else the usual one.
    ///   - patience: how long calls wait for a daemon that does not answer, or a connection that was lost.
    public static func connect(
        app: String, name: String? = nil, language: String? = nil, isLaunch: Bool = true, onDisconnect: OnDisconnect = .keep,
        progress: Bool = false, socket: String? = nil, patience: Duration = .seconds(10)
    ) async throws(AnnounceError) -> AnnounceClient {
        let hello = Hello(
            app: app, name: name, language: language, launch: isLaunch,
            onDisconnect: Hello.OnDisconnect(rawValue: onDisconnect.rawValue) ?? .keep, progress: progress)
        let socket = socket ?? standardSocket()
        guard SocketPath.mistake(in: socket) == nil else { throw .socketPathTooLong(socket: socket) }
        let session = Session(hello: hello, socket: socket, patience: patience)
        let client = AnnounceClient(session: session)
        try await session.open()
        return client
    }

    /// Closes the connection. What waits for an answer throws ``AnnounceError/closed``; announcements are spoken all the same, unless
    /// ``OnDisconnect/cancel`` was asked for.
    public func close() { session.close() }

    /// Has something said, and returns when it was heard to its end, or is known never to be.
    ///
    /// If the task is cancelled, so is the announcement.
    @discardableResult
    public func announce(_ announcement: AccessibilityAnnouncement) async throws(AnnounceError) -> AnnouncementOutcome {
        guard case .finished(let outcome) = try await session.ask(.announcement(announcement.announcement), until: .finished) else {
            throw .connectionLost
        }
        return outcome
    }

    /// Has a text said, and returns when it was heard to its end, or is known never to be.
    @discardableResult
    public func announce(
        _ text: String, priority: AccessibilityAnnouncement.Priority = .default
    ) async throws(AnnounceError) -> AnnouncementOutcome {
        try await announce(AccessibilityAnnouncement(text, priority: priority))
    }

    /// Tells what happens in the app, and returns when the daemon has taken it.
    @discardableResult
    public func post(_ notification: AccessibilityNotification) async throws(AnnounceError) -> PostedNotification {
        PostedNotification(try await reply(to: notification.request))
    }

    /// What is told from now on: outcomes, words, sessions, and what was subscribed to.
    ///
    /// The client lives for as long as they are iterated.
    /// - Parameter limit: how many events wait for whoever iterates; the oldest make room for newer ones.
    public func events(limit: Int = 1024) -> AnnounceEvents { session.events(limit: limit, of: self) }

    /// Asks for something, and returns the daemon's reply.
    @discardableResult
    func reply(to request: Request) async throws(AnnounceError) -> Reply {
        guard case .reply(let reply) = try await session.ask(request, until: .replied) else { throw .connectionLost }
        return reply
    }

    /// The usual socket, or the one that the environment names.
    package static func standardSocket() -> String {
        SocketPath.standard(
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            }, user: getuid())
    }
}
