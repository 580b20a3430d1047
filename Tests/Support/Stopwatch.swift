import FoundationEssentials
import Glibc

/// Measures how long something takes that this process and its children do, on a machine that does other things too: the time in which their
/// threads were ready to run while others had the processors does not count. So a limit holds on a busy machine as on an idle one. A thread
/// that sleeps, waits or computes for too long is late on both.
package struct Stopwatch: Sendable {
    private let start: SuspendingClock.Instant
    /// How long each thread had waited for a processor at the start.
    private let before: [String: Int64]

    /// Starts now.
    package init() {
        before = Self.waits()
        start = .now
    }

    /// The time since the start, without what was waited for a processor.
    package var elapsed: Duration { elapsed(at: .now) }

    /// The same for a moment that has passed.
    package func elapsed(at moment: SuspendingClock.Instant) -> Duration { start.duration(to: moment) - waited }

    /// How long the threads have waited for a processor since the start, all taken together.
    package var waited: Duration {
        .nanoseconds(Self.waits().reduce(0) { $0 + max(0, $1.value - (before[$1.key] ?? 0)) })
    }

    /// How long each thread of this process and its children has waited for a processor.
    private static func waits() -> [String: Int64] {
        var waits: [String: Int64] = [:]
        var processes = ["\(getpid())"]
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
