import AnnounceClient

// The examples of the library's overview, verbatim.

func overviewAnnouncing(socket: String) async throws {
    try await Announcer.withClient(app: "org.example.mail", socket: socket) { client in
        let outcome = try await client.announce("Message sent")
        if !outcome.successful { print("not heard: \(outcome.reason)") }
    }
}

func overviewPosting(_ client: Announcer) async throws {
    let back = AccessibilityElement(id: "back", label: "Mailboxes", traits: [.backButton])
    let first = AccessibilityElement(id: "m1", label: "Ada", value: "See you at noon", traits: [.button])
    try await client.post(.screenChanged(focus: first, title: "Inbox", elements: [back, first]))
    try await client.post(.elementUpdated("m1", value: "See you at one"))
    try await client.post(.layoutChanged)
}

func overviewSpeech(_ client: Announcer) async throws {
    let lesson = AccessibilityAnnouncement(
        runs: [.init(text: "The German for butterfly is"), .init(text: "Schmetterling", attributes: .init(language: "de"))], priority: .low)
    try await client.announce(lesson)
}

func overviewRecording(_ client: Announcer, record: () async throws -> Void) async throws {
    try await client.withMediaSession(.record) {
        try await record()
    }
}
