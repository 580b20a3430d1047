import AnnounceClient
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The Swift library, with a running daemon.
    struct ClientLibraryTests {
        /// Starts a daemon that speaks into a file, in real time.
        private static func daemon(in folder: TemporaryFolder) async throws -> Daemon {
            try await Daemon(configuration: "voice.rate = 450\nhints.enabled = false\n", ["--wav", folder.path("out.wav")])
        }

        @Test("D1, D5: an outcome is awaited; words, marks and subscribed events arrive; queries have typed answers")
        func outcome() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Self.daemon(in: folder)
            let client = try await Announcer.connect(app: "mail", progress: true, socket: daemon.socket)
            var events = client.events().makeAsyncIterator()
            try await client.subscribe(to: [.started])
            let outcome = try await client.announce("One two three.", id: "count")
            #expect(outcome.successful && outcome.reason == .spoken && outcome.attempts == 1 && outcome.text == "One two three.")
            #expect(try #require(outcome.spoken) > .milliseconds(200))
            var words: [String] = []
            var started: [String?] = []
            while let event = await events.next() {
                switch event {
                case .progress(let word) where word.id == "count": words.append(word.word)
                case .trace(let trace): started.append(trace.text)
                default: break
                }
                if event == .announcementDidFinish(outcome) { break }
            }
            #expect(words == ["One", "two", "three"])
            #expect(started == ["One two three."])

            let marked = AccessibilityAnnouncement(runs: [AccessibilitySpeechRun(text: "One <mark name='here'/> two", isSSML: true)])
            let posted = try await client.post(.announcement(marked))
            #expect(posted.state == .speaking)
            while let event = await events.next(), event != .mark(announcement: posted.id, name: "here") {}

            let status = try await client.status()
            #expect(status.clients == 1 && status.processID == Int(daemon.process.processID) && status.voice.state == .ready)
            #expect(try await client.history().first { $0.id == outcome.id }?.reason == .spoken)
            #expect(try await client.explain(outcome.id).steps.first?.text.contains("One two three.") == true)
            #expect(try await client.voices(language: "de").contains { $0.identifier == "gmw/de" })
            let change = SpeechSettings(AccessibilitySpeechAttributes(rate: 300), verbosity: .brief, typing: .words)
            #expect(try await client.changeSettings(change).speech.rate == 300)
            #expect(try await client.adjustSettings(rate: 20, volume: -10).speech.rate == 320)
            #expect(try await client.adjustSettings(rate: -20, volume: 10).speech.volume == 100)
            let settings = try await client.settings()
            #expect(settings.speech.rate == 300 && settings.verbosity == .brief && settings.typing == .words)
            #expect(settings.dialect == .voiceover && settings.interval == 4)
            try await client.pause()
            #expect(try await client.status().paused)
            try await client.resume()
        }

        @Test func `A daemon that hangs is left after the client's patience, and found again when it goes on`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Announcer.connect(app: "mail", socket: daemon.socket, patience: .seconds(1))
            try suspend(daemon.process.processID)
            await #expect(throws: AnnounceError.connectionLost) { try await client.pause() }
            daemon.process.signal(SIGCONT)
            try await look(for: "the daemon") {
                do { return try await client.status().clients > 0 } catch AnnounceError.noDaemon { return false }
            }
        }

        @Test func `Notifications are taken, and what is wrong is a typed refusal`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Self.daemon(in: folder)
            let client = try await Announcer.connect(app: "mail", socket: daemon.socket)
            let play = AccessibilityElement(id: "play", label: "Play", value: "Redbone", traits: [.button])
            let size = AccessibilityElement(id: "size", label: "Size", value: "0:10", traits: [.adjustable], valueKind: .duration)
            let notifications: [AccessibilityNotification] = [
                .screenChanged(title: "Player", elements: [play, size]), .elementFocused(id: "size"), .elementFocused(play, by: .app),
                .elementUpdated("play", value: "Feel Like Summer", traits: [.button, .selected]), .layoutChanged, .layoutChanged(size),
                .layoutChanged(text: "3 results"), .pageScrolled("Page 1 of 2"), .elementActivated("play"), .elementRemoved("play"),
            ]
            for notification in notifications { #expect(try await client.post(notification).warnings == []) }
            let texts = try await client.history().map(\.text)
            #expect(texts.first?.hasPrefix("Player. Play, Redbone. Button.") == true)
            #expect(texts.contains { $0.hasSuffix("Size, ten seconds. Adjustable.") })

            for (code, notification) in [
                (AnnounceError.Refusal.Code.unknownTarget, AccessibilityNotification.elementActivated("play")),
                (.invalidMessage, .announcement(AccessibilityAnnouncement("Hallo", .init(language: "xx")))),
                (.tooLarge, .announcement(String(repeating: "long ", count: 60_000))),
            ] {
                let error = await #expect(throws: AnnounceError.self) { try await client.post(notification) }
                guard case .refused(let refusal) = error else {
                    Issue.record("\(error.debugDescription)")
                    continue
                }
                #expect(refusal.code == code && !refusal.message.isEmpty)
            }

            var events = client.events().makeAsyncIterator()
            let quiet = try await client.beginMediaSession(announcements: .holdLow)
            #expect(try await client.status().media.map(\.announcements) == [.holdLow])
            try await quiet.end()
            let modes = try await client.withMediaSession(.record) { try await client.status().media.map(\.mode) }
            #expect(modes == [.record])
            var changes: [MediaSessionChange.Change] = []
            while changes.last != .ended, let event = await events.next() {
                if case .mediaSession(let change) = event { changes.append(change.change) }
            }
            #expect(changes == [.began, .ended])
            let cancelled = Task {
                try await client.withMediaSession { try await Task.sleep(for: .seconds(60)) }
            }
            try await look(for: "a session") { try await !client.status().media.isEmpty }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            #expect(try await client.status().media == [])

            let error = await #expect(throws: AnnounceError.self) {
                try await Announcer.connect(app: "mail", language: "xx", socket: daemon.socket)
            }
            #expect(error?.description.contains("xx") == true, "\(error.debugDescription)")
            client.close()
            await #expect(throws: AnnounceError.closed) { try await client.announce("Too late.") }
            // The events come to an end.
            while await events.next() != nil {}
        }

        @Test func `A cancelled task's announcement falls silent, its sibling's of the same app does not`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Self.daemon(in: folder)
            let clients = [
                try await Announcer.connect(app: "mail", socket: daemon.socket),
                try await Announcer.connect(app: "mail", socket: daemon.socket),
            ]
            var events = clients[0].events().makeAsyncIterator()
            try await clients[0].subscribe(to: [.started, .finished])
            let speech = Task {
                try await clients[0].announce("One two three four five six seven eight nine ten eleven twelve thirteen fourteen.")
            }
            while let event = await events.next() {
                if case .trace(let trace) = event, trace.event == .started { break }
            }
            async let sibling = clients[1].announce("The sibling.", priority: .low)
            speech.cancel()
            await #expect(throws: CancellationError.self) { try await speech.value }
            #expect(try await sibling.reason == .spoken)
            let history = try await clients[1].history()
            #expect(Set(history.map(\.id)).count == 2, "\(history.map(\.id))")
            #expect(history.map(\.reason) == [.stopped, .spoken])
        }

        @Test func `withClient closes the connection when its body ends, throws or is cancelled, which stops its announcement`()
            async throws
        {
            let folder = try TemporaryFolder()
            let daemon = try await Self.daemon(in: folder)
            struct Failure: Error {}
            var used: Announcer?
            await #expect(throws: Failure.self) {
                try await Announcer.withClient(app: "mail", socket: daemon.socket) { client in
                    used = client
                    throw Failure()
                }
            }
            await #expect(throws: AnnounceError.closed) { try await used?.ping() }

            let watcher = try await Announcer.connect(app: "watcher", socket: daemon.socket)
            var events = watcher.events().makeAsyncIterator()
            try await watcher.subscribe(to: [.started])
            let speech = Task {
                try await Announcer.withClient(app: "mail", socket: daemon.socket) { client in
                    try await client.announce("One two three four five six seven eight nine ten eleven twelve thirteen fourteen.")
                }
            }
            while let event = await events.next() {
                if case .trace(let trace) = event, trace.event == .started { break }
            }
            speech.cancel()
            await #expect(throws: CancellationError.self) { try await speech.value }
            try await look(for: "its connection's end") { try await watcher.status().clients == 1 }
            #expect(try await watcher.history().map(\.reason) == [.stopped])
            #expect(try await Announcer.withClient(app: "mail", socket: daemon.socket) { try await $0.announce("One.").successful })
        }

        @Test("D1, Q11: each of 1,000 announcements at once has its outcome; a slow listener keeps few events and knows of the rest")
        func many() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Announcer.connect(app: "mail", socket: daemon.socket)
            let events = client.events(limit: 10)
            let outcomes = try await withThrowingTaskGroup { tasks in
                for number in 0..<1000 {
                    let announcement = AccessibilityAnnouncement("\(number)", priority: .low, maxAge: 0.1)
                    tasks.addTask { try await client.announce(announcement) }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(outcomes.map(\.id)).count == 1000)
            #expect(Set(outcomes.map(\.text)).count == 1000)
            let reasons = Dictionary(grouping: outcomes, by: \.reason).mapValues(\.count)
            #expect(reasons.keys.allSatisfy { [.spoken, .overflow, .expired].contains($0) }, "\(reasons)")
            client.close()
            var told: [AnnounceEvent] = []
            for await event in events { told.append(event) }
            guard case .missed(let missed) = told.first else {
                Issue.record("\(told)")
                return
            }
            #expect(told.count == 11 && missed >= 990)
        }
    }
}
