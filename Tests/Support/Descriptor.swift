import CTestSupport
import Glibc
import Synchronization

/// Owns an open file descriptor; `close()` or `deinit` closes it.
final class Descriptor: Sendable {
    /// The number, or -1 once closed.
    private let state: Mutex<Int32>

    /// Takes ownership of a descriptor that no one else will close.
    init(owning number: Int32) {
        state = Mutex(number)
    }

    deinit { close() }

    /// The number, or -1 once closed.
    var number: Int32 { state.withLock { $0 } }

    /// Closes the descriptor; nothing may be waiting for it.
    func close() {
        state.withLock { number in
            if number >= 0 { _ = Glibc.close(number) }
            number = -1
        }
    }

    /// Makes reads and writes nonblocking.
    func setNonblocking() throws(SystemCallError) {
        try checked(fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK), "fcntl O_NONBLOCK")
    }

    /// Creates a pipe that children do not inherit.
    static func pipe() throws(SystemCallError) -> (reading: Descriptor, writing: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        try checked(unsafe pipe2(&numbers, O_CLOEXEC), "pipe2")
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Opens a file that children do not inherit.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemCallError) -> Descriptor {
        Descriptor(owning: try checked(unsafe Glibc.open(path, flags | O_CLOEXEC, mode), "open \(path)"))
    }

    /// Blocks this thread until the descriptor is ready for `events` (`POLLIN`, `POLLOUT`), or until the deadline. Returns whether it is
    /// ready.
    func blockUntilReady(_ events: Int32, by deadline: SuspendingClock.Instant) throws(SystemCallError) -> Bool {
        var wanted = pollfd(fd: number, events: Int16(events), revents: 0)
        while true {
            let result = unsafe poll(&wanted, 1, SuspendingClock.now.milliseconds(until: deadline))
            if result >= 0 { return result > 0 }
            if errno != EINTR { throw SystemCallError("poll") }
        }
    }

    /// Writes all bytes, blocking this thread until the deadline at most. The descriptor must be nonblocking.
    func write(_ bytes: [UInt8], by deadline: SuspendingClock.Instant) throws {
        ignoreBrokenPipes
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(number, buffer.baseAddress! + written, bytes.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                guard try blockUntilReady(POLLOUT, by: deadline) else {
                    throw TimedOut("writing: \(written) of \(bytes.count) bytes were taken in time")
                }
            } else if errno != EINTR {
                throw SystemCallError("write")
            }
        }
    }
}

/// Makes a write to a closed pipe or socket fail with `EPIPE` instead of ending the test runner. Children start with the default.
private let ignoreBrokenPipes: Void = {
    signal(SIGPIPE, SIG_IGN)
}()

extension SuspendingClock.Instant {
    /// Returns the timeout for a `poll` until `deadline`: rounded up, 0 if it has passed, at most a day.
    func milliseconds(until deadline: SuspendingClock.Instant) -> Int32 {
        let remaining = duration(to: deadline)
        guard remaining > .zero else { return 0 }
        guard remaining < .seconds(86_400) else { return 86_400_000 }
        return Int32((remaining / .milliseconds(1)).rounded(.up))
    }
}
