package import Accessibility
import AnnounceProtocol
import JSONLines
import NIOCore
import NIOPosix

/// A connection to a daemon: requests go in, whatever the daemon says comes out.
package final class Connection: Sendable {
    /// Why a connection can't be had, or ended.
    package enum Failure: Error, CustomStringConvertible {
        /// Nobody listens there.
        case noDaemon(socket: String)
        /// It ended while something was still owed.
        case lost

        package var description: String {
            switch self {
            case .noDaemon(let socket): "no daemon listens at \(socket)"
            case .lost: "the connection to the daemon was lost"
            }
        }
    }

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

    private var lines = LineDecoder(maximumLength: ServerLine.maximumLength)
    private let messages: AsyncStream<ServerMessage>.Continuation

    init(_ messages: AsyncStream<ServerMessage>.Continuation) {
        self.messages = messages
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lines.append(unwrapInboundIn(data).readableBytesView)
        while let next = lines.next() {
            // Skip unknown messages: a newer daemon may send them.
            guard case .line(let line) = next, let message = try? ServerLine.message(from: line) else { continue }
            // The daemon has forgotten this client: only a new connection is of use.
            if message == .outcomesLost { return context.close(promise: nil) }
            messages.yield(message)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        messages.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
