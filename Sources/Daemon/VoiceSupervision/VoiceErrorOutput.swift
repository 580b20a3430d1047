import Glibc
import JSONLines
import Logging
import NIOCore
import NIOPosix

/// The voice's standard error. eSpeak NG writes a lot to it, and a voice must never wait for a reader. At log level debug, the lines go to
/// the daemon's log, whose queue is bounded; otherwise they are discarded. Runs on the event loop.
enum VoiceErrorOutput {
    /// The longest logged line, in bytes.
    private static let longestLine = 1000

    /// Opens the voice's standard error.
    /// - Returns: the descriptor, which the caller closes once the voice has started; nil if there is none.
    static func open(_ logger: Logger, eventLoop: any EventLoop) -> CInt? {
        guard logger.logLevel <= .debug else { return nowhere }
        var ends: [CInt] = [-1, -1]
        // SAFETY: a system call on an array of two.
        guard unsafe pipe(&ends) == 0 else { return nowhere }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = ends[0]
        _ = NIOPipeBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(ErrorLines(logger)) }
            }
            .takingOwnershipOfDescriptor(input: reader)
            .flatMapErrorThrowing { error in
                close(reader)
                throw error
            }
        return ends[1]
    }

    private static var nowhere: CInt? {
        // SAFETY: a system call on a constant string.
        let descriptor = unsafe Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Logs its input line by line.
    private final class ErrorLines: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let logger: Logger
        private var lines = LineDecoder(maximumLength: longestLine)

        init(_ logger: Logger) {
            self.logger = logger
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            lines.append(unwrapInboundIn(data).readableBytesView)
            while let next = lines.next() { log(next) }
        }

        func channelInactive(context: ChannelHandlerContext) {
            if let rest = lines.finish() { log(rest) }
        }

        private func log(_ line: LineDecoder.Line) {
            let text = if case .line(let bytes) = line { String(decoding: bytes, as: UTF8.self) } else { "a line that is too long" }
            logger.debug("output of the voice on standard error", metadata: ["line": "\(text)"])
        }
    }
}
