import Glibc

/// A client's connection to a Unix stream socket.
package final class UnixSocketConnection: Sendable {
    private let descriptor: Descriptor
    private let reader: LineReader

    /// Connects; throws at once when nobody listens.
    package init(to path: String) throws {
        descriptor = try .connected(to: path)
        reader = LineReader(descriptor)
        try descriptor.setNonblocking()
    }

    /// Sends bytes as they are, blocking this thread while the peer's buffer is full.
    package func send(_ bytes: [UInt8], within limit: Duration = .seconds(5)) throws {
        try descriptor.write(bytes, by: .now + limit)
    }

    /// Sends a line; its `\n` is added.
    package func send(line: String, within limit: Duration = .seconds(5)) throws {
        try send(Array(line.utf8) + [UInt8(ascii: "\n")], within: limit)
    }

    /// The next line without its `\n`, or nil when the peer has closed. Other tasks go on meanwhile.
    package func nextLine(within limit: Duration = .seconds(5)) async throws -> String? {
        try await reader.nextLine(within: limit)
    }

    /// The same, blocking this thread: for times that the tasks' scheduler must not add to.
    package func nextLine(blockingFor limit: Duration) throws -> String? {
        try reader.nextLine(blockingFor: limit)
    }

    /// The first line from here on that meets the condition; those before it are dropped.
    package func firstLine(
        within limit: Duration = .seconds(5), where condition: (String) -> Bool
    ) async throws -> String? {
        try await reader.firstLine(within: limit, where: condition)
    }

    /// Reads and drops all that comes, up to these bytes, which are among the last 1024 of all, blocking this thread: much quicker than
    /// lines. No line may have been read from this connection.
    package func skip(past end: [UInt8], within limit: Duration) throws {
        let deadline = SuspendingClock.now + limit
        var buffer = [UInt8](repeating: 0, count: 262_144)
        var tail: [UInt8] = []
        while try descriptor.blockUntilReady(POLLIN, by: deadline) {
            let count = unsafe read(descriptor.number, &buffer, buffer.count)
            guard count > 0 else { throw SystemCallError("read", code: count == 0 ? ECONNRESET : errno) }
            // The end is the last that comes: what stands before it need not be looked at.
            tail = (tail + buffer[..<count].suffix(1024)).suffix(1024)
            if tail.contains(end) { return }
        }
        throw TimedOut("the end did not come within \(limit)")
    }

    /// Sends no more; the peer reads the end and may still answer.
    package func finishSending() {
        shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Closes the connection. Nothing may be waiting for a line.
    package func close() {
        descriptor.close()
    }
}
