import FrontDoors
import NIOCore
import NIOPosix

extension Entrance {
    /// Listens here.
    /// - Returns: a future with the sockets once clients are served, or a ``ListeningSocket/Failure``.
    /// - Parameters:
    ///   - bootstrap: for sockets that clients connect to.
    ///   - client: for a client that is connected already.
    func open(on eventLoop: any EventLoop, _ bootstrap: ServerBootstrap, _ client: ClientBootstrap) -> EventLoopFuture<[ListeningSocket]> {
        switch place {
        case .path(let path):
            do {
                return try ListeningSocket.open(path, option: option, bootstrap: bootstrap).map { [$0] }
            } catch {
                return eventLoop.makeFailedFuture(error)
            }
        case .activated(let descriptors):
            return EventLoopFuture.whenAllSucceed(descriptors.map { ListeningSocket.adopt($0, bootstrap: bootstrap) }, on: eventLoop)
        case .connection(let descriptor):
            return client.withConnectedSocket(descriptor).map { _ in [] }
        }
    }
}
