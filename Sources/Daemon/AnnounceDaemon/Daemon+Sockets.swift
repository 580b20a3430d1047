import Conductor
import FrontDoors
import Logging
import NIOCore
import System

// Keeps the daemon's sockets where clients look for them (O9).
extension Daemon {
    /// Checks whether another program has put its own socket at the path of one of the daemon's sockets (O9). If so, a temporary daemon
    /// speaks the announcements that it already has, and ends, because the other program is the user's daemon.
    func didChangeSocketFiles() {
        guard !isEnding else { return }
        let lost = sockets.filter { !$0.isInPlace }
        if options.isTemporary {
            isYielding = isYielding || !lost.isEmpty
            return flush()
        }
        let old = reception.conductor.takenSockets
        // A path that was taken counts as taken until announced listens there again.
        let taken = lost.map(\.path).filter { old.contains($0) || (try? UnixSocket.isBound(at: $0)) == true }
        if taken != old {
            for path in taken where !old.contains(path) {
                logger.warning("another program has taken the socket's place", metadata: ["socket": "\(path)"])
            }
            conduct { $0.didFindSocketsTaken(taken, at: $1) }
            flush()
        }
        // The daemon may recreate only these sockets. A program that restarts removes its socket's file first, so give it some time.
        guard lost.contains(where: \.isOwn), socketCheck == nil else { return }
        socketCheck = eventLoop.scheduleTask(in: .seconds(5)) { [self] in
            assumeIsolated { daemon in
                daemon.socketCheck = nil
                daemon.reopenSockets()
                daemon.didChangeSocketFiles()
            }
        }
    }

    /// Listens again at the paths of the daemon's own sockets that no other program has taken.
    func reopenSockets() {
        guard !isEnding else { return }
        for socket in sockets where socket.isOwn && !socket.isInPlace {
            do {
                try ListeningSocket.open(socket.path, waits: false, bootstrap: serverBootstrap(door: socket.door)).assumeIsolated()
                    .whenComplete { [self] result in didReopen(socket, result) }
            } catch let failure as ListeningSocket.Failure where failure.isTaken {
            } catch {
                logger.error("can't listen again", metadata: ["reason": "\(error)"])
            }
        }
    }

    private func didReopen(_ old: ListeningSocket, _ result: Result<ListeningSocket, any Error>) {
        switch result {
        case .success(var new):
            if isEnding {
                new.remove()
                return new.channel.close(promise: nil)
            }
            new.door = old.door
            sockets = sockets.map { $0.path == old.path ? new : $0 }
            old.channel.close(promise: nil)
            logger.notice("listening again", metadata: ["socket": "\(new.path)"])
            didChangeSocketFiles()
        case .failure(let error): logger.error("can't listen again", metadata: ["reason": "\(error)"])
        }
    }
}
