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

    private let processes: [String]
    /// In nanoseconds, at the start.
    private let before: [String: Int64]
    private let state: Mutex<State>

    private struct State {
        /// How long each thread had waited when it was last found.
        var latest: [String: Int64]
        /// The sums at all looks.
        var sums: [(at: SuspendingClock.Instant, sum: Duration)] = []
    }

    init(of processes: [String]) {
        self.processes = processes
        before = Self.waits(of: processes)
        state = Mutex(State(latest: before))
        startThread { [weak self] in
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
        let now = SuspendingClock.now
        let found = Self.waits(of: processes)
        return state.withLock { state in
            state.latest.merge(found) { max($0, $1) }
            let sum = Duration.nanoseconds(state.latest.reduce(0) { $0 + max(0, $1.value - (before[$1.key] ?? 0)) })
            state.sums.append((now, sum))
            return sum
        }
    }

    /// Returns how long each thread of the processes and their children has waited for a processor.
    private static func waits(of roots: [String]) -> [String: Int64] {
        var waits: [String: Int64] = [:]
        var processes = roots
        while let process = processes.popLast() {
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
            for thread in threads {
                let folder = "/proc/\(process)/task/\(thread)"
                // The fields are the time on a processor, the time in queues for one, in nanoseconds, and how often.
                waits[thread] = words(of: "\(folder)/schedstat").dropFirst().first.flatMap { Int64($0) }
                processes += words(of: "\(folder)/children")
            }
        }
        return waits
    }

    private static func words(of path: String) -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
    }
}
