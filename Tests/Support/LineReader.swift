import Glibc
import Synchronization

/// Reads lines from a pipe or a socket as they arrive, in pieces of any size. Copies share the input.
package struct LineReader: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// How far ``bytes`` has been searched for a line's end.
        var searched = 0
        var isAtEnd = false
    }

    /// The state that copies share.
    private final class Source: Sendable {
        let descriptor: Descriptor
        let state: Mutex<State>

        init(_ descriptor: Descriptor, isAtEnd: Bool) {
            self.descriptor = descriptor
            state = Mutex(State(isAtEnd: isAtEnd))
        }
    }

    private let source: Source
    /// An object that must live as long as the reader.
    private var owner: (any AnyObject & Sendable)?

    private var descriptor: Descriptor { source.descriptor }

    /// Reads from a nonblocking descriptor.
    init(_ descriptor: Descriptor) {
        source = Source(descriptor, isAtEnd: false)
    }

    /// Creates a reader of nothing, which is at its end.
    init() {
        source = Source(Descriptor(owning: -1), isAtEnd: true)
    }

    /// Returns the same reader, which keeps `owner` alive.
    func keeping(_ owner: some AnyObject & Sendable) -> LineReader {
        var copy = self
        copy.owner = owner
        return copy
    }

    /// Returns the next line without its `\n`, or nil at the end. A last line without `\n` counts. Other tasks continue meanwhile.
    package func nextLine(within limit: Duration = .seconds(60)) async throws -> String? {
        let deadline = SuspendingClock.now + limit
        while true {
            if let line = takeLine() { return line }
            if source.state.withLock({ $0.isAtEnd }) { return nil }
            if try fill() { continue }
            guard await DescriptorWatch.shared.ready(descriptor.number, POLLIN, by: deadline) else {
                try Task.checkCancellation()
                throw timedOut(limit)
            }
        }
    }

    /// Returns the next line, blocking this thread: for measurements that must not include the task scheduler's delay.
    package func nextLine(blockingFor limit: Duration) throws -> String? {
        let deadline = SuspendingClock.now + limit
        while true {
            if let line = takeLine() { return line }
            if source.state.withLock({ $0.isAtEnd }) { return nil }
            if try fill() { continue }
            guard try descriptor.blockUntilReady(POLLIN, by: deadline) else { throw timedOut(limit) }
        }
    }

    /// Returns the next line that meets the condition, and drops those before it; nil if there is none before the end.
    package func firstLine(
        within limit: Duration = .seconds(60), where condition: (String) -> Bool
    ) async throws -> String? {
        let deadline = SuspendingClock.now + limit
        while let line = try await nextLine(within: SuspendingClock.now.duration(to: deadline)) {
            if condition(line) { return line }
        }
        return nil
    }

    /// Returns all remaining lines.
    package func remainingLines(within limit: Duration = .seconds(60)) async throws -> [String] {
        let deadline = SuspendingClock.now + limit
        var lines: [String] = []
        while let line = try await nextLine(within: SuspendingClock.now.duration(to: deadline)) {
            lines.append(line)
        }
        return lines
    }

    private func takeLine() -> String? {
        source.state.withLock { state in
            guard let end = state.bytes[state.searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                state.searched = state.bytes.count
                guard state.isAtEnd, !state.bytes.isEmpty else { return nil }
                defer { (state.bytes, state.searched) = ([], 0) }
                return String(decoding: state.bytes, as: UTF8.self)
            }
            defer {
                state.bytes.removeSubrange(...end)
                state.searched = 0
            }
            return String(decoding: state.bytes[..<end], as: UTF8.self)
        }
    }

    /// Reads what is available; returns false if nothing is yet.
    private func fill() throws(SystemCallError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor.number, &buffer, buffer.count)
            if count >= 0 {
                source.state.withLock { state in
                    state.bytes.append(contentsOf: buffer[..<count])
                    if count == 0 { state.isAtEnd = true }
                }
                return true
            }
            if errno == EAGAIN { return false }
            if errno != EINTR { throw SystemCallError("read") }
        }
    }

    private func timedOut(_ limit: Duration) -> TimedOut {
        let partial = source.state.withLock { String(decoding: $0.bytes, as: UTF8.self) }
        return TimedOut("no line within \(limit); so far \"\(partial)\"")
    }
}
