import Accessibility
import AnnounceProtocol
import Glibc
import JSONLines

/// The daemon's events, one after another, read only when they are asked for.
struct EventSource: ~Copyable {
    enum Failure: Error {
        case noDaemon
        case refused(ErrorReply)
        case lost
    }

    private let connection: UnixConnection
    private var lines = LineDecoder(maximumLength: ServerLine.maximumLength)
    private var clock: DaemonClock?

    private init(_ connection: consuming UnixConnection) { self.connection = connection }

    /// Connects, and returns once the daemon watches.
    static func open(_ path: String, of events: Set<SubscribedEvent>) throws(Failure) -> EventSource {
        var source = EventSource(try connect(to: path))
        try source.subscribe(to: events)
        return source
    }

    private mutating func subscribe(to events: Set<SubscribedEvent>) throws(Failure) {
        let requests = [RequestLine(id: "events", request: .subscribe(events)), RequestLine(id: "status", request: .status)]
        do {
            try connection.send(requests.flatMap(\.bytes), by: .now + .seconds(5))
        } catch {
            throw .lost
        }
        while clock == nil {
            guard let message = message() else { throw .lost }
            switch message {
            case .error(let error): throw .refused(error)
            case .reply(let reply):
                if case .status(let status) = reply.result { clock = DaemonClock(uptime: status.uptime) }
            default: continue
            }
        }
    }

    private static func connect(to path: String) throws(Failure) -> UnixConnection {
        do { return try UnixConnection(to: path) } catch { throw .noDaemon }
    }

    /// The next event, and when it happened, in seconds since 1970; nil at the connection's end.
    mutating func next() -> (event: TraceEvent, moment: Double)? {
        while let message = message() {
            guard case .event(let event) = message, let clock else { continue }
            // A line that was not read at once happened all the same when it did.
            return (event, clock.moment(at: event.at))
        }
        return nil
    }

    private mutating func message() -> ServerMessage? {
        while true {
            while let line = lines.next() {
                // Skip unknown messages: a newer daemon may send them.
                guard case .line(let line) = line, let message = try? ServerLine.message(from: line) else { continue }
                // The daemon has forgotten the subscription.
                return message == .outcomesLost ? nil : message
            }
            waitForEvents()
            guard let bytes = try? connection.receive(by: nil), !bytes.isEmpty else { return nil }
            lines.append(bytes)
        }
    }

    /// Waits until something has come; ends the program when nobody reads what it prints.
    private func waitForEvents() {
        var polled = [
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        ]
        _ = unsafe polled.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), -1) }
        if polled[1].revents & Int16(POLLERR) != 0, polled[0].revents == 0 { exit(0) }
    }
}
