import AnnounceClient

/// Says that the tea is ready, and returns whether that was heard. It is not cut by others, and is given up after a minute.
func announceTea(on client: AnnounceClient) async throws(AnnounceError) -> Bool {
    let outcome = try await client.announce(
        AccessibilityAnnouncement("Your tea is ready.", priority: .high, maxAge: .seconds(60)))
    return outcome.successful
}
