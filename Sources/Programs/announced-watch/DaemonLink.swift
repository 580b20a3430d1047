import AnnounceClient
import AnnounceProtocol
import Glibc
import Messages
import System
import Watch

/// The connection to the daemon, which is like any client's.
final class DaemonLink {
    private static let name = WatchNote.client
    /// How long a daemon may take to read a request. Its socket holds thousands of them.
    private static let patience = Duration.seconds(1)

    /// The watcher's line in `announce status`.
    var note = "" { didSet { if note != oldValue { introduce() } } }

    private let path: String
    private let loop: MainLoop
    private var socket: ServerSocket?
    private var connection: BlockingConnection?
    private var source: DescriptorSource?
    private var sessions = WatchedSessions()
    /// The names of sessions, by the ids of the requests that begin them.
    private var begun: [String: String] = [:]
    private var lastID = 0
    private var renewal: TimerSource?
    /// Seconds between renewals with the current timer.
    private var renewalInterval = 0.0

    init(socket path: String, on loop: MainLoop) {
        self.path = path
        self.loop = loop
        // This also works if the daemon's folder does not exist yet, or a service manager holds the socket.
        socket = ServerSocket(path: path, watching: .touchedFiles, on: loop, keepsWatching: true) { [unowned self] in connect() }
    }

    func start() { socket?.start() }

    /// Keeps these media sessions active, and no others.
    func want(_ wanted: WatchedSessions.Wanted) { send(sessions.want(wanted)) }

    /// Whether the daemon has sent anything on this connection.
    private var hasAnswered = false

    /// Whether the daemon has too many clients; it ends the connection a moment after it reports that.
    private var isRefused = false

    /// Whether to follow which other clients have media sessions.
    var followsOthers = false { didSet { if followsOthers != oldValue { followOthers() } } }
    /// Receives the names of these clients.
    var didLearn: (Set<String>) -> Void = { _ in }

    private func followOthers() {
        send(.subscribe(followsOthers ? [.mediaSession] : []), id: "subscribe")
        if followsOthers { send(.status, id: "status") } else { didLearn([]) }
    }

    /// Sends requests, unless there is no daemon.
    func send(_ requests: [Request]) {
        for request in requests {
            lastID += 1
            send(request, id: "\(lastID)")
        }
    }

    private func connect() {
        do throws(UnixSocket.Failure) {
            let opened = try BlockingConnection(to: path)
            source = loop.watch(opened.descriptor) { [unowned self] in receive() }
            connection = consume opened
        } catch {
            socket?.didFail()
            return
        }
        socket?.didConnect()
        (isRefused, hasAnswered) = (false, false)
        begun = [:]
        let requests = sessions.connect()
        introduce()
        if followsOthers { followOthers() }
        send(requests)
    }

    private func introduce() {
        send(.hello(Hello(app: Self.name, name: Self.name, launch: false, onDisconnect: .cancel, note: note)), id: "hello")
    }

    private func send(_ requests: [MediaSessionRequest]) {
        for request in requests {
            lastID += 1
            let id = "\(lastID)"
            if case .begin(let session) = request { begun[id] = session.name }
            send(.mediaSession(request), id: id)
        }
        // Nothing wakes an idle machine: there is a timer only while a session is active.
        if !sessions.needsRenewal { renewal = nil } else if renewal == nil || renewalInterval != sessions.interval { awaitRenewal() }
    }

    private func awaitRenewal() {
        renewalInterval = sessions.interval
        renewal = loop.after(.seconds(sessions.interval)) { [unowned self] in
            renewal = nil
            send(sessions.renew())
        }
    }

    private func send(_ request: Request, id: String) {
        do throws(UnixSocket.Failure) {
            try connection?.send(RequestLine(id: id, request: request), by: .now + Self.patience)
        } catch {
            // The daemon may have received a part of the line.
            disconnect(expectsReturn: true)
        }
    }

    private func receive() {
        do throws(UnixSocket.Failure) {
            while let message = try connection?.next(by: .now) {
                if !hasAnswered { socket?.didAnswer() }
                hasAnswered = true
                switch message {
                case .mediaSession(let event): send(sessions.receive(event))
                case .reply(let reply):
                    begun[reply.id] = nil
                    if case .status(let status) = reply.result { didLearn(Set(status.media.map(\.client)).subtracting([Self.name])) }
                case .event(let event) where event.client != Self.name && event.session?.change != .extended: send(.status, id: "status")
                case .error(let error):
                    if error.code == .tooManyClients { isRefused = true }
                    if let name = error.id.flatMap({ begun.removeValue(forKey: $0) }) { sessions.didRefuse(name) }
                default: break
                }
            }
        } catch .late {
            return
        } catch {}
        // Don't start a daemon that was stopped: connect only to a new socket. But a daemon that has only forgotten its clients, or has too
        // many, is still running.
        disconnect(expectsReturn: isRefused || connection?.isOver ?? false)
    }

    private func disconnect(expectsReturn: Bool) {
        guard connection != nil else { return }
        connection = nil
        source = nil
        renewal = nil
        sessions.disconnect()
        socket?.didLose(expectsReturn: expectsReturn)
    }
}
