import AnnounceClient

// The examples of the article on lost connections, verbatim.

func announceOnce(_ client: Announcer) async throws -> String {
    do {
        let outcome = try await client.announce("Battery low", priority: .high)
        return outcome.successful ? "heard" : "not heard: \(outcome.reason)"
    } catch AnnounceError.outcomeUnknown {
        return "perhaps heard"
    } catch AnnounceError.noDaemon(let socket) {
        return "no daemon at \(socket)"
    }
}

func announceInTime(_ client: Announcer) async -> Bool {
    let speech = Task { try await client.announce("Doors are closing", priority: .low) }
    // The user has left the room: no one needs to hear it.
    speech.cancel()
    return (try? await speech.value) != nil
}
