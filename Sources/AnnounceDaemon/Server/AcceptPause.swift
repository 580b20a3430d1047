import NIOCore

/// Waits for a second when a connection can't be accepted, for the process or the system has no descriptor left: who connects waits
/// meanwhile. Without it the event loop tries all the time, and NIO's own handler for this leaves the socket among those that wake it up.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let length = TimeAmount.seconds(1)

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.length) { try? channel.syncOptions?.setOption(.autoRead, value: true) }
    }
}
