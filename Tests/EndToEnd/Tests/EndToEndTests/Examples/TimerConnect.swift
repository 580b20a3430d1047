import AnnounceClient

/// Connects the timer to the user's speech daemon.
func connectTimer(socket: String? = nil) async throws(AnnounceError) -> AnnounceClient {
    try await AnnounceClient.connect(app: "org.example.timer", name: "Kitchen timer", socket: socket)
}
