import NIOCore
import SpeechQueue

/// A connection: passes its bytes to the daemon, and has its requests served in turns (``ServingTurns``). It reads no more while unserved
/// requests are left.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Whether more input may arrive.
    private enum Input { case open, closed, gone }

    private let client: ClientID
    private let daemon: Daemon
    private let turns: ServingTurns
    private var input = Input.open
    /// Whether unserved requests await their turn.
    private var isWaiting: Bool
    /// Whether the unserved requests first await the answer to the last served request.
    private var awaitsAnswer = false
    /// Whether a read was requested while requests were unserved.
    private var owesRead = false
    /// Whether output is being sent to the client.
    private var isFlushing = false

    /// - Parameter waits: whether to serve nothing before ``begin(_:)``.
    init(client: ClientID, daemon: Daemon, turns: ServingTurns, waits: Bool = false) {
        self.client = client
        self.daemon = daemon
        self.turns = turns
        isWaiting = waits
    }

    /// Serves the input that the previous process left unserved, and all input after it.
    func begin(_ channel: any Channel) {
        // If the connection has ended since, this handler is no longer in its pipeline; the client's requests still count.
        serve(try? channel.pipeline.syncOperations.context(handler: self))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        let client = client
        daemon.assumeIsolated { $0.didRead(bytes, from: client) }
        if !isWaiting { serve(context) }
    }

    func read(context: ChannelHandlerContext) {
        // During a flush, a channel requests a read only if the client has gone. Input that the client sent before must be read now, or is
        // lost.
        if isWaiting, !isFlushing { owesRead = true } else { context.read() }
    }

    func flush(context: ChannelHandlerContext) {
        isFlushing = true
        context.flush()
        isFlushing = false
        let client = client
        guard awaitsAnswer, !daemon.assumeIsolated({ $0.awaitsAnswer(client) }) else { return }
        awaitsAnswer = false
        turns.await { self.serve(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        didEnd(context)
        context.fireChannelInactive()
    }

    /// A channel that is closed before it becomes active does not become inactive either.
    func handlerRemoved(context: ChannelHandlerContext) { didEnd(context) }

    private func didEnd(_ context: ChannelHandlerContext) {
        guard input != .gone else { return }
        input = .gone
        if !isWaiting || awaitsAnswer { serve(context) }
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

    /// Serves requests for one turn. The rest wait for the next turn.
    private func serve(_ context: ChannelHandlerContext?) {
        (isWaiting, awaitsAnswer) = (false, false)
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
        if input != .gone, daemon.assumeIsolated({ $0.awaitsAnswer(client) }) {
            (isWaiting, awaitsAnswer) = (true, true)
            daemon.assumeIsolated { $0.flush() }
            return
        }
        let input = input
        daemon.assumeIsolated { daemon in
            switch input {
            case .open: daemon.flush()
            // The client sends no more but may still listen: it receives the outcomes, then its reading end closes too.
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
