import Glibc

/// The service manager's messages in a process's environment.
///
/// Reading removes the variables, so that the voice process, which inherits the rest, does not act on them.
package struct ServiceEnvironment: Sendable {
    /// Nil if no manager wants notifications.
    package var notifySocket: NotifySocket?
    package var sockets: ActivationSockets
    /// The period within which the manager expects each ``ServiceField/watchdog``, in seconds; nil if it expects none.
    package var watchdog: Double?

    /// The environment of a process without a manager.
    package static let none = ServiceEnvironment(notifySocket: nil, sockets: ActivationSockets(process: nil, count: nil, names: nil))

    /// Reads and removes the variables. Call this before a second thread exists, because the environment has no lock.
    package static func take() -> ServiceEnvironment {
        let process = take("LISTEN_PID")
        let sockets = ActivationSockets(process: process, count: take("LISTEN_FDS"), names: take("LISTEN_FDNAMES"))
        _ = take("LISTEN_PIDFDID")
        let isWatched = take("WATCHDOG_PID").map { pid_t($0) == getpid() } ?? true
        let period = take("WATCHDOG_USEC").flatMap { UInt64($0) }.map { Double($0) / 1e6 }
        return ServiceEnvironment(
            notifySocket: NotifySocket(address: take("NOTIFY_SOCKET")), sockets: sockets,
            watchdog: isWatched ? period.flatMap { periods.contains($0) ? $0 : nil } : nil)
    }

    /// The accepted watchdog periods in seconds. 0 and the values that mean never are excluded.
    private static let periods = 0.001...1e9

    private static func take(_ name: String) -> String? {
        defer { unsafe unsetenv(name) }
        return unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
