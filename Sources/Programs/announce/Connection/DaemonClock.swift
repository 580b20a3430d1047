import Glibc
import Messages

/// Converts the daemon's seconds, which begin with the daemon, into local time.
struct DaemonClock {
    /// When the daemon started, in seconds of our monotonic clock.
    private let began: Double

    /// - Parameter uptime: the daemon's uptime right now, in seconds.
    init(uptime: Double) { began = Self.seconds(of: CLOCK_MONOTONIC) - uptime }

    /// The daemon's uptime now, in seconds.
    var uptime: Double { Self.seconds(of: CLOCK_MONOTONIC) - began }

    /// Queries the daemon's uptime; returns nil if the reply contains none.
    /// - Throws: `Connection.Failure`.
    static func of(_ daemon: SocketOption) throws -> Self? {
        guard case .status(let status) = try daemon.ask(.status).result else { return nil }
        return Self(uptime: status.uptime)
    }

    /// Returns the time of day at the daemon's `seconds`, with the date if that is not today.
    func timeOfDay(at seconds: Double) -> String {
        TimeOfDay(moment(at: seconds)).brief(on: TimeOfDay(Self.seconds(of: CLOCK_REALTIME)))
    }

    /// Converts the daemon's seconds into seconds since 1970.
    func moment(at seconds: Double) -> Double {
        let age = max(0, uptime - seconds)
        return Self.seconds(of: CLOCK_REALTIME) - age
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
