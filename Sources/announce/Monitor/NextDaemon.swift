import UnixSocket

/// Waits for a daemon's socket, without polling.
struct NextDaemon: ~Copyable {
    /// The attempts after the first at a socket on which no one listens: a daemon makes it a moment before it listens. Each waits twice as long
    /// as the last.
    private static let mostRetries = 8
    private static let firstWait = Duration.milliseconds(5)
    /// The time between attempts where no one tells of a new socket.
    private static let slowWait = Duration.seconds(10)

    // A socket that systemd holds stays the same, and its daemon touches it. Connecting to it would start a daemon that was stopped.
    private var watch: SocketWatch
    private var retries = 0

    init(at path: String) { watch = SocketWatch(path, for: .touchedFiles) }

    /// A daemon is there; only what comes after it counts.
    mutating func didConnect() {
        watch.drain()
        retries = 0
    }

    /// Returns when it is time for another attempt to connect.
    /// - Parameter isRefused: whether the socket was there at the last one.
    mutating func wait(isRefused: Bool, watchesOutput: Bool) {
        let limit: Duration? =
            isRefused && retries < Self.mostRetries ? Self.firstWait * (1 << retries) : watch.isWatching ? nil : Self.slowWait
        if EventSource.awaitInput(of: watch.descriptor, within: limit, watchesOutput: watchesOutput) {
            watch.drain()
            retries = 0
        } else {
            retries += 1
        }
    }
}
