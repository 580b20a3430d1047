import CLinux
import Glibc
import Synchronization

/// Owns an open file descriptor; closes it when asked to, or when it is let go of.
final class Descriptor: Sendable {
    /// The number, or -1 once it is closed.
    private let state: Mutex<Int32>

    /// Takes over a number that nobody else will close.
    init(owning number: Int32) {
        state = Mutex(number)
    }

    deinit { close() }

    /// The number, or -1 once it is closed.
    var number: Int32 { state.withLock { $0 } }

    /// Closes it; nothing may be waiting for it.
    func close() {
        state.withLock { number in
            if number >= 0 { _ = Glibc.close(number) }
            number = -1
        }
    }

    /// Makes reads and writes return at once.
    func setNonblocking() throws(SystemCallError) {
        try checked(fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK), "fcntl O_NONBLOCK")
    }

    /// A pipe, closed in children.
    static func pipe() throws(SystemCallError) -> (reading: Descriptor, writing: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        try checked(unsafe pipe2(&numbers, O_CLOEXEC), "pipe2")
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Opens a file, closed in children.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemCallError) -> Descriptor {
        Descriptor(owning: try checked(unsafe Glibc.open(path, flags | O_CLOEXEC, mode), "open \(path)"))
    }

    /// Blocks this thread until the descriptor is ready for `events` (`POLLIN`, `POLLOUT`), or the deadline; says whether it is.
    func blockUntilReady(_ events: Int32, by deadline: SuspendingClock.Instant) throws(SystemCallError) -> Bool {
        var wanted = pollfd(fd: number, events: Int16(events), revents: 0)
        while true {
            let result = unsafe poll(&wanted, 1, SuspendingClock.now.milliseconds(until: deadline))
            if result >= 0 { return result > 0 }
            if errno != EINTR { throw SystemCallError("poll") }
        }
    }

    /// Writes all of it, blocking this thread at most until the deadline. The descriptor is nonblocking.
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

/// Lets a write to a closed pipe or socket fail with `EPIPE` instead of ending the test runner. Children begin with the default.
private let ignoreBrokenPipes: Void = {
    signal(SIGPIPE, SIG_IGN)
}()

extension SuspendingClock.Instant {
    /// How long `poll` should wait for a deadline: rounded up, 0 when it has passed, at most a day.
    func milliseconds(until deadline: SuspendingClock.Instant) -> Int32 {
        let remaining = duration(to: deadline)
        guard remaining > .zero else { return 0 }
        guard remaining < .seconds(86_400) else { return 86_400_000 }
        return Int32((remaining / .milliseconds(1)).rounded(.up))
    }
}
