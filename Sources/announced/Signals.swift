import Glibc

/// Signals that are awaited, on the main thread, instead of ending the process.
///
/// Awaiting them through libdispatch would be shorter, but libdispatch wakes the process once a second for as long as it lives, and so does a
/// Swift task on the global executor: measured. A daemon that has nothing to say must not wake up at all.
struct Signals: ~Copyable {
    private var set = sigset_t()

    /// From now on `numbers` are kept for ``next()``. Threads that start later inherit that, so it is called before there are any.
    init(_ numbers: [Int32]) {
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next of them.
    func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }
}
