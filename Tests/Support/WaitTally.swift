/// How long threads have waited for a processor, or in the kernel for the disk or a lock, by what was seen of them at several looks.
package struct WaitTally: Sendable {
    /// A thread's activity at the moment of a look.
    package enum Activity: Sendable {
        /// It runs, or is ready to.
        case ready
        /// It waits in the kernel for the disk or a lock, and ordinary signals do not interrupt that.
        case blocked
        /// It sleeps, has stopped, has ended, or waits for a process that it starts: the waits of that count by themselves.
        case other

        /// - Parameters:
        ///   - stat: the line of the thread's `/proc/…/stat`.
        ///   - wchan: the kernel's function in which it waits; "0" if that is secret.
        package init(stat: String, wchan: @autoclosure () -> String) {
            // The state follows the name, which is in parentheses.
            switch stat.split(separator: ")").last?.first(where: { $0 != " " }) {
            case "R": self = .ready
            case "D": self = ["", "0", "kernel_clone", "_do_fork", "wait_for_vfork_done"].contains(wchan()) ? .other : .blocked
            default: self = .other
            }
        }
    }

    /// The kernel's figures of a thread.
    package struct Thread: Equatable, Sendable {
        let ran: Duration
        /// How long it has waited for a processor, without the wait that has not ended yet.
        let waited: Duration
        let activity: Activity

        package init(ran: Duration, waited: Duration, activity: Activity) {
            (self.ran, self.waited, self.activity) = (ran, waited, activity)
        }
    }

    private let before: [String: Thread]
    private var lastLook: SuspendingClock.Instant
    /// How long each thread had waited when it was last found, since the start.
    private var latest: [String: Duration] = [:]
    /// How long any thread has been blocked. The kernel does not count that. One lock or disk often blocks several threads, so this is no sum.
    private var blocked = Duration.zero
    /// The last figures of each thread, and since when they have been the same.
    private var unchanged: [String: (thread: Thread, since: SuspendingClock.Instant)] = [:]

    /// Starts to count.
    package init(of found: [String: Thread], at now: SuspendingClock.Instant) {
        before = found
        lastLook = now
        unchanged = found.mapValues { ($0, now) }
    }

    /// Adds a look.
    /// - Parameters:
    ///   - found: the threads that there are, by their numbers.
    ///   - began: when it began; a thread may have been seen then, and have run since.
    ///   - ended: when it ended.
    /// - Returns: how long the threads have waited for processors since the start, all taken together, and how long at least one of them was
    ///   blocked. Of that, only what lies between two looks that found it blocked counts, without what it ran meanwhile: for each of many
    ///   locks in turn.
    package mutating func add(
        _ found: [String: Thread], from began: SuspendingClock.Instant, to ended: SuspendingClock.Instant
    ) -> Duration {
        let former = unchanged
        unchanged = [:]
        let sinceLastLook = lastLook.duration(to: began)
        var longest = Duration.zero
        for (name, thread) in found {
            let same = former[name].flatMap { $0.thread == thread ? $0 : nil }
            unchanged[name] = (thread, same?.since ?? ended)
            if thread.activity == .blocked, let last = former[name]?.thread, last.activity == .blocked {
                longest = max(longest, sinceLastLook - (thread.ran - last.ran) - (thread.waited - last.waited))
            }
            var waited = thread.waited - (before[name]?.waited ?? .zero)
            // It has not run since, so it waits.
            if thread.activity == .ready, let since = same?.since { waited += since.duration(to: began) }
            latest[name] = max(latest[name] ?? .zero, waited)
        }
        blocked += longest
        lastLook = ended
        return latest.values.reduce(blocked, +)
    }
}
