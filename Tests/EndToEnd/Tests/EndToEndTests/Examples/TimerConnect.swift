import AnnounceClient

/// Connects the timer to the user's speech daemon.
func connectTimer(socket: String? = nil) async throws -> Announcer {
    try await Announcer.connect(app: "org.example.timer", name: "Kitchen timer", socket: socket)
}
