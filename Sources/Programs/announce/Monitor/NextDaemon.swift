import System

/// Waits for a daemon's socket, without polling.
struct NextDaemon: ~Copyable {
    // A socket that systemd holds stays the same, and its daemon touches it. Connecting to it would start a daemon that was stopped.
    private var watch: SocketWatch
    private var pace = RetryPace()

    init(at path: String) { watch = SocketWatch(path, for: .touchedFiles) }

    /// Discards the signs of the current daemon.
    mutating func didConnect() {
        watch.drain()
        pace.reset()
    }

    /// Returns when it is time for another attempt to connect.
    /// - Parameter isRefused: whether the socket existed at the last attempt.
    mutating func wait(isRefused: Bool, watchesOutput: Bool) {
        let limit = isRefused && !pace.isOver ? pace.next() : watch.isWatching ? nil : RetryPace.unwatched
        guard EventSource.awaitInput(of: watch.descriptor, within: limit, watchesOutput: watchesOutput) else { return }
        watch.drain()
        pace.reset()
    }
}
