import JSONLines
import Messages
import NIOCore
import VoiceProtocol

/// A line from the voice.
enum VoiceLine: Sendable {
    case event(VoiceEvent)
    /// The line is not an event.
    case broken(String)
}

/// Decodes the voice's bytes into events.
final class VoiceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The longest event, in bytes: the list of all voices.
    private static let longestLine = 1 << 20

    private var lines = LineDecoder(maximumLength: longestLine)
    private var isBroken = false
    private let didReceive: @Sendable (VoiceLine) -> Void

    init(didReceive: @escaping @Sendable (VoiceLine) -> Void) {
        self.didReceive = didReceive
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lines.append(unwrapInboundIn(data).readableBytesView)
        while !isBroken, let next = lines.next() {
            switch next {
            case .tooLong: fail("a line is longer than \(Self.longestLine) bytes")
            case .line(let line):
                do {
                    let event = try VoiceEvent(jsonLine: line)
                    guard event.isPlausible else { return fail("it reports a position outside the text") }
                    didReceive(.event(event))
                } catch {
                    let beginning = line.prefix(64).map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }
                    fail("the line \"\(String(decoding: beginning, as: UTF8.self))\" is invalid: \(error)")
                }
            }
        }
    }

    private func fail(_ message: String) {
        isBroken = true
        didReceive(.broken("sent invalid data: " + message))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
