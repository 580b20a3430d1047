import Glibc
import NIOCore
import NIOPosix

/// Reports when a file in the folders of the daemon's sockets appears or vanishes: another server may have put its own socket in place of
/// the daemon's. Causes no wake-ups otherwise. Runs on the event loop, until ``end()``.
final class SocketFileWatch {
    private let channel: EventLoopFuture<any Channel>

    /// - Parameter didChange: called when a file has appeared in one of the folders, or vanished from it.
    /// - Returns: nil if inotify can't be used.
    init?(_ sockets: [ListeningSocket], on eventLoop: any EventLoop, didChange: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        for path in sockets.map(\.path) where path.contains("/") {
            let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
            let events = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
            guard unsafe inotify_add_watch(descriptor, String(folder), events) >= 0 else {
                close(descriptor)
                return nil
            }
        }
        channel = NIOPipeBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Changes(didChange)) }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .flatMapErrorThrowing { error in
                close(descriptor)
                throw error
            }
    }

    func end() { channel.whenSuccess { $0.close(promise: nil) } }

    /// The events carry no more information than that something has changed.
    private final class Changes: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let didChange: @Sendable () -> Void

        init(_ didChange: @escaping @Sendable () -> Void) { self.didChange = didChange }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { didChange() }
    }
}
