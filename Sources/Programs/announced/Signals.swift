import Glibc

/// Signals to wait for on the main thread, instead of letting them end the process.
///
/// Waiting through libdispatch would be shorter, but libdispatch wakes the process once a second as long as it runs, and so does a Swift
/// task on the global executor (measured). An idle daemon must not wake up at all.
struct Signals: ~Copyable {
    private var set = sigset_t()

    /// Blocks `numbers`, and keeps them for ``next()``. Threads inherit the mask, so call this before any are started.
    init(_ numbers: [Int32]) {
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next signal.
    func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }
}
