import Glibc
import Messages

/// The daemon's seconds, which begin when it does, as moments of ours.
struct DaemonClock {
    /// When the daemon began, on our monotonic clock, in seconds.
    private let began: Double

    /// - Parameter uptime: the daemon's seconds, as it has just told them.
    init(uptime: Double) { began = Self.seconds(of: CLOCK_MONOTONIC) - uptime }

    /// As the daemon tells it now; nil if it tells something else.
    /// - Throws: an exit code, after a line on standard error.
    static func of(_ daemon: SocketOption) throws -> Self? {
        guard case .status(let status) = try daemon.ask(.status).result else { return nil }
        return Self(uptime: status.uptime)
    }

    /// The time of day at these seconds of the daemon's, and the date before it on other days than today.
    func timeOfDay(at seconds: Double) -> String {
        TimeOfDay(moment(at: seconds)).brief(on: TimeOfDay(Self.seconds(of: CLOCK_REALTIME)))
    }

    /// When something happened at these seconds of the daemon's, in seconds since 1970.
    func moment(at seconds: Double) -> Double {
        let age = max(0, Self.seconds(of: CLOCK_MONOTONIC) - began - seconds)
        return Self.seconds(of: CLOCK_REALTIME) - age
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
