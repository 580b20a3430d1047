import Glibc
import NIOCore

// A temporary daemon: a command has started it, and it serves the user's other commands too, until it is idle or another daemon takes its
// socket.
extension Daemon {
    /// Releases the standard error of the command that has started it, because its reader waits for the end.
    func releaseStandardError() {
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }
}
