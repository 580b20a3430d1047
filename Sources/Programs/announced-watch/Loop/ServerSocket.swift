import Glibc
import System

/// Connects to a server whenever its socket appears, without polling. If inotify can't report this, because its limits are reached or the
/// socket is remote, tries every 10 s.
final class ServerSocket {
    /// How long a connection must last for the waits to become short again. A server may accept connections and end them, for example
    /// because it has too many.
    private static let longConnection = Duration.seconds(10)

    private enum State { case unconnected, connecting, connected }

    private let path: String?
    private let scope: SocketWatch.Scope
    private let keepsWatching: Bool
    private let loop: MainLoop
    private let connect: () -> Void
    private var watch: SocketWatch?
    private var source: DescriptorSource?
    private var state = State.unconnected
    /// Whether the folder has changed since the last attempt: the socket may be another server's.
    private var hasChanged = false
    private var pace = RetryPace()
    private var connectedAt = ContinuousClock.now
    private var timer: TimerSource?

    /// - Parameters:
    ///   - path: the socket's path; nil for a socket that can't be watched.
    ///   - scope: which changes of the socket's folder are reported. By default, touched files are not, because libpulse sets the mode of
    ///     its folder before each attempt.
    ///   - keepsWatching: whether to watch for another server's socket while connected too. Each change in the folder then wakes the
    ///     process.
    ///   - connect: makes an attempt, and sooner or later calls ``didConnect()`` or ``didFail()``.
    init(
        path: String?, watching scope: SocketWatch.Scope = .newFiles, on loop: MainLoop, keepsWatching: Bool = false,
        connect: @escaping () -> Void
    ) {
        self.path = path
        self.scope = scope
        self.loop = loop
        self.keepsWatching = keepsWatching
        self.connect = connect
    }

    /// Starts watching, and makes the first attempt.
    func start() {
        startWatching()
        attempt()
    }

    private func startWatching() {
        guard watch == nil, let path else { return }
        let new = SocketWatch(path, for: scope)
        if new.descriptor >= 0 { source = loop.watch(new.descriptor) { [unowned self] in didNotify() } }
        watch = consume new
    }

    private var isWatching: Bool { watch?.isWatching == true }

    func didConnect() {
        state = .connected
        connectedAt = .now
        guard !keepsWatching else { return }
        source = nil
        watch = nil
    }

    /// Records that the server serves the connection. All earlier changes at its socket were its own.
    func didAnswer() {
        watch?.drain()
        hasChanged = false
    }

    /// Tries again in a moment if the socket exists; otherwise when it appears.
    func didFail() {
        state = .unconnected
        startWatching()
        let isThere = path.map { unsafe access($0, F_OK) == 0 } ?? true
        guard isThere, !pace.isOver else {
            if !isWatching { timer = loop.after(RetryPace.unwatched) { [unowned self] in attempt() } }
            return
        }
        retry()
    }

    private func retry() {
        timer = loop.after(pace.next()) { [unowned self] in attempt() }
    }

    /// Records that the server has closed the connection.
    /// - Parameter expectsReturn: whether to try again even if the socket is the same, because another process may listen there.
    func didLose(expectsReturn: Bool) {
        if state == .connected, .now - connectedAt > Self.longConnection { pace.reset() }
        state = .unconnected
        startWatching()
        if expectsReturn { retry() } else if hasChanged || !isWatching { didFail() }
    }

    private func attempt() {
        guard state == .unconnected else { return }
        timer = nil
        hasChanged = false
        state = .connecting
        connect()
    }

    private func didNotify() {
        watch?.drain()
        hasChanged = true
        pace.reset()
        attempt()
    }
}
