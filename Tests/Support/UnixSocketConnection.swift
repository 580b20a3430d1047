import Glibc

/// A client's connection to a Unix stream socket.
package final class UnixSocketConnection: Sendable {
    private let descriptor: Descriptor
    private let reader: LineReader

    /// Connects; throws at once when nobody listens.
    package init(to path: String) throws {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = Descriptor(owning: try checked(socket(AF_UNIX, kind, 0), "socket"))
        reader = LineReader(descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < capacity else { throw SystemCallError("connect \(path)", code: ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let number = descriptor.number
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try checked(result, "connect \(path)")
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

    /// Sends no more; the peer reads the end and may still answer.
    package func finishSending() {
        shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Closes the connection. Nothing may be waiting for a line.
    package func close() {
        descriptor.close()
    }
}
