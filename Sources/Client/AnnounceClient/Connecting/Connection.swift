import AnnounceProtocol
package import Messages
import NIOCore
import NIOPosix

/// A connection to a daemon: the client sends requests, the daemon sends messages.
package final class Connection: Transport {
    /// Why a connection failed or ended.
    package enum Failure: Error {
        /// Nothing listens at the socket, or the connection is not permitted: `code` is the system's error, if it is known.
        case noDaemon(socket: String, code: CInt?)
        /// The listener does not answer.
        case noAnswer(socket: String)
        /// The daemon refuses the request.
        case refused(ErrorReply)
        /// The connection ended before a reply or an outcome.
        case lost
    }

    /// How long a daemon may take for its first answer. It usually takes well under a millisecond.
    package static let patience = Duration.seconds(5)
    /// The id of the first request, whose reply proves that the daemon answers.
    static let firstID = "answers"

    /// The daemon's messages, in order; the stream ends with the connection.
    package let messages: AsyncStream<ServerMessage>
    private let channel: any Channel

    private init(channel: any Channel, messages: AsyncStream<ServerMessage>) {
        self.channel = channel
        self.messages = messages
    }

    /// Connects to the daemon's socket. Waits while too many others wait to be accepted.
    /// - Throws: ``Failure/noDaemon(socket:code:)``, ``Failure/noAnswer(socket:)``.
    package static func connect(to socket: String) async throws(Failure) -> Connection {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try await connect { try await $0.connect(unixDomainSocketPath: socket).get() }
            } catch {
                let code = (error as? IOError)?.errnoCode
                guard code == EAGAIN, !Task.isCancelled else { throw .noDaemon(socket: socket, code: code) }
                guard ContinuousClock.now < deadline else { throw .noAnswer(socket: socket) }
                // Nothing reports when there is room again.
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Takes over a connected socket, and closes it at the end.
    package static func connect(descriptor: CInt) async throws -> Connection {
        try await connect { try await $0.withConnectedSocket(descriptor).get() }
    }

    private static func connect(_ open: (ClientBootstrap) async throws -> any Channel) async throws -> Connection {
        let (messages, continuation) = AsyncStream.makeStream(of: ServerMessage.self)
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(MessageHandler(continuation))
                }
            }
        return Connection(channel: try await open(bootstrap), messages: messages)
    }

    /// Waits for a sign of life, so that the client does not wait endlessly for a hung daemon or for another program at its socket.
    package func expectAnswer(from socket: String, within patience: Duration = patience) async throws(Failure) {
        let deadline = ContinuousClock.now + patience
        let watch = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            await close()
        }
        defer { watch.cancel() }
        try? await send(.ping, id: Self.firstID)
        for await message in messages {
            switch message {
            case .reply(let reply) where reply.id == Self.firstID: return
            case .error(let error): throw .refused(error)
            default: continue
            }
        }
        // A daemon that was about to end closes the connection at once.
        throw ContinuousClock.now < deadline ? .noDaemon(socket: socket, code: ECONNRESET) : .noAnswer(socket: socket)
    }

    /// Sends a request.
    /// - Throws: ``Failure/lost``.
    package func send(_ request: Request, id: String? = nil) async throws(Failure) {
        try await write(RequestLine(id: id, request: request).bytes)
    }

    /// Sends a line that already contains a request, without its `\n`.
    /// - Throws: ``Failure/lost``.
    package func send(line: [UInt8]) async throws(Failure) {
        try await write(line + [UInt8(ascii: "\n")])
    }

    private func write(_ bytes: [UInt8]) async throws(Failure) {
        do {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        } catch {
            throw .lost
        }
    }

    /// Returns whether a request fits in a line.
    package static func fits(_ request: Request, id: String) -> Bool {
        RequestLine(id: id, request: request).bytes.count <= RequestLine.maximumLength
    }

    func sendSoon(_ request: Request, id: String) {
        channel.writeAndFlush(ByteBuffer(bytes: RequestLine(id: id, request: request).bytes), promise: nil)
    }

    package func close() async {
        try? await channel.close()
    }

    func end() {
        channel.close(promise: nil)
    }
}

/// Turns bytes into the daemon's messages.
private final class MessageHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var received = ServerMessages()
    private let messages: AsyncStream<ServerMessage>.Continuation

    init(_ messages: AsyncStream<ServerMessage>.Continuation) {
        self.messages = messages
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.append(unwrapInboundIn(data).readableBytesView)
        while let message = received.next() { messages.yield(message) }
        if received.isOver { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        messages.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
