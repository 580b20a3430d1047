import Glibc
import Synchronization
import TerminalText

/// A log's standard error. A separate thread writes the queued lines, so that a terminal or pipe without a reader blocks no other thread.
/// Lines beyond the limit are dropped and counted; the count is written once there is room again. The thread sleeps while the queue is
/// empty.
///
/// Making the descriptor nonblocking would be simpler, but it is shared with the program that started the daemon.
final class StandardErrorQueue: TextOutputStream, Sendable {
    /// The maximum number of bytes in the queue.
    private static let mostWaiting = 256 << 10

    private struct State {
        var waiting: [UInt8] = []
        var lost = 0
        var isWriting = false
    }

    private let state = Mutex(State())
    /// A pipe that wakes the writing thread: a byte means that a line is queued.
    private let (wakes, waker): (CInt, CInt)

    /// Starts the writing thread. Block signals before this call, because threads inherit the mask.
    init() {
        var ends: [CInt] = [-1, -1]
        unsafe pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (wakes, waker) = (ends[0], ends[1])
        var thread = pthread_t()
        let queue = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe pthread_create(
            &thread, nil,
            { queue in
                guard let queue = unsafe queue else { return nil }
                unsafe Unmanaged<StandardErrorQueue>.fromOpaque(queue).takeUnretainedValue().run()
            }, queue)
        pthread_detach(thread)
    }

    /// Queues a line, including its line ending.
    func write(_ line: String) {
        let line = "\(String(line.dropLast()).visible)\n"
        let isFirst = state.withLock { state in
            guard state.waiting.count + line.utf8.count <= Self.mostWaiting else {
                state.lost += 1
                return false
            }
            defer { state.isWriting = true }
            state.waiting += line.utf8
            return !state.isWriting
        }
        if isFirst {
            var byte: UInt8 = 0
            _ = unsafe Glibc.write(waker, &byte, 1)
        }
    }

    /// Waits until everything is written, or up to `milliseconds`.
    func flush(within milliseconds: Int) {
        for _ in 0..<milliseconds where state.withLock({ $0.isWriting }) { usleep(1000) }
    }

    private func run() -> Never {
        while true {
            var byte: UInt8 = 0
            _ = unsafe read(wakes, &byte, 1)
            while let bytes = take() { write(bytes) }
        }
    }

    /// Takes everything queued, followed by a note about lost lines; returns nil if there is nothing.
    private func take() -> [UInt8]? {
        state.withLock { state in
            if state.waiting.isEmpty, state.lost == 0 {
                state.isWriting = false
                return nil
            }
            var bytes: [UInt8] = []
            swap(&bytes, &state.waiting)
            if state.lost > 0 { bytes += "announced: \(state.lost) lines lost: standard error was not read\n".utf8 }
            state.lost = 0
            return bytes
        }
    }

    private func write(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes.removeFirst(count)
            } else if count < 0, errno == EAGAIN {
                // Another process has made the descriptor nonblocking.
                var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&descriptor, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
