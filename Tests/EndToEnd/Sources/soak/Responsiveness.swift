import Glibc
import Synchronization
import TestSupport

/// A client that pings continuously, and measures the time until the reply.
final class Responsiveness: Sendable {
    private let longestPing = Mutex(Duration.zero)
    private let limit: Duration

    /// - Parameter limit: how long a reply may take.
    init(limit: Duration) { self.limit = limit }

    var longest: Duration { longestPing.withLock { $0 } }

    /// Pings until the task is cancelled. Time spent waiting for a processor does not count.
    func watch(_ connection: Connection, of daemon: SoakedDaemon, judge: Judge) async {
        func timeInQueues() -> Duration {
            ProcessFigures.timeInQueues(of: daemon.process.processID) + ProcessFigures.timeInQueues(of: getpid())
        }
        while !Task.isCancelled {
            let queued = timeInQueues()
            let start = SuspendingClock.now
            do {
                _ = try await connection.ask("ping", within: .seconds(10))
            } catch {
                if !Task.isCancelled { judge { $0.violated("a ping is not answered: \(error)") } }
                return
            }
            let passed = SuspendingClock.now - start
            // After a restart, the new process has waited for less time.
            let took = passed - max(.zero, timeInQueues() - queued)
            longestPing.withLock { $0 = max($0, took) }
            judge { [limit] invariants in
                invariants.count("pings")
                if took > limit { invariants.violated("a ping took \(took)") }
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
