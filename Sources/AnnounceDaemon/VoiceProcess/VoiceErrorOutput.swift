import Glibc
import JSONLines
import Logging
import NIOCore
import NIOPosix

/// Where a voice writes its errors. eSpeak NG writes many, and a voice must never wait for a reader: at level debug they become lines of
/// the daemon's log, whose queue is bounded; else they go nowhere. On the event loop.
enum VoiceErrorOutput {
    /// The longest line that is logged, in bytes.
    private static let longestLine = 1000

    /// - Returns: what is to be the voice's standard error, to be closed by the caller once the voice has started; nil: that can't be had.
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

    /// Logs what it reads, line by line.
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
            logger.debug("the voice writes to standard error", metadata: ["line": "\(text)"])
        }
    }
}
