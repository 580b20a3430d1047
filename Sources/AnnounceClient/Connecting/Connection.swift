import AnnounceProtocol
package import Messages
import NIOCore
import NIOPosix

/// A connection to a daemon: requests go in, whatever the daemon says comes out.
package final class Connection: Sendable {
    /// Why a connection can't be had, or ended.
    package enum Failure: Error {
        /// Nobody listens there.
        case noDaemon(socket: String)
        /// Whoever listens there does not answer.
        case noAnswer(socket: String)
        /// The daemon refuses what it was asked.
        case refused(ErrorReply)
        /// It ended while something was still owed.
        case lost
    }

    /// How long a daemon may take to its first answer. It takes well under a millisecond.
    package static let patience = Duration.seconds(5)
    /// The id of the request that it answers first.
    static let firstID = "answers"

    /// All that the daemon says, in order; it ends when the connection does.
    package let messages: AsyncStream<ServerMessage>
    private let channel: any Channel

    private init(channel: any Channel, messages: AsyncStream<ServerMessage>) {
        self.channel = channel
        self.messages = messages
    }

    /// Connects to the daemon's socket.
    /// - Throws: ``Failure/noDaemon(socket:)``.
    package static func connect(to socket: String) async throws(Failure) -> Connection {
        do {
            return try await connect { try await $0.connect(unixDomainSocketPath: socket).get() }
        } catch {
            throw .noDaemon(socket: socket)
        }
    }

    /// Takes over a socket that is connected already, and closes it at the end.
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

    /// Awaits a sign of life, so that a daemon that hangs, or something else at its socket, is not waited for without end.
    package func expectAnswer(from socket: String) async throws(Failure) {
        let watch = Task {
            try await Task.sleep(for: Self.patience)
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
        throw .noAnswer(socket: socket)
    }

    /// Asks for something.
    /// - Throws: ``Failure/lost``.
    package func send(_ request: Request, id: String? = nil) async throws(Failure) {
        try await write(RequestLine(id: id, request: request).bytes)
    }

    /// Sends a line that is a request already, without its `\n`.
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

    /// Whether a request is short enough for a line.
    package static func fits(_ request: Request, id: String) -> Bool {
        RequestLine(id: id, request: request).bytes.count <= RequestLine.maximumLength
    }

    /// Asks for something without waiting until it is on its way; in the order of the calls. If it can't be sent, ``messages`` end.
    func post(_ request: Request, id: String) {
        channel.writeAndFlush(ByteBuffer(bytes: RequestLine(id: id, request: request).bytes), promise: nil)
    }

    package func close() async {
        try? await channel.close()
    }

    /// Closes it, sooner or later.
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
