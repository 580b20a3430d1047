import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import JSONLines

/// One request and its reply, on the calling thread: an event loop has threads, and to start them takes longer than all the rest. A key that
/// silences is to be felt at once.
enum DirectRequest {
    private static let ping = "answers"

    /// Sends it to the daemon at `path`, to which `connection` leads, and awaits the reply. What the daemon finds odd goes to standard error.
    /// - Parameters:
    ///   - app: who asks, if that matters.
    ///   - limit: see ``answer(to:id:as:over:within:)``.
    /// - Throws: an exit code, after a line on standard error.
    static func reply(
        to request: Request, id: String = "1", as app: String? = nil, over connection: consuming UnixConnection, at path: String,
        within limit: Duration? = nil
    ) throws(ExitCode) -> Reply {
        let answer: ServerMessage?
        do {
            answer = try Self.answer(to: request, id: id, as: app, over: connection, within: limit)
        } catch .late {
            throw Connection.noAnswer(at: path)
        } catch {
            throw connectionLost()
        }
        switch answer {
        case .reply(let reply):
            StandardError.print(warnings: reply.warnings)
            return reply
        case .error(let error): throw refused(error)
        default: throw connectionLost()
        }
    }

    /// The reply, or the first error; nil if the connection ends before.
    ///
    /// Nothing is asked of a daemon that does not answer: it would do it when it goes on, though the command has failed.
    /// - Parameter limit: how long that may take; nil: as long as it takes, if only the daemon shows soon that it answers at all.
    static func answer(
        to request: Request, id: String = "1", as app: String? = nil, over connection: borrowing UnixConnection,
        within limit: Duration? = nil
    ) throws(UnixConnection.Failure) -> ServerMessage? {
        let soon = ContinuousClock.now + (limit ?? Connection.patience)
        var deadline: ContinuousClock.Instant? = soon
        var lines = LineDecoder(maximumLength: ServerLine.maximumLength)
        try connection.send(RequestLine(id: ping, request: .ping).bytes, by: soon)
        while true {
            let bytes = try connection.receive(by: deadline)
            if bytes.isEmpty { return nil }
            lines.append(bytes)
            while let next = lines.next() {
                guard case .line(let line) = next, let message = try? ServerLine.message(from: line) else { continue }
                switch message {
                case .reply(let reply) where reply.id == ping:
                    let hello = app.map { RequestLine(id: "hello", request: .hello(Hello(app: $0))).bytes }
                    try connection.send((hello ?? []) + RequestLine(id: id, request: request).bytes, by: soon)
                    if limit == nil { deadline = nil }
                case .reply(let reply) where reply.id == id: return message
                case .error: return message
                case .outcomesLost: return nil
                default: continue
                }
            }
        }
    }
}
