import CTestSupport
import Glibc
import Synchronization

/// Measures how long something takes that this process and its children do, on a machine that does other things too. Two kinds of wait do not
/// count: for a processor that others have, and in the kernel for the disk or for a lock, whose owner may itself wait for a processor. So a
/// limit holds on a busy machine as on an idle one, and a thread that sleeps or computes for too long is late on both. Not found is what our
/// own programs make others wait for by using the disk or by holding such a lock.
package struct Stopwatch: Sendable {
    private let start: SuspendingClock.Instant
    private let waits: Waits

    /// Starts now.
    /// - Parameter processes: those that count, with their children; this process by default.
    package init(of processes: [Int32] = [getpid()]) {
        waits = Waits(of: processes.map { "\($0)" })
        start = .now
    }

    /// The time since the start, without these waits.
    package var elapsed: Duration { elapsed(at: .now) }

    /// The same for a moment that has passed.
    package func elapsed(at moment: SuspendingClock.Instant) -> Duration {
        start.duration(to: moment) - waits.sum(until: moment)
    }

    /// How long the threads have waited since the start, all taken together.
    package var waited: Duration { waits.sum(until: .now) }
}

/// Looks at threads again and again, because one that has ended leaves no trace.
private final class Waits: Sendable {
    /// The time between two looks.
    private static let interval: UInt32 = 20_000

    private let state: Mutex<State>

    private struct State {
        var files: ThreadFiles
        var tally: WaitTally
        /// The sums at all looks.
        var sums: [(at: SuspendingClock.Instant, sum: Duration)] = []
    }

    init(of processes: [String]) {
        var files = ThreadFiles(of: processes)
        let found = files.read()
        state = Mutex(State(files: files, tally: WaitTally(of: found, at: .now)))
        startThread { [weak self] in
            // Otherwise it would itself wait while threads end whose waits it has not seen. Without the right to this, it does.
            var priority = sched_param(sched_priority: 1)
            _ = unsafe sched_setscheduler(0, SCHED_FIFO, &priority)
            repeat { usleep(Self.interval) } while self?.look() != nil
        }
    }

    /// Returns the sum over all threads, since the start.
    func sum(until moment: SuspendingClock.Instant) -> Duration {
        if let known = state.withLock({ $0.sums.first { $0.at >= moment }?.sum }) { return known }
        return look()
    }

    @discardableResult
    private func look() -> Duration {
        state.withLock { state in
            let began = SuspendingClock.now
            let found = state.files.read()
            let ended = SuspendingClock.now
            let sum = state.tally.add(found, from: began, to: ended)
            state.sums.append((ended, sum))
            return sum
        }
    }
}
