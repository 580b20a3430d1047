import AnnounceClient
import InMemoryLogging
import Logging
import Messages
import TestSupport
import Testing

/// The daemon of an app's tests.
@Suite struct FakeDaemonTests {
    @Test func `It records what is posted, in order, and finishes announcements as the test decides`() async throws {
        let daemon = FakeDaemon { $0 == "One" ? .spoken : .expired }
        let client = try await daemon.connect()
        var events = client.events().makeAsyncIterator()
        let one = try await client.announce("One", priority: .high)
        #expect(one.text == "One" && one.successful && one.reason == .spoken)
        let focus = AccessibilityNotification.elementFocused(AccessibilityElement(id: "play", label: "Play"))
        #expect(try await client.post(focus).warnings == [])
        #expect(try await client.announce("Two").reason == .expired)
        #expect(daemon.posted == [.announcement("One", priority: .high), focus, .announcement("Two")])
        #expect(await events.next() == .announcementDidFinish(one))
        #expect(try await client.withMediaSession(.record) { try await client.status().clients } == 1)
        #expect(try await client.history() == [])
        await #expect(throws: AnnounceError.self) { try await client.explain(one.id) }
        #expect(try await client.changeSettings(SpeechSettings(hints: false)).hints == false)
    }

    @Test func `An announcement waits until it is cancelled, stopped, or its task is cancelled`() async throws {
        let daemon = FakeDaemon { _ in nil }
        let client = try await daemon.connect()
        var events = client.events().makeAsyncIterator()
        let cancelled = try await client.post(.announcement("One"))
        try await client.cancel(cancelled.id)
        let group = try await client.post(.announcement(AccessibilityAnnouncement("Two", group: "timer")))
        try await client.cancel(group: "timer")
        let stopped = try await client.post(.announcement("Three"))
        try await client.stop()
        for posted in [cancelled, group, stopped] {
            guard case .announcementDidFinish(let outcome) = await events.next() else { throw AnnounceError.closed }
            #expect(outcome.id == posted.id && outcome.reason == .stopped)
        }
        let speech = Task { try await client.announce("Four") }
        let connecting = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await daemon.connect()
        }
        speech.cancel()
        connecting.cancel()
        await #expect(throws: CancellationError.self) { try await speech.value }
        await #expect(throws: CancellationError.self) { _ = try await connecting.value }
    }

    @Test func `The app's own ids name its requests; an id that is wrong or in use is refused`() async throws {
        let daemon = FakeDaemon { $0 == "Waits" ? nil : .spoken }
        let client = try await daemon.connect()
        #expect(
            try await client.announce("One", priority: .low, group: "g", maxAge: .seconds(3), countMissed: false, id: "one").id == "one")
        let expected = AccessibilityAnnouncement("One", priority: .low, group: "g", maxAge: 3, countsAsMissed: false)
        #expect(daemon.posted == [.announcement(expected)])
        #expect(try await client.post(.layoutChanged, id: "two").id == "two")
        #expect(try await client.beginMediaSession(id: "take").id == "take")
        let waiting = Task { try await client.announce("Waits", id: "three") }
        try await look(for: "the announcement") { daemon.posted.count == 3 }
        for id in ["three", "", String(repeating: "x", count: 65), "\0"] {
            let error = await #expect(throws: AnnounceError.self) { try await client.announce("Refused", id: id) }
            guard case .refused(let refusal) = error else { throw AnnounceError.closed }
            #expect(refusal.code == .invalidMessage && refusal.message.hasPrefix("id: "))
        }
        try await client.cancel("three")
        #expect(try await waiting.value.reason == .stopped)
        #expect(daemon.posted.count == 3)
    }

    @Test("D4: it restarts like a daemon that forgets everything, and the client's logger tells of it")
    func restart() async throws {
        let log = InMemoryLogHandler()
        let daemon = FakeDaemon { $0 == "Waits" ? nil : .spoken }
        let client = try await daemon.connect(logger: Logger(label: "app") { _ in log })
        var events = client.events().makeAsyncIterator()
        let waiting = Task { try await client.announce("Waits") }
        try await look(for: "the announcement") { !daemon.posted.isEmpty }
        daemon.restart()
        while let event = await events.next(), event != .reconnected(toSameDaemon: false) {}
        await #expect(throws: AnnounceError.outcomeUnknown) { try await waiting.value }
        #expect(try await client.announce("Later").successful)
        #expect(daemon.posted == [.announcement("Waits"), .announcement("Later")])
        #expect(
            log.entries.map { "\($0.level): \($0.message)" } == [
                "notice: lost the connection to the speech daemon; reconnecting", "notice: reconnected to another speech daemon",
            ])
    }

    @Test func `Outcomes, accepted notifications and states can be made for tests`() {
        let outcome = AnnouncementOutcome(id: "1", text: "Done", reason: .expired, attempts: 0, spoken: .zero)
        #expect(!outcome.successful && outcome.reason == .expired && outcome.spoken == .zero)
        #expect(PostedNotification(id: "1", state: .held).state == .held)
        let utterance = DaemonStatus.Speaking(id: "1", client: "mail", class: "low", text: "Hello")
        let status = DaemonStatus(
            version: "1", processID: 2, uptime: 3, paused: true, clients: 4, speaking: utterance, waiting: ["low": 1], next: [utterance],
            voice: .init(state: .failed, message: "gone"), device: .init(state: .open, name: "null"),
            media: [.init(client: "recorder", session: "take", mode: .record, endsIn: 30)], mistakes: [.worded("line 1")])
        #expect(status.paused && status.speaking == utterance && status.media[0].mode == .record && status.mistakes[0].sentence == "line 1")
    }
}
