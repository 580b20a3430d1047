/// The waits between attempts to connect. A server creates its socket a moment before it listens, so the first waits are short; each is
/// twice as long as the previous one.
package struct RetryPace: Sendable {
    /// The wait if inotify can't report a new socket.
    package static let unwatched = Duration.seconds(10)
    private static let first = Duration.milliseconds(5)
    private static let longest = Duration.seconds(60)
    /// The number of attempts within which a server begins to listen, if it ever does.
    private static let most = 8

    private var retries = 0

    package init() {}

    /// Whether the server has had time to begin to listen.
    package var isOver: Bool { retries >= Self.most }

    /// Returns how long to wait before the next attempt.
    package mutating func next() -> Duration {
        defer { retries += 1 }
        return min(Self.first * (1 << min(retries, 20)), Self.longest)
    }

    /// Starts again from the shortest wait, because there is a new socket or a connection.
    package mutating func reset() { retries = 0 }
}
