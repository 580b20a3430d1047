import AnnounceClient

/// Counts down, and posts each second. The user hears the newest value every few seconds.
func countDown(from seconds: Int, tick: Duration = .seconds(1), on client: Announcer) async throws {
    for remaining in stride(from: seconds, through: 0, by: -1) {
        try await client.post(.elementUpdated("remaining", value: timerText(remaining)))
        try await Task.sleep(for: tick)
    }
}
