import AnnounceClient
import Testing

// The examples of the article on tests, verbatim.

/// Announces that the time is over, and returns whether that was heard.
func ring(_ client: Announcer) async throws -> Bool {
    let outcome = try await client.announce("Done", priority: .high)
    return outcome.successful
}

struct TimerTests {
    @Test func `The timer announces its end, and nothing cuts the announcement`() async throws {
        let daemon = FakeDaemon()
        let isHeard = try await ring(daemon.connect())
        #expect(isHeard)
        #expect(daemon.posted == [.announcement("Done", priority: .high)])
    }

    @Test func `The timer knows that the user stopped its announcement`() async throws {
        let daemon = FakeDaemon { text in text == "Done" ? .stopped : .spoken }
        let isHeard = try await ring(daemon.connect())
        #expect(!isHeard)
    }
}
