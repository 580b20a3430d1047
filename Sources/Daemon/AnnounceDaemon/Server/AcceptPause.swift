import NIOCore

/// Waits for a second if a connection can't be accepted because the process or the system is out of descriptors. New clients wait during
/// that time. Otherwise the event loop would retry constantly: NIO's own handler for this case leaves the socket among those that wake the
/// loop.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let length = TimeAmount.seconds(1)

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.length) { try? channel.syncOptions?.setOption(.autoRead, value: true) }
    }
}
