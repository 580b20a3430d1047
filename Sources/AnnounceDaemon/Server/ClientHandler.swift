import Accessibility
import AnnounceProtocol
import JSONLines
import NIOCore
import SpeechQueue

/// One connection: turns its bytes into requests for the daemon.
///
/// A bad line costs that line: it is answered with an error, and the next one is read as if nothing had been.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: ClientID
    private let daemon: Daemon
    private var lines = LineDecoder(maximumLength: RequestLine.maximumLength)

    init(client: ClientID, daemon: Daemon) {
        self.client = client
        self.daemon = daemon
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lines.append(unwrapInboundIn(data).readableBytesView)
        while let line = lines.next() { take(line) }
        daemon.assumeIsolated { $0.flush() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A last line may come without its ending: `printf '{…}' | socat` means it.
        if let line = lines.finish() { take(line) }
        let client = client
        daemon.assumeIsolated { $0.hasGone(client) }
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            // It says no more, but may still listen: what it posted is answered, then its reading end closes too.
            if let line = lines.finish() { take(line) }
            let client = client
            daemon.assumeIsolated { $0.saysNoMore(client) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func take(_ line: LineDecoder.Line) {
        let client = client
        let number = lines.lineNumber
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
                daemon.assumeIsolated { $0.receive(line, number: number, from: client) }
            } catch {
                var error = error
                error.line = number
                let told = error
                daemon.assumeIsolated { $0.refuse(told, to: client) }
            }
        }
    }
}
