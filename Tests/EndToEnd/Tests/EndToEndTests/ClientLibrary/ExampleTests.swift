import AnnounceClient
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The examples of the library's documentation: they are files of this target, and run here.
    struct ExampleTests {
        @Test func `The tutorial's timer is heard, also by a daemon that was restarted`() async throws {
            let folder = try TemporaryFolder()
            let configuration = "voice.rate = 450\nhints.enabled = false\nupdates.interval = 0\n"
            let daemon = try await Daemon(configuration: configuration, ["--wav", folder.path("out.wav")])
            let client = try await connectTimer(socket: daemon.socket)
            let events = client.events()
            try await showTimer(remaining: 3, on: client)
            try await countDown(from: 3, tick: .milliseconds(100), on: client)
            #expect(try await announceTea(on: client))
            let heard = try await client.history().map(\.text)
            #expect(heard.first == "Tea. Remaining, three seconds.")
            #expect(heard.contains("Your tea is ready."))

            let shown = Task { try await keepTimerShown(events, remaining: { 65 }, on: client) }
            daemon.process.signal(SIGKILL)
            let next = try await Daemon(configuration: configuration, ["--wav", folder.path("next.wav")], socket: daemon.socket)
            // Each question is answered after the ones before it.
            var texts: [String] = []
            try await look(for: "something heard") {
                texts = try await client.history().map(\.text)
                return !texts.isEmpty
            }
            #expect(texts == ["Tea. Remaining, one minute and five seconds."])
            #expect(try await next.voice() > 0)
            client.close()
            try await shown.value
        }

        @Test func `The examples of the overview and of the article do what they say`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(configuration: "voice.rate = 450\n", ["--wav", folder.path("out.wav")])
            try await overviewAnnouncing(socket: daemon.socket)
            let client = try await Announcer.connect(app: "examples", socket: daemon.socket)
            try await overviewPosting(client)
            try await overviewSpeech(client)
            try await overviewRecording(client) {
                let sessions = try await client.status().media
                #expect(sessions.map(\.client) == ["examples"])
            }
            #expect(try await announceOnce(client) == "heard")
            #expect(await announceInTime(client) == false)
            let heard = try await client.history().map(\.text)
            #expect(heard.contains { $0.hasPrefix("Inbox. Ada, See you at noon. Button.") })
            #expect(heard.contains("Message sent") && heard.contains("The German for butterfly is Schmetterling"))
        }

        @Test(
            arguments: [
                ("AnnounceClient.md", "OverviewExamples"), ("LostConnections.md", "LostConnectionExamples"),
                ("TestingAnApp.md", "TestingExamples"),
            ])
        func `The examples of an article are those that run`(article: String, file: String) throws {
            let text = try repositoryText("Sources/Client/AnnounceClient/AnnounceClient.docc/\(article)")
            let code = Self.lines(try repositoryText("Tests/EndToEnd/Tests/EndToEndTests/Examples/\(file).swift"))
            let blocks = text.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
            #expect(blocks.count >= 2)
            for block in blocks { #expect(code.contains(Self.lines(String(block))), "\(block)") }
        }

        @Test func `README and the overview name the same dependency, with the present version`() throws {
            let readme = Self.lines(try repositoryText("README.md"))
            let overview = try repositoryText("Sources/Client/AnnounceClient/AnnounceClient.docc/AnnounceClient.md")
            let manifest = try #require(overview.split(separator: "```\n").dropFirst().first)
            #expect(readme.contains(Self.lines(String(manifest))))
            let version = try #require(manifest.split(separator: "from: ").last?.prefix { $0 != ")" })
            #expect(try repositoryText("Sources/System/System/Release.swift").contains("version = \(version)"))
        }

        /// Removes the indentation.
        private static func lines(_ text: String) -> String {
            text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        }
    }
}
