import NIOCore
import SpeechQueue

/// One connection: passes its bytes to the daemon, and asks for requests to be served in turns (``ServingTurns``); while some are left, no more
/// is read.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Whether more may arrive.
    private enum Input { case open, closed, gone }

    private let client: ClientID
    private let daemon: Daemon
    private let turns: ServingTurns
    private var input = Input.open
    /// Whether requests are left that wait for their turn.
    private var isWaiting: Bool
    /// Whether more was to be read meanwhile.
    private var owesRead = false
    /// Whether something is being sent to the client.
    private var isFlushing = false

    /// - Parameter waits: whether nothing is served before ``begin(_:)``.
    init(client: ClientID, daemon: Daemon, turns: ServingTurns, waits: Bool = false) {
        self.client = client
        self.daemon = daemon
        self.turns = turns
        isWaiting = waits
    }

    /// Serves what the previous process has read and not served, and all after it.
    func begin(_ channel: any Channel) {
        // If the connection has ended meanwhile, this handler has left its pipeline; what the client has said is no less said.
        serve(try? channel.pipeline.syncOperations.context(handler: self))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        let client = client
        daemon.assumeIsolated { $0.didRead(bytes, from: client) }
        if !isWaiting { serve(context) }
    }

    func read(context: ChannelHandlerContext) {
        // In a flush, a channel asks for more only because the client has gone: what it had sent by then is read now, or lost.
        if isWaiting, !isFlushing { owesRead = true } else { context.read() }
    }

    func flush(context: ChannelHandlerContext) {
        isFlushing = true
        context.flush()
        isFlushing = false
    }

    func channelInactive(context: ChannelHandlerContext) {
        input = .gone
        if !isWaiting { serve(context) }
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, input == .open {
            input = .closed
            if !isWaiting { serve(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Serves requests for a turn; then the rest waits for the next.
    private func serve(_ context: ChannelHandlerContext?) {
        isWaiting = false
        let client = client
        let end = NIODeadline.now() + ServingTurns.turn
        while daemon.assumeIsolated({ $0.serveNext(of: client) }) {
            if NIODeadline.now() >= end {
                daemon.assumeIsolated { $0.flush() }
                isWaiting = true
                turns.await { self.serve(context) }
                return
            }
        }
        let input = input
        daemon.assumeIsolated { daemon in
            switch input {
            case .open: daemon.flush()
            // It says no more, but may still listen: what it posted is answered, then its reading end closes too.
            case .closed: daemon.didCloseInput(client)
            case .gone: daemon.didDisconnect(client)
            }
        }
        if owesRead, input != .gone {
            owesRead = false
            context?.read()
        }
    }
}
