import AnnounceClient

/// Announces that the tea is ready, and returns whether that was heard. No other speech cuts it, and it expires after a minute.
func announceTea(on client: Announcer) async throws -> Bool {
    let outcome = try await client.announce("Your tea is ready.", priority: .high, maxAge: .seconds(60))
    return outcome.successful
}
