extension UnixSocketConnection {
    /// Connects as soon as a process accepts connections: tries every 100 µs. There is no event to wait for, because the socket appears
    /// before anyone listens there.
    package static func first(
        to socket: String, of process: ChildProcess, within limit: Duration = .seconds(60)
    ) async throws -> UnixSocketConnection {
        let deadline = SuspendingClock.now + limit
        while true {
            do {
                return try UnixSocketConnection(to: socket)
            } catch {
                guard SuspendingClock.now < deadline, process.hasProcesses else { throw error }
                try await Task.sleep(for: .microseconds(100))
            }
        }
    }
}
