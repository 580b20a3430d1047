import CALSA  // its headers declare `pollfd` too, and whole-module builds hold it for theirs
import Glibc

/// What one `poll` waits for. Thread: the voice's only one.
struct PollSet {
    private(set) var descriptors: [pollfd] = []

    /// Waits for `events` (`POLLIN`, `POLLOUT`) on `descriptor` too.
    mutating func add(_ descriptor: Int32, for events: Int32) {
        descriptors.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
    }

    mutating func add(_ more: [pollfd]) {
        descriptors += more
    }

    /// Blocks until a descriptor is ready or `timeout` (nil: for ever) is over; rounded up to milliseconds, so never early.
    mutating func wait(timeout: Duration?) {
        let milliseconds = timeout.map { Int32(clamping: max(0, $0.wholeMilliseconds)) } ?? -1
        // SAFETY: pointer and count are of the same array. An interrupted or failed wait looks like no descriptor being ready, and
        // every caller looks at the state of things again.
        _ = unsafe descriptors.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds) }
    }

    /// Whether something was reported for the `index`th descriptor, errors and hang-ups included.
    func isReady(_ index: Int) -> Bool { descriptors[index].revents != 0 }
}

extension Duration {
    /// Milliseconds, rounded up.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
