import Glibc

/// Connects to a server whenever its socket appears, without polling: inotify watches the socket's folder, or, while that is missing, the
/// nearest folder above it. Where inotify can't, because its limits are reached or the socket is remote, it tries every 10 s.
package final class ServerSocket {
    /// The attempts after the first, because a server makes its socket a moment before it listens. Each waits twice as long as the last.
    private static let mostRetries = 8
    private static let firstWait = Duration.milliseconds(5)
    /// The longest wait for a server that accepts connections and ends them, for example because it has too many, and how long a
    /// connection lasts that ends such a row.
    private static let longestWait = Duration.seconds(60)
    private static let longConnection = Duration.seconds(10)
    /// The time between attempts without inotify.
    private static let slowWait = Duration.seconds(10)

    private enum State { case unconnected, connecting, connected }

    private let path: String?
    private let loop: EventLoop
    private let connect: () -> Void
    private let notifications = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    private var source: DescriptorSource?
    /// The watch on a folder.
    private var watched: CInt?
    private var state = State.unconnected
    /// Whether the folder has changed since the last attempt: the socket may be another server's.
    private var hasChanged = false
    private var retries = 0
    private var connectedAt = ContinuousClock.now
    private var timer: TimerSource?

    /// - Parameters:
    ///   - path: the socket; nil: one that can't be watched.
    ///   - connect: makes an attempt, and sooner or later calls ``didConnect()`` or ``didFail()``.
    package init(path: String?, on loop: EventLoop, connect: @escaping () -> Void) {
        self.path = path
        self.loop = loop
        self.connect = connect
    }

    deinit { if notifications >= 0 { close(notifications) } }

    /// Watches, and makes the first attempt.
    package func start() {
        if notifications >= 0 {
            source = loop.watch(notifications) { [unowned self] in didNotify() }
            watchFolder()
        }
        attempt()
    }

    package func didConnect() {
        state = .connected
        connectedAt = .now
    }

    /// Tries again in a moment, if the socket is there; otherwise when it appears.
    package func didFail() {
        state = .unconnected
        let isThere = path.map { unsafe access($0, F_OK) == 0 } ?? true
        guard isThere, retries < Self.mostRetries else {
            if !isWatching { timer = loop.after(Self.slowWait) { [unowned self] in attempt() } }
            return
        }
        retry()
    }

    private func retry() {
        let wait = min(Self.firstWait * (1 << min(retries, 20)), Self.longestWait)
        retries += 1
        timer = loop.after(wait) { [unowned self] in attempt() }
    }

    /// The server has closed the connection.
    /// - Parameter expectsReturn: whether to try again even if the socket is the same: another process may listen there.
    package func didLose(expectsReturn: Bool) {
        if state == .connected, .now - connectedAt > Self.longConnection { retries = 0 }
        state = .unconnected
        if expectsReturn { retry() } else if hasChanged || !isWatching { didFail() }
    }

    /// Stops trying.
    package func stop() {
        timer = nil
        source = nil
        state = .unconnected
    }

    /// Whether inotify tells of a new socket.
    private var isWatching: Bool { (watched ?? -1) >= 0 }

    private func attempt() {
        guard state == .unconnected else { return }
        timer = nil
        hasChanged = false
        state = .connecting
        connect()
    }

    private func didNotify() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while unsafe read(notifications, &buffer, buffer.count) > 0 {}
        watchFolder()
        hasChanged = true
        retries = 0
        attempt()
    }

    /// Watches the deepest folder on the way to the socket that exists. It may be another one than before, by the same name.
    private func watchFolder() {
        while let folder = deepestFolder {
            // Without IN_ATTRIB, because libpulse sets the mode of its folder before each attempt.
            let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
            let added = unsafe inotify_add_watch(notifications, folder, events)
            if let watched, watched != added { inotify_rm_watch(notifications, watched) }
            watched = added
            // Otherwise a deeper one has appeared meanwhile, or this one is gone.
            if folder == deepestFolder { return }
        }
    }

    private var deepestFolder: String? {
        guard var folder = path?[...] else { return nil }
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if unsafe access(folder.isEmpty ? "/" : String(folder), X_OK) == 0 { return folder.isEmpty ? "/" : String(folder) }
        }
        return nil
    }
}
