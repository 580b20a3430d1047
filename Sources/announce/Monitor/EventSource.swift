import AnnounceClient
import AnnounceProtocol
import Glibc
import Messages

/// The daemon's events, read one at a time on request.
struct EventSource: ~Copyable {
    private var connection: BlockingConnection
    private var clock: DaemonClock?

    private init(_ connection: consuming BlockingConnection) { self.connection = connection }

    /// Connects, and returns once the subscription is confirmed.
    static func open(_ path: String, of events: Set<SubscribedEvent>) throws(Connection.Failure) -> EventSource {
        var source = EventSource(try connect(to: path))
        let requests = (RequestLine(id: "status", request: .status), RequestLine(id: "events", request: .subscribe(events)))
        do { try source.connection.send(requests.0, requests.1, by: .now + .seconds(5)) } catch { throw .lost }
        while true {
            guard let message = source.message() else { throw .lost }
            switch message {
            case .error(let error): throw .refused(error)
            case .reply(let reply):
                if case .status(let status) = reply.result { source.clock = DaemonClock(uptime: status.uptime) }
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
        while let message = message() {
            guard case .event(let event) = message, let clock else { continue }
            // A line that is read late keeps its own time.
            return (event, clock.moment(at: event.at))
        }
        return nil
    }

    private mutating func message() -> ServerMessage? {
        let descriptor = connection.descriptor
        return try? connection.next(by: nil) { Self.waitForEvents(on: descriptor) }
    }

    /// Waits for input; ends the program if its output has no reader any more.
    private static func waitForEvents(on descriptor: CInt) {
        var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
        _ = unsafe polled.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), -1) }
        if polled[1].revents & Int16(POLLERR) != 0, polled[0].revents == 0 { exit(0) }
    }
}
