package import AnnounceProtocol
import Glibc
package import Messages
package import System

/// A connection on the calling thread. Starting an event loop's threads would take longer than a request and its reply, and a key that
/// silences speech must act at once.
package struct BlockingConnection: ~Copyable {
    private let socket: UnixSocket
    private var messages: ServerMessages
    /// Whether the daemon has answered the ping that comes before a request.
    private var hasAnswered = false

    /// Connects to the daemon's socket.
    /// - Parameter skipsUnknown: whether to skip lines that can't be understood; otherwise the first such line ends the connection.
    package init(to path: String, skipsUnknown: Bool = true) throws(UnixSocket.Failure) {
        socket = try UnixSocket(to: path)
        messages = ServerMessages(skipsUnknown: skipsUnknown)
    }

    package var descriptor: CInt { socket.descriptor }
    /// Whether the daemon no longer knows this client, so that only a new connection helps.
    package var isOver: Bool { messages.isOver }
    /// The process that listens at the other end; nil if the system does not report it.
    package var peer: CInt? { socket.peer }

    /// Sends requests in order.
    package func send(_ requests: RequestLine..., by deadline: ContinuousClock.Instant) throws(UnixSocket.Failure) {
        try socket.send(requests.flatMap(\.bytes), by: deadline)
    }

    /// Returns the next message; nil at the connection's end.
    /// - Parameters:
    ///   - deadline: if nil, waits as long as necessary.
    ///   - willWait: called whenever no message has arrived yet.
    package mutating func next(
        by deadline: ContinuousClock.Instant?, willWait: () -> Void = {}
    ) throws(UnixSocket.Failure) -> ServerMessage? {
        while true {
            if let message = messages.next() { return message }
            if messages.isOver { return nil }
            willWait()
            let bytes = try socket.receive(by: deadline)
            if bytes.isEmpty { return nil }
            messages.append(bytes)
        }
    }

    /// Sends one request to the daemon at `path`, and returns its reply.
    ///
    /// A daemon that does not answer first receives no request, because it might carry it out later, after the failure was reported.
    /// - Parameters:
    ///   - app: the app on whose behalf to send the request, if that matters.
    ///   - limit: how long the reply may take; nil: as long as necessary, once the daemon has answered a ping.
    package static func reply(
        to request: Request, id: String = "1", as app: String? = nil, from path: String, within limit: Duration? = nil
    ) throws(Connection.Failure) -> Reply {
        var connection: BlockingConnection
        do { connection = try BlockingConnection(to: path) } catch {
            throw Connection.Failure(error, at: path)
        }
        let answer: ServerMessage?
        do { answer = try connection.answer(to: RequestLine(id: id, request: request), as: app, within: limit) } catch {
            throw error == .late ? .noAnswer(socket: path) : connection.end(at: path)
        }
        switch answer {
        case .reply(let reply): return reply
        case .error(let error): throw .refused(error)
        default: throw connection.end(at: path)
        }
    }

    /// Returns why the connection has ended. A daemon that was about to end does not answer; it has received no request.
    private func end(at path: String) -> Connection.Failure { hasAnswered ? .lost : .noDaemon(socket: path, code: ECONNRESET) }

    /// Returns the reply or the first error; nil if the connection ends first.
    private mutating func answer(
        to request: RequestLine, as app: String?, within limit: Duration?
    ) throws(UnixSocket.Failure) -> ServerMessage? {
        let soon = ContinuousClock.now + (limit ?? Connection.patience)
        var deadline: ContinuousClock.Instant? = soon
        try send(RequestLine(id: Connection.firstID, request: .ping), by: soon)
        while let message = try next(by: deadline) {
            switch message {
            case .reply(let reply) where reply.id == Connection.firstID:
                hasAnswered = true
                if let app { try send(RequestLine(id: "hello", request: .hello(Hello(app: app))), by: soon) }
                try send(request, by: soon)
                if limit == nil { deadline = nil }
            case .reply(let reply) where reply.id == request.id: return message
            case .error: return message
            default: continue
            }
        }
        return nil
    }
}

extension Connection.Failure {
    /// Creates the failure to connect to the socket at `path`.
    package init(_ failure: UnixSocket.Failure, at path: String) {
        switch failure {
        case .late: self = .noAnswer(socket: path)
        case .system(let code): self = .noDaemon(socket: path, code: code)
        case .tooLong: self = .noDaemon(socket: path, code: nil)
        }
    }
}
