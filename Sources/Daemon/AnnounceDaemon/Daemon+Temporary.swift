import Glibc
import NIOCore

// A temporary daemon was started by a command. It also serves the user's other commands, until it is idle or another daemon takes its
// socket.
extension Daemon {
    /// Releases the standard error inherited from the command, because a reader of the command's output waits for its end.
    func releaseStandardError() {
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }
}
