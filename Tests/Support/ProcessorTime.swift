import Glibc

/// Time that does not grow while other programs keep the machine busy.
package enum ProcessorTime {
    /// Returns this thread's own, since its beginning.
    package static func ofThread() -> Duration {
        var time = timespec()
        // SAFETY: the call only writes to `time`.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
