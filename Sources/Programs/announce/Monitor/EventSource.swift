import AnnounceClient
import AnnounceProtocol
import CLinux
import DequeModule
import Glibc
import Messages
import System

/// The daemon's events, read one at a time on request.
struct EventSource: ~Copyable {
    /// How long a daemon may take to answer, or to end.
    private static let patience = Duration.seconds(5)

    private var connection: BlockingConnection
    private let watchesOutput: Bool
    private var clock: DaemonClock?
    private var processID: pid_t = 0
    /// The latest time received from the daemon, in its seconds.
    private var latest = 0.0
    /// The difference between an event's time and ours, in seconds, beyond which the clock may be another daemon's.
    private static let mostDifference = 1.0
    /// Events that are not printed yet, and whether they wait for a clock.
    private var unread: Deque<TraceEvent> = []
    private var awaitsClock = false
    /// The number of events that the daemon has dropped.
    private(set) var lost = 0

    private init(_ connection: consuming BlockingConnection, watchesOutput: Bool) {
        self.connection = connection
        self.watchesOutput = watchesOutput
    }

    /// Connects, and returns once the subscription is confirmed.
    /// - Parameter watchesOutput: whether the program ends when its output loses its reader.
    static func open(_ path: String, of events: Set<SubscribedEvent>, watchesOutput: Bool) throws(Connection.Failure) -> EventSource {
        var source = EventSource(try connect(to: path), watchesOutput: watchesOutput)
        let requests = (RequestLine(id: "status", request: .status), RequestLine(id: "events", request: .subscribe(events)))
        do { try source.connection.send(requests.0, requests.1, by: .now + patience) } catch { throw .lost }
        while true {
            guard let message = source.message() else { throw .lost }
            switch message {
            case .error(let error): throw .refused(error)
            case .reply(let reply):
                source.receive(reply)
                if reply.id == "events" { return source }
            default: continue
            }
        }
    }

    private static func connect(to path: String) throws(Connection.Failure) -> BlockingConnection {
        do { return try BlockingConnection(to: path) } catch { throw Connection.Failure(error, at: path) }
    }

    /// Returns the next event, and when it happened, in seconds since 1970; nil at the connection's end.
    mutating func next() -> (event: TraceEvent, moment: Double)? {
        while true {
            // A line that is read late keeps its own time.
            if !awaitsClock, let clock, let event = unread.popFirst() { return (event, clock.moment(at: event.at)) }
            switch message() {
            case .reply(let reply)?: receive(reply)
            case .event(let event)?:
                if !awaitsClock { checkClock(by: event) }
                latest = event.at
                unread.append(event)
            case .eventsLost(let count)?:
                lost += count
                StandardError.print(
                    "announce: \(count) events are missing here: the daemon dropped them, because they were read too slowly")
            case nil:
                awaitsClock = false
                if unread.isEmpty || clock == nil { return nil }
            default: continue
            }
        }
    }

    /// Queries the clock again if an event does not fit it. The next daemon, which may have inherited the connection, counts from zero, and
    /// is another process.
    private mutating func checkClock(by event: TraceEvent) {
        guard event.at < latest || uptime - event.at > Self.mostDifference else { return }
        awaitsClock = (try? connection.send(RequestLine(id: "status", request: .status), by: .now + Self.patience)) != nil
    }

    private mutating func receive(_ reply: Reply) {
        guard case .status(let status) = reply.result else { return }
        clock = DaemonClock(uptime: status.uptime)
        processID = pid_t(clamping: status.processID)
        latest = status.uptime
        awaitsClock = false
    }

    private mutating func message() -> ServerMessage? {
        let (descriptor, watchesOutput) = (connection.descriptor, watchesOutput)
        return try? connection.next(by: nil) { EventSource.awaitInput(of: descriptor, watchesOutput: watchesOutput) }
    }

    /// The time on the daemon's clock now, in seconds.
    var uptime: Double { clock?.uptime ?? latest }

    /// Whether the new daemon inherited this connection without its subscription.
    var isForgotten: Bool { connection.isOver }

    /// Whether the daemon still runs after the connection's end. A daemon that is ending takes a moment.
    var isOutlived: Bool {
        let process = open_process(processID)
        guard process >= 0 else { return false }
        defer { close(process) }
        return !Self.awaitInput(of: process, within: Self.patience, watchesOutput: watchesOutput)
    }

    /// Waits for input. With `watchesOutput`, exits when standard output loses its reader.
    /// - Parameter limit: if nil, waits as long as necessary.
    /// - Returns: whether there is input.
    @discardableResult
    static func awaitInput(of descriptor: CInt, within limit: Duration? = nil, watchesOutput: Bool) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watchesOutput ? STDOUT_FILENO : -1, events: 0, revents: 0),
        ]
        let timeout = limit.map { CInt(clamping: Int64($0 / .milliseconds(1))) } ?? -1
        _ = unsafe polled.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), timeout) }
        if polled[1].revents & Int16(POLLERR) != 0, polled[0].revents == 0 { exit(0) }
        return polled[0].revents != 0
    }
}
