package import Glibc

/// How a process ended.
package enum ProcessEnd: Sendable, Equatable, CustomStringConvertible {
    case exited(code: CInt)
    case killed(signal: CInt)

    /// The exit code of a temporary daemon that found another daemon listening at its socket.
    package static let socketInUse: CInt = 75

    private init(status: CInt) {
        let signal = status & 0x7f
        self = signal == 0 ? .exited(code: (status >> 8) & 0xff) : .killed(signal: signal)
    }

    /// Waits for a child to end, on this thread.
    package init(of child: pid_t) {
        var status: CInt = 0
        while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
        self.init(status: status)
    }

    /// Nil if the child has not ended. The end of a child that can't be waited for is unknown; it counts as an exit with code 0.
    package init?(ifKnownOf child: pid_t) {
        var status: CInt = 0
        guard unsafe waitpid(child, &status, WNOHANG) != 0 else { return nil }
        self.init(status: status)
    }

    package var description: String {
        switch self {
        case .exited(let code): "exited with code \(code)"
        case .killed(let signal): "was killed by signal \(signal)"
        }
    }
}
