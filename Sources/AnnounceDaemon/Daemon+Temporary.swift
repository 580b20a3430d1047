import Glibc
import NIOCore

// A temporary daemon: a command has started it, and it serves the user's other commands too, until it is idle or another daemon takes its
// socket.
extension Daemon {
    /// The interval at which it checks whether the socket is still its own.
    private static let watchInterval = TimeAmount.milliseconds(500)

    /// Watches for another daemon that replaces the socket. When one does, this daemon speaks what was posted until then, and ends.
    func watchSocket() {
        eventLoop.scheduleRepeatedTask(initialDelay: Self.watchInterval, delay: Self.watchInterval) { [self] task in
            assumeIsolated { daemon in
                guard !daemon.sockets.allSatisfy(\.isInPlace) else { return }
                task.cancel()
                daemon.isYielding = true
                daemon.flush()
            }
        }
    }

    /// Releases the standard error of the command that has started it, because its reader waits for the end.
    func releaseStandardError() {
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }
}
