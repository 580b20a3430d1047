package import Glibc

/// The descriptors of one `poll`. Thread: the voice's only one.
package struct PollSet {
    package private(set) var descriptors: [pollfd] = []

    package init() {}

    /// Adds `descriptor` with `events` (`POLLIN`, `POLLOUT`).
    package mutating func add(_ descriptor: Int32, for events: Int32) {
        descriptors.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
    }

    package mutating func add(_ more: [pollfd]) {
        descriptors += more
    }

    /// Blocks until a descriptor is ready or `timeout` has passed (nil: no timeout). The timeout is rounded up to milliseconds, so it never
    /// ends early.
    package mutating func wait(timeout: Duration?) {
        let milliseconds = timeout.map { Int32(clamping: max(0, $0.wholeMilliseconds)) } ?? -1
        // SAFETY: pointer and count describe the same array. After an interrupted or failed wait no descriptor seems ready, and every
        // caller checks its state again.
        _ = unsafe descriptors.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds) }
    }

    /// Returns whether `poll` reported anything for the descriptor at `index`, including errors and hang-ups.
    package func isReady(_ index: Int) -> Bool { descriptors[index].revents != 0 }
}

extension Duration {
    /// The duration in milliseconds, rounded up.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
