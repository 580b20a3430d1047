import Glibc

/// What a service manager says to a process by its environment.
///
/// The variables are removed from it as they are read, so that the voice, which inherits the rest, does not take them for its own.
package struct ServiceEnvironment: Sendable {
    /// Nil where nobody wants to be told.
    package var notifySocket: NotifySocket?
    package var sockets: ActivationSockets
    /// Within how many seconds the manager expects each ``ServiceField/watchdog``; nil if it does not.
    package var watchdog: Double?

    /// A process that no manager has started.
    package static let none = ServiceEnvironment(notifySocket: nil, sockets: ActivationSockets(process: nil, count: nil, names: nil))

    /// Reads and removes them. Before there is a second thread: the environment has no lock.
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

    /// Seconds between the signs of life that a manager may mean: not none, and not what stands for never.
    private static let periods = 0.001...1e9

    private static func take(_ name: String) -> String? {
        defer { unsafe unsetenv(name) }
        return unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
