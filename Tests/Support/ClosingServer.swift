import Glibc

/// A server that accepts connections, sends the same to each, and closes it.
package final class ClosingServer: Sendable {
    private let socket: Descriptor
    private let farewell: String

    /// - Parameter path: the socket's path.
    package init(at path: String, sending farewell: String = "") throws {
        socket = try .listening(at: path)
        try socket.setNonblocking()
        self.farewell = farewell
    }

    /// Waits for a connection, and closes it.
    /// - Parameter willClose: called before that.
    package func serve(within limit: Duration = .seconds(60), willClose: () throws -> Void = {}) async throws {
        guard await DescriptorWatch.shared.ready(socket.number, POLLIN, by: .now + limit) else {
            throw TimedOut("no one connected within \(limit)")
        }
        let connection = Descriptor(owning: try checked(accept(socket.number, nil, nil), "accept"))
        try connection.setNonblocking()
        try connection.write(Array(farewell.utf8), by: .now + limit)
        try willClose()
    }
}
