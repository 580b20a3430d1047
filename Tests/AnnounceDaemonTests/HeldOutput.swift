import NIOCore
import NIOEmbedded

/// The end of a connection whose client reads only when the test says so.
final class HeldOutput: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    /// The writes that the system has not taken yet.
    private var held: [EventLoopPromise<Void>] = []
    /// The bytes written.
    private(set) var writes: [ByteBuffer] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writes.append(unwrapOutboundIn(data))
        if let promise { held.append(promise) }
    }

    /// Lets the system take everything written so far.
    func take() {
        for promise in held { promise.succeed() }
        held = []
    }

    /// Returns a connection and its end.
    static func channel(on loop: EmbeddedEventLoop) throws -> (channel: EmbeddedChannel, output: HeldOutput) {
        let output = HeldOutput()
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandler(output)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "client")).wait()
        return (channel, output)
    }
}
