import Messages

/// The carrier of a session's requests and of the daemon's messages: a connection to the daemon's socket, or to a ``FakeDaemon``.
protocol Transport: Sendable {
    /// The daemon's messages, in order; the stream ends with the connection.
    var messages: AsyncStream<ServerMessage> { get }
    /// Sends a request without waiting until it is written, in the order of the calls. If the request can't be sent, ``messages`` ends.
    func sendSoon(_ request: Request, id: String)
    /// Closes the connection soon.
    func end()
}
