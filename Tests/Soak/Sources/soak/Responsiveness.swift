import Synchronization
import TestSupport

/// A client that asks all the time whether anybody is there, and how long it takes to be told.
final class Responsiveness: Sendable {
    private let longestPing = Mutex(Duration.zero)

    var longest: Duration { longestPing.withLock { $0 } }

    /// Asks until it is cancelled.
    func watch(_ connection: Connection, judge: Judge) async {
        while !Task.isCancelled {
            let start = SuspendingClock.now
            do {
                _ = try await connection.ask("ping", within: .seconds(10))
            } catch {
                if !Task.isCancelled { judge { $0.violated("a ping is not answered: \(error)") } }
                return
            }
            let took = SuspendingClock.now - start
            longestPing.withLock { $0 = max($0, took) }
            judge { invariants in
                invariants.count("pings")
                if took > .seconds(1) { invariants.violated("a ping took \(took)") }
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
