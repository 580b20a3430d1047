import AnnounceProtocol
import Glibc
public import Logging
public import Messages

// AnnounceClient is the daemon's counterpart. Apps use the public part: Announcer and its values, on top of Session and Exchange,
// which survive a lost connection. Below them is a single connection: Connection on an event loop, or BlockingConnection on the calling
// thread. The command `announce` uses those directly, because it ends with its connection.

/// A connection to the speech daemon. An app uses it to post announcements, to report what happens on its screen, and to receive the
/// outcomes.
///
///     let client = try await Announcer.connect(app: "org.example.mail")
///     let outcome = try await client.announce("Message sent")
///     print(outcome.successful)
///
/// Any task may use a client, and a process may have several. Its methods throw an ``AnnounceError``, or a `CancellationError` if the task
/// was cancelled. After a lost connection, the client reconnects by itself, and requests wait for the new connection: see
/// <doc:LostConnections>.
public final class Announcer: Sendable {
    let session: Session

    private init(session: Session) {
        self.session = session
    }

    deinit { session.close() }

    /// The fate of waiting announcements when the client is closed or its process ends.
    public typealias OnDisconnect = Hello.OnDisconnect

    /// Connects to the user's daemon.
    /// - Parameters:
    ///   - app: a stable name for the app, such as `org.example.mail`. The daemon uses it to recognize an app that reconnects.
    ///   - name: a human-readable name.
    ///   - language: the language of texts that don't specify one; nil: the user's language.
    ///   - isLaunch: whether the app has just been launched, so that its next screen is its first.
    ///   - onDisconnect: what happens to waiting announcements when the app disconnects.
    ///   - progress: whether to receive ``AnnounceEvent/progress(_:)`` and ``AnnounceEvent/mark(announcement:name:)``.
    ///   - gestures: how the app is used, for hints; nil: the user's setting.
    ///   - socket: the daemon's socket; nil: `$ANNOUNCED_SOCKET`, otherwise the standard path.
    ///   - patience: how long calls wait for a daemon that does not answer, or for a lost connection.
    ///   - logger: where to log that the connection was lost or restored, and the daemon's warnings about the app's requests.
    public static func connect(
        app: String, name: String? = nil, language: String? = nil, isLaunch: Bool = true, onDisconnect: OnDisconnect = .keep,
        progress: Bool = false, gestures: Gestures? = nil, socket: String? = nil, patience: Duration = .seconds(10),
        logger: Logger? = nil
    ) async throws -> Announcer {
        let hello = Hello(
            app: app, name: name, language: language, launch: isLaunch,
            onDisconnect: onDisconnect, progress: progress,
            gestures: gestures)
        let socket = socket ?? standardSocket()
        guard SocketPath.mistake(in: socket) == nil else { throw AnnounceError.socketPathTooLong(socket: socket) }
        return try await open(
            Session(hello: hello, socket: socket, patience: patience, logger: logger) { try await Connection.connect(to: socket) })
    }

    static func open(_ session: Session) async throws -> Announcer {
        let client = Announcer(session: session)
        try await session.open()
        return client
    }

    /// Connects to the user's daemon, and closes the connection when `body` has ended, also by an error or a cancellation.
    ///
    ///     try await Announcer.withClient(app: "org.example.mail") { client in
    ///         try await client.announce("Message sent")
    ///     }
    ///
    /// The other parameters are those of ``connect(app:name:language:isLaunch:onDisconnect:progress:gestures:socket:patience:logger:)``.
    public static func withClient<Value>(
        app: String, name: String? = nil, language: String? = nil, isLaunch: Bool = true, onDisconnect: OnDisconnect = .keep,
        progress: Bool = false, gestures: Gestures? = nil, socket: String? = nil, patience: Duration = .seconds(10),
        logger: Logger? = nil, _ body: (Announcer) async throws -> Value
    ) async throws -> Value {
        let client = try await connect(
            app: app, name: name, language: language, isLaunch: isLaunch, onDisconnect: onDisconnect, progress: progress,
            gestures: gestures, socket: socket, patience: patience, logger: logger)
        defer { client.close() }
        return try await body(client)
    }

    /// Closes the connection. Pending calls throw ``AnnounceError/closed``. Announcements are still spoken, unless the client connected
    /// with `cancel` in `onDisconnect`.
    public func close() { session.close() }

    /// Posts an announcement, and returns once it has been heard to its end, or never will be.
    ///
    /// Cancelling the task cancels the announcement.
    /// - Parameters:
    ///   - announcement: the announcement.
    ///   - id: names the announcement in ``cancel(_:)``, ``explain(_:)`` and events: 1 to 64 characters. No other request of any client may
    ///     have the same id, not even a later one, because the outcomes could be confused. nil: the client makes one up.
    @discardableResult
    public func announce(_ announcement: AccessibilityAnnouncement, id: String? = nil) async throws -> AnnouncementOutcome {
        let answer = try await session.ask(.announcement(announcement), id: id, until: .finished)
        guard case .finished(let outcome) = answer else { throw AnnounceError.connectionLost }
        return outcome
    }

    /// Posts a text, and returns once it has been heard to its end, or never will be.
    /// - Parameters:
    ///   - text: the text.
    ///   - format: how the text is written.
    ///   - priority: how urgent the announcement is.
    ///   - group: a name for related announcements of the app, as in ``cancel(group:)``.
    ///   - maxAge: the age after which the announcement does not begin any more; nil: 10 s for low priority, otherwise unlimited.
    ///   - countMissed: whether the announcement counts as missed if its turn never comes.
    ///   - isPrivate: whether the text is only spoken, and stored and shown nowhere.
    ///   - id: as in ``announce(_:id:)``.
    @discardableResult
    public func announce(
        _ text: String, format: AccessibilityAnnouncement.Format = .text, priority: AccessibilityAnnouncement.Priority = .default,
        group: String? = nil, maxAge: Duration? = nil,
        countMissed: Bool = true, isPrivate: Bool = false, id: String? = nil
    ) async throws -> AnnouncementOutcome {
        try await announce(
            AccessibilityAnnouncement(
                text, format: format, priority: priority, group: group, maxAge: maxAge?.inSeconds, countsAsMissed: countMissed,
                isPrivate: isPrivate),
            id: id)
    }

    /// Reports an event in the app, and returns when the daemon has accepted it.
    /// - Parameters:
    ///   - notification: the event.
    ///   - id: as in ``announce(_:id:)``.
    @discardableResult
    public func post(_ notification: AccessibilityNotification, id: String? = nil) async throws -> PostedNotification {
        try await reply(to: notification.request, id: id)
    }

    /// Returns the events from now on: outcomes, words, media sessions, and subscriptions.
    ///
    /// Iterating the events keeps the client alive.
    /// - Parameter limit: the maximum number of events that wait to be iterated; newer ones replace the oldest.
    public func events(limit: Int = 1024) -> AnnounceEvents { session.events(limit: limit, of: self) }

    /// Sends a request, and returns the daemon's reply.
    @discardableResult
    func reply(to request: Request, id: String? = nil) async throws -> Reply {
        guard case .reply(let reply) = try await session.ask(request, id: id, until: .replied) else { throw AnnounceError.connectionLost }
        return reply
    }

    /// Returns the socket's path: the environment's, otherwise the standard path.
    package static func standardSocket() -> String {
        SocketPath.standard(
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            }, user: getuid())
    }
}
