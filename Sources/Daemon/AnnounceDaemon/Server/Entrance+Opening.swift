import FrontDoors
import Logging
import NIOCore
import NIOPosix

extension Entrance {
    /// Listens here.
    /// - Returns: a future with the sockets once clients are served, or a ``ListeningSocket/Failure``.
    /// - Parameters:
    ///   - bootstrap: for sockets that clients connect to.
    ///   - client: for a client that is already connected.
    ///   - keepsClients: whether this process has taken over the clients of another.
    ///   - logger: receives the reason why a temporary daemon serves only its command.
    func open(
        on eventLoop: any EventLoop, _ bootstrap: ServerBootstrap, _ client: ClientBootstrap, keepsClients: Bool, logger: Logger
    ) -> EventLoopFuture<[ListeningSocket]> {
        switch place {
        case .path(let path): return listen(path, isTemporary: false, on: eventLoop, bootstrap)
        case .activated(let descriptors):
            return EventLoopFuture.whenAllSucceed(
                descriptors.map { ListeningSocket.adopt($0, touches: !keepsClients, bootstrap: bootstrap) }, on: eventLoop)
        case .connection(let descriptor, let path):
            let others = path.map { path in
                listen(path, isTemporary: true, on: eventLoop, bootstrap).flatMapErrorThrowing { error in
                    // If no socket can be created, serve this client alone. If another daemon listens there, that daemon serves the client.
                    if (error as? ListeningSocket.Failure)?.isTaken == true { throw error }
                    logger.error("no other command can reach this temporary daemon", metadata: ["reason": "\(error)"])
                    return []
                }
            }
            return (others ?? eventLoop.makeSucceededFuture([])).assumeIsolated().flatMap { sockets in
                client.withConnectedSocket(descriptor).map { _ in sockets }
            }.nonisolated()
        }
    }

    private func listen(
        _ path: String, isTemporary: Bool, on eventLoop: any EventLoop, _ bootstrap: ServerBootstrap
    ) -> EventLoopFuture<[ListeningSocket]> {
        do {
            return try ListeningSocket.open(path, option: option, isTemporary: isTemporary, bootstrap: bootstrap).map { [$0] }
        } catch {
            return eventLoop.makeFailedFuture(error)
        }
    }
}
