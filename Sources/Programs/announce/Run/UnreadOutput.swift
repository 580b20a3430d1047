import Dispatch
import Synchronization

/// A command's output between passing on and reading. Passing on never waits for reading, so that reading can't slow down the command. If
/// reading does not keep up, the older output is skipped.
final class UnreadOutput: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var skipped = 0
        var hasEnded = false
    }

    /// The maximum number of waiting bytes: as much as is read in some tenths of a second.
    private static let usualMost = 8 << 20

    private let most: Int
    private let state = Mutex(State())
    /// Signalled when there is output to take, or the output has ended.
    private let news = DispatchSemaphore(value: 0)

    init(most: Int = usualMost) { self.most = most }

    func append(_ new: some Collection<UInt8>) {
        let isFirst = state.withLock { state in
            let isFirst = state.bytes.isEmpty
            if state.bytes.count + new.count > most {
                // The rest begins with a complete line.
                let half = state.bytes.dropFirst(state.bytes.count - most / 2)
                let end = half.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? half.endIndex
                state.bytes.removeFirst(end)
                state.skipped += end
            }
            state.bytes += new
            return isFirst
        }
        if isFirst { news.signal() }
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        news.signal()
    }

    /// Waits for output, and takes all of it.
    /// - Returns: the output, and the number of bytes that were skipped before it; nil at the end.
    func take() -> (skipped: Int, bytes: [UInt8])? {
        while true {
            let (taken, hasEnded) = state.withLock { state in
                let taken = (state.skipped, state.bytes)
                (state.skipped, state.bytes) = (0, [])
                return (taken, state.hasEnded)
            }
            if !taken.1.isEmpty { return taken }
            if hasEnded { return nil }
            news.wait()
        }
    }
}
