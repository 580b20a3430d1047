import Glibc

/// A client's connection to a Unix stream socket.
package final class UnixSocketConnection: Sendable {
    private let descriptor: Descriptor
    private let reader: LineReader

    /// Connects; throws at once if no one listens.
    package init(to path: String) throws {
        descriptor = try .connected(to: path)
        reader = LineReader(descriptor)
        try descriptor.setNonblocking()
    }

    /// Sends bytes unchanged, blocking this thread while the peer's buffer is full.
    package func send(_ bytes: [UInt8], within limit: Duration = .seconds(60)) throws {
        try descriptor.write(bytes, by: .now + limit)
    }

    /// Sends a line and its `\n`.
    package func send(line: String, within limit: Duration = .seconds(60)) throws {
        try send(Array(line.utf8) + [UInt8(ascii: "\n")], within: limit)
    }

    /// Returns the next line without its `\n`, or nil when the peer has closed. Other tasks continue meanwhile.
    package func nextLine(within limit: Duration = .seconds(60)) async throws -> String? {
        try await reader.nextLine(within: limit)
    }

    /// Returns the next line, blocking this thread: for measurements that must not include the task scheduler's delay.
    package func nextLine(blockingFor limit: Duration) throws -> String? {
        try reader.nextLine(blockingFor: limit)
    }

    /// Returns the next line that meets the condition, and drops those before it.
    package func firstLine(
        within limit: Duration = .seconds(60), where condition: (String) -> Bool
    ) async throws -> String? {
        try await reader.firstLine(within: limit, where: condition)
    }

    /// Reads and discards everything up to these bytes, which are among the last 1024, blocking this thread: much quicker than reading
    /// lines. No line may have been read from this connection.
    package func skip(past end: [UInt8], within limit: Duration) throws {
        let deadline = SuspendingClock.now + limit
        var buffer = [UInt8](repeating: 0, count: 262_144)
        var tail: [UInt8] = []
        while try descriptor.blockUntilReady(POLLIN, by: deadline) {
            let count = unsafe read(descriptor.number, &buffer, buffer.count)
            guard count > 0 else { throw SystemCallError("read", code: count == 0 ? ECONNRESET : errno) }
            // The wanted bytes come last, so only the tail needs searching.
            tail = (tail + buffer[..<count].suffix(1024)).suffix(1024)
            if tail.contains(end) { return }
        }
        throw TimedOut("the end did not come within \(limit)")
    }

    /// Ends sending; the peer reads the end and may still answer.
    package func finishSending() {
        shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Closes the connection. Nothing may be waiting for a line.
    package func close() {
        descriptor.close()
    }
}
