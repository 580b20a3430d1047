import AnnounceClient

/// Shows the screen again whenever the daemon has been restarted, until the client is closed.
func keepTimerShown(_ events: AnnounceEvents, remaining: () -> Int, on client: Announcer) async throws {
    for await event in events {
        if case .reconnected(toSameDaemon: false) = event {
            try await showTimer(remaining: remaining(), on: client)
        }
    }
}
