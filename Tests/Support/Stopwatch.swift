import CLinux
import FoundationEssentials
import Glibc
import Synchronization

/// Measures how long something takes that this process and its children do, on a machine that does other things too: the time in which their
/// threads were ready to run while others had the processors does not count. So a limit holds on a busy machine as on an idle one. A thread
/// that sleeps, waits or computes for too long is late on both.
package struct Stopwatch: Sendable {
    private let start: SuspendingClock.Instant
    private let waits: Waits

    /// Starts now.
    /// - Parameter processes: those that count, with their children; this process by default.
    package init(of processes: [Int32] = [getpid()]) {
        waits = Waits(of: processes.map { "\($0)" })
        start = .now
    }

    /// The time since the start, without what was waited for a processor.
    package var elapsed: Duration { elapsed(at: .now) }

    /// The same for a moment that has passed.
    package func elapsed(at moment: SuspendingClock.Instant) -> Duration {
        start.duration(to: moment) - waits.sum(until: moment)
    }

    /// How long the threads have waited for a processor since the start, all taken together.
    package var waited: Duration { waits.sum(until: .now) }
}

/// How long threads have waited for a processor. A thread that has ended leaves no trace, so they are looked at again and again.
private final class Waits: Sendable {
    /// The time between two looks.
    private static let interval: UInt32 = 20_000

    /// What the kernel says of a thread. Times are in nanoseconds.
    private struct Thread: Equatable {
        var ran: Int64
        /// How long it has waited for a processor, without the wait that has not ended yet.
        var waited: Int64
        /// Whether it runs, or is ready to.
        var isReady: Bool
    }

    private let processes: [String]
    private let before: [String: Thread]
    private let state: Mutex<State>

    private struct State {
        /// How long each thread had waited when it was last found.
        var latest: [String: Int64] = [:]
        /// The ready threads, and since when each has been found in the same state: without having run, so it waits.
        var ready: [String: (thread: Thread, since: SuspendingClock.Instant)] = [:]
        /// The sums at all looks.
        var sums: [(at: SuspendingClock.Instant, sum: Duration)] = []
    }

    init(of processes: [String]) {
        self.processes = processes
        before = Self.threads(of: processes)
        state = Mutex(State())
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
        let found = Self.threads(of: processes)
        let now = SuspendingClock.now
        return state.withLock { state in
            let former = state.ready
            state.ready = [:]
            for (name, thread) in found {
                var waited = thread.waited - (before[name]?.waited ?? 0)
                if thread.isReady {
                    let since = former[name].flatMap { $0.thread == thread ? $0.since : nil } ?? now
                    state.ready[name] = (thread, since)
                    waited += Int64(since.duration(to: now) / .nanoseconds(1))
                }
                state.latest[name] = max(state.latest[name] ?? 0, waited)
            }
            let sum = Duration.nanoseconds(state.latest.values.reduce(0, +))
            state.sums.append((now, sum))
            return sum
        }
    }

    /// Returns the threads of the processes and their children.
    private static func threads(of roots: [String]) -> [String: Thread] {
        var threads: [String: Thread] = [:]
        var processes = roots
        while let process = processes.popLast() {
            for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? [] {
                let folder = "/proc/\(process)/task/\(thread)"
                // The fields are the time on a processor, the time in queues for one, and how often.
                let times = words(of: "\(folder)/schedstat").compactMap { Int64($0) }
                guard times.count == 3 else { continue }
                // The state follows the name, which is in parentheses.
                let state = text(of: "\(folder)/stat").split(separator: ")").last?.first { $0 != " " }
                threads[thread] = Thread(ran: times[0], waited: times[1], isReady: state == "R")
                processes += words(of: "\(folder)/children")
            }
        }
        return threads
    }

    private static func words(of path: String) -> [String] { text(of: path).split { $0.isWhitespace }.map(String.init) }

    private static func text(of path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
