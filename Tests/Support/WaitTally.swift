/// How long threads have waited for a processor, or in the kernel for the disk or a lock, by what was seen of them at several looks.
package struct WaitTally: Sendable {
    /// What a thread does at the moment of a look.
    package enum Activity: Sendable {
        /// It runs, or is ready to.
        case ready
        /// It waits in the kernel, where no signal ends that (state D).
        case blocked
        /// It sleeps, has stopped or has ended.
        case other
    }

    /// What the kernel says of a thread.
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
    /// How long each thread has been blocked. The kernel does not count that.
    private var blocked: [String: Duration] = [:]
    /// What each thread was last found to do, and since when it has been found so without having run.
    private var unchanged: [String: (thread: Thread, since: SuspendingClock.Instant)] = [:]

    /// Starts to count.
    package init(of found: [String: Thread], at now: SuspendingClock.Instant) {
        before = found
        lastLook = now
        unchanged = found.mapValues { ($0, now) }
    }

    /// Adds a look.
    /// - Parameter found: the threads that there are, by their numbers.
    /// - Returns: how long all threads have waited since the start, taken together. Of a wait in the kernel, only what lies between two looks
    ///   counts.
    package mutating func add(_ found: [String: Thread], at now: SuspendingClock.Instant) -> Duration {
        let former = unchanged
        unchanged = [:]
        for (name, thread) in found {
            let same = former[name].flatMap { $0.thread == thread ? $0 : nil }
            let since = same?.since ?? now
            unchanged[name] = (thread, since)
            if thread.activity == .blocked, same != nil { blocked[name, default: .zero] += lastLook.duration(to: now) }
            var waited = thread.waited - (before[name]?.waited ?? .zero) + (blocked[name] ?? .zero)
            // It has not run since, so it waits.
            if thread.activity == .ready { waited += since.duration(to: now) }
            latest[name] = max(latest[name] ?? .zero, waited)
        }
        lastLook = now
        return latest.values.reduce(.zero, +)
    }
}
