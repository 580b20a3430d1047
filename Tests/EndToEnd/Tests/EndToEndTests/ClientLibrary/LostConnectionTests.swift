import AnnounceClient
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The Swift library, with a daemon that ends, and one that can't be reached.
    struct LostConnectionTests {
        /// Starts a relay between client and daemon, which can be removed.
        private static func relay(_ path: String, to daemon: Daemon) async throws -> ChildProcess {
            let relay = try ChildProcess(
                "socat", ["-d", "-d", "UNIX-LISTEN:\(path),fork,unlink-early", "UNIX-CONNECT:\(daemon.socket)"], error: .pipe)
            _ = try #require(await relay.error.firstLine { $0.contains("listening on") })
            return relay
        }

        @Test("D4: an outcome missed while disconnected arrives on the next connection, and what waited is posted once")
        func missed() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(configuration: "voice.rate = 450\n", ["--wav", folder.path("out.wav")])
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            try await watcher.reply("s")
            let path = folder.path("relay")
            let first = try await Self.relay(path, to: daemon)
            let client = try await Announcer.connect(app: "mail", socket: path)
            var events = client.events().makeAsyncIterator()
            try await client.post(.screenChanged(elements: [AccessibilityElement(id: "inbox", label: "Inbox")]))

            async let spoken = client.announce("One two three four five.", priority: .high)
            try await watcher.message { $0.event == "started" && $0.text == "One two three four five." }
            async let waits = client.announce("Six seven eight nine ten eleven twelve.", priority: .low)
            try await watcher.message { $0.event == "finished" && $0.text == "One two three four five." }
            try await watcher.message { $0.event == "started" && $0.text == "Six seven eight nine ten eleven twelve." }
            #expect(try await spoken.successful)
            first.close()
            while let event = await events.next(), event != .connectionLost {}
            async let later = client.announce("Later.", priority: .low)
            try await watcher.message { $0.event == "finished" && $0.text == "Six seven eight nine ten eleven twelve." }
            let second = try await Self.relay(path, to: daemon)
            #expect(try await waits.successful)
            #expect(try await later.successful)
            while let event = await events.next(), event != .reconnected(toSameDaemon: true) {}
            // D4: the screen is still there.
            try await client.post(.elementFocused(id: "inbox"))
            let history = try await client.history().map(\.text)
            #expect(history.count { $0 == "Six seven eight nine ten eleven twelve." } == 1)
            #expect(history.count { $0 == "Later." } == 1)
            second.close()
        }

        @Test func `A daemon that was killed and started again: the outcome is unknown, what waited is posted, the screen is the app's`()
            async throws
        {
            let folder = try TemporaryFolder()
            let first = try await Daemon(["--wav", folder.path("first.wav")])
            let client = try await Announcer.connect(app: "mail", socket: first.socket)
            var events = client.events().makeAsyncIterator()
            try await client.subscribe(to: [.started])
            try await client.post(.screenChanged(elements: [AccessibilityElement(id: "inbox", label: "Inbox")]))
            let recording = try await client.beginMediaSession(.record)
            let spoken = Task {
                try await client.announce(
                    AccessibilityAnnouncement(runs: [.init(text: "One two three four five six seven.")], priority: .high, force: true))
            }
            while let event = await events.next() {
                if case .trace(let trace) = event, trace.text == "One two three four five six seven." { break }
            }
            first.process.signal(SIGKILL)
            while let event = await events.next(), event != .connectionLost {}
            async let waits = client.announce("Posted once.", priority: .high)
            let second = try await Daemon(["--wav", folder.path("second.wav")], socket: first.socket)
            while let event = await events.next(), event != .reconnected(toSameDaemon: false) {}
            await #expect(throws: AnnounceError.outcomeUnknown) { try await spoken.value }
            // The recording continues, and so does its silence.
            #expect(try await client.status().media.map(\.session) == [recording.id])
            try await recording.end()
            #expect(try await waits.successful)
            let error = await #expect(throws: AnnounceError.self) { try await client.post(.elementActivated("inbox")) }
            guard case .refused(let refusal) = error else {
                Issue.record("\(error.debugDescription)")
                return
            }
            #expect(refusal.code == .unknownTarget)
            #expect(try await client.history().map(\.text) == ["Posted once."])
            // The subscription was renewed.
            while let event = await events.next() {
                if case .trace(let trace) = event, trace.text == "Posted once." { break }
            }
            #expect(try await second.end() == .code(0))
        }

        @Test func `If no daemon listens or answers, calls fail, at once or when patience ends`() async throws {
            let folder = try TemporaryFolder()
            let nowhere = folder.path("nowhere")
            let long = "/tmp/" + String(repeating: "x", count: 99)
            await #expect(throws: AnnounceError.socketPathTooLong(socket: long)) {
                try await Announcer.connect(app: "a", socket: long)
            }
            #expect("\(AnnounceError.socketPathTooLong(socket: long))".contains("104 bytes; the maximum is 103"))
            await #expect(throws: AnnounceError.noDaemon(socket: nowhere)) {
                try await Announcer.connect(app: "mail", socket: nowhere)
            }
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Announcer.connect(app: "mail", socket: daemon.socket, patience: .milliseconds(300))
            try suspend(daemon.process.processID)
            let state = ["-o", "stat=", "-p", "\(daemon.process.processID)"]
            try await look(for: "a stopped daemon") {
                try await ChildProcess("ps", state).output.remainingLines().first?.hasPrefix("T") != false
            }
            await #expect(throws: AnnounceError.noDaemon(socket: daemon.socket)) {
                try await Announcer.connect(app: "mail", socket: daemon.socket, patience: .milliseconds(100))
            }
            daemon.process.signal(SIGCONT)
            try await client.ping()
            daemon.process.signal(SIGKILL)
            let errors = await withTaskGroup { tasks in
                for _ in 0..<3 {
                    tasks.addTask {
                        await #expect(throws: AnnounceError.self) { try await client.announce("Nobody hears it.") }
                    }
                }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0 == .outcomeUnknown || $0 == .noDaemon(socket: daemon.socket) }, "\(errors)")
            await #expect(throws: AnnounceError.noDaemon(socket: daemon.socket)) { try await client.announce("Nobody hears it.") }
        }
    }
}
