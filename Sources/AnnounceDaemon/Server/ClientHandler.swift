import Accessibility
import AnnounceProtocol
import JSONLines
import NIOCore
import SpeechDispatcherProtocol
import SpeechQueue

/// One connection: turns its bytes into requests for the daemon.
///
/// A bad line costs that line: it is answered with an error, and the next one is read as if nothing had been. Many lines are served in
/// turns (``ServingTurns``); while some are left, no more is read.
final class ClientHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Whether more may come.
    private enum Input { case open, closed, gone }

    private let client: ClientID
    private let daemon: Daemon
    private let turns: ServingTurns
    private var bytes: ClientInput
    private var input = Input.open
    /// Whether lines are left that wait for their turn.
    private var isWaiting = false
    /// Whether more was to be read meanwhile.
    private var owesRead = false
    /// Whether something is being told to the client.
    private var isFlushing = false

    init(client: ClientID, daemon: Daemon, turns: ServingTurns, speaks protocol: ClientProtocol) {
        self.client = client
        self.daemon = daemon
        self.turns = turns
        bytes = ClientInput(`protocol`)
    }

    /// One that goes on with a connection of the process before; nothing is served before ``goOn(_:)``.
    init(client: ClientID, daemon: Daemon, turns: ServingTurns, after restored: RestoredConnection) {
        self.client = client
        self.daemon = daemon
        self.turns = turns
        bytes = ClientInput(after: restored)
        isWaiting = true
    }

    /// Serves what the process before has read and not served, and all after it.
    func goOn(_ channel: any Channel) {
        // One that has ended meanwhile has left its pipeline, and what it has said is no less said.
        serve(try? channel.pipeline.syncOperations.context(handler: self))
    }

    /// What has come and was not served; nil if nobody is to go on with it after this process.
    var unserved: Continuity.Unserved? { bytes.unserved }

    /// What follows is a text (``SSIPDecoder/beginText()``).
    func beginText() { bytes.beginText() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        self.bytes.append(bytes.readableBytesView)
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

    /// Serves lines for a turn; then the rest waits for the next.
    private func serve(_ context: ChannelHandlerContext?) {
        isWaiting = false
        let end = NIODeadline.now() + ServingTurns.turn
        while let piece = bytes.next() {
            take(piece)
            if NIODeadline.now() >= end {
                daemon.assumeIsolated { $0.flush() }
                isWaiting = true
                turns.await { self.serve(context) }
                return
            }
        }
        // A last line may come without its ending: `printf '{…}' | socat` means it.
        if input != .open, let piece = bytes.finish(), input == .closed || piece.mayBeWhole { take(piece) }
        let client = client
        switch input {
        case .open: daemon.assumeIsolated { $0.flush() }
        // It says no more, but may still listen: what it posted is answered, then its reading end closes too.
        case .closed: daemon.assumeIsolated { $0.saysNoMore(client) }
        case .gone: daemon.assumeIsolated { $0.didDisconnect(client) }
        }
        if owesRead, input != .gone {
            owesRead = false
            context?.read()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func take(_ piece: ClientInput.Piece) {
        switch piece {
        case .line(let line): take(line)
        case .speechDispatcher(let input):
            let client = client
            daemon.assumeIsolated { $0.receive(input, from: client) }
        }
    }

    private func take(_ line: LineDecoder.Line) {
        let client = client
        let number = bytes.lineNumber
        switch line {
        case .tooLong:
            let error = ErrorReply(
                code: .tooLarge, message: "the line is longer than \(RequestLine.maximumLength) bytes; it is skipped to its end",
                line: number)
            daemon.assumeIsolated { $0.refuse(error, to: client) }
        case .line(let bytes):
            // Blank lines are what people leave between messages.
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
            do {
                let line = try RequestLine(line: bytes)
                daemon.assumeIsolated { $0.receive(line, number: number, size: bytes.count, from: client) }
            } catch {
                var error = error
                error.line = number
                let told = error
                daemon.assumeIsolated { $0.refuse(told, to: client) }
            }
        }
    }
}
