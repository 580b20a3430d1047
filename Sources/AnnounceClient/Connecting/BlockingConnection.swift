package import AnnounceProtocol
package import Messages
package import UnixSocket

/// A connection to a daemon on the calling thread: an event loop has threads, and to start them takes longer than a request and its reply. A key
/// that silences is to be felt at once.
package struct BlockingConnection: ~Copyable {
    private let socket: UnixSocket
    private var messages: ServerMessages

    /// Connects to the daemon's socket.
    /// - Parameter skipsUnknown: whether lines that can't be understood are skipped; else the first of them is the connection's end.
    package init(to path: String, skipsUnknown: Bool = true) throws(UnixSocket.Failure) {
        socket = try UnixSocket(to: path)
        messages = ServerMessages(skipsUnknown: skipsUnknown)
    }

    package var descriptor: CInt { socket.descriptor }
    /// The process that listens there; nil if the system does not tell.
    package var peer: CInt? { socket.peer }

    /// Sends requests, one after another.
    package func send(_ requests: RequestLine..., by deadline: ContinuousClock.Instant) throws(UnixSocket.Failure) {
        try socket.send(requests.flatMap(\.bytes), by: deadline)
    }

    /// The next message; nil at the connection's end.
    /// - Parameters:
    ///   - deadline: nil: it is waited for without end.
    ///   - willWait: called whenever there is no message yet.
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

    /// Asks the daemon at `path` for one thing, and returns its reply.
    ///
    /// Nothing is asked of a daemon that does not answer: it would do it when it goes on, though this has failed.
    /// - Parameters:
    ///   - app: who asks, if that matters.
    ///   - limit: how long the reply may take; nil: as long as it takes, if only the daemon shows soon that it answers at all.
    package static func reply(
        to request: Request, id: String = "1", as app: String? = nil, from path: String, within limit: Duration? = nil
    ) throws(Connection.Failure) -> Reply {
        var connection: BlockingConnection
        do { connection = try BlockingConnection(to: path) } catch {
            throw error == .late ? .noAnswer(socket: path) : .noDaemon(socket: path)
        }
        let answer: ServerMessage?
        do { answer = try connection.answer(to: RequestLine(id: id, request: request), as: app, within: limit) } catch {
            throw error == .late ? .noAnswer(socket: path) : .lost
        }
        switch answer {
        case .reply(let reply): return reply
        case .error(let error): throw .refused(error)
        default: throw .lost
        }
    }

    /// The reply, or the first error; nil if the connection ends before.
    private mutating func answer(
        to request: RequestLine, as app: String?, within limit: Duration?
    ) throws(UnixSocket.Failure) -> ServerMessage? {
        let soon = ContinuousClock.now + (limit ?? Connection.patience)
        var deadline: ContinuousClock.Instant? = soon
        try send(RequestLine(id: Connection.firstID, request: .ping), by: soon)
        while let message = try next(by: deadline) {
            switch message {
            case .reply(let reply) where reply.id == Connection.firstID:
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
