import TestSupport
import Testing

extension EndToEnd {
    /// `announce say --file`: a text of any size through the daemon.
    struct SpokenFileTests {
        private let folder: TemporaryFolder
        /// More passages than are read ahead.
        private let sentences = (1...330).map { "Sentence number \($0) is here to be heard." }

        init() throws { folder = try TemporaryFolder() }

        private func watcher(of daemon: Daemon) async throws -> Client {
            let watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","posted","held"]}"#)
            try await watcher.reply("s")
            return watcher
        }

        @Test func `All of the text is heard, in order; only its beginning cuts other speech`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let watcher = try await watcher(of: daemon)
            let file = try folder.write(sentences.joined(separator: "\n") + "\n", to: "text")
            let process = try announceProcess(["--socket", daemon.socket, "--file", file, "--rate", "900"])
            #expect(try await process.exit() == .code(0))
            let events = try await watcher.allSoFar()
            let started = events.filter { $0.event == "started" }
            #expect(started.compactMap(\.text).joined(separator: "\n") == sentences.joined(separator: "\n"))
            let classes = events.filter { $0.event == "posted" }.map(\.class)
            #expect(classes.count > 3 && classes[0] == "default" && classes.dropFirst().allSatisfy { $0 == "low" }, "\(classes)")
        }

        @Test func `stop ends all of it, skip the part that is heard`() async throws {
            let daemon = try await Daemon(["--wav", folder.path("heard.wav")])
            let watcher = try await watcher(of: daemon)
            let process = try announceProcess(["--socket", daemon.socket, "--file", "-"], input: .pipe)
            try process.write(sentences.joined(separator: "\n"))
            let first = try await watcher.message { $0.event == "started" }.text
            // Not before more of it waits.
            for _ in 0..<3 { try await watcher.message { $0.event == "posted" } }
            try await watcher.ask("skip")
            let second = try await watcher.message { $0.event == "started" }.text
            #expect(first?.hasPrefix(sentences[0]) == true && second != first)
            for _ in 0..<2 { try await watcher.message { $0.event == "posted" } }
            try await watcher.ask("stop")
            #expect(try await process.exit() == .code(3))
            #expect(try await watcher.allSoFar().filter { $0.event == "started" }.isEmpty)
            let said = try await process.error.remainingLines()
            // One for the skip, one for the stop.
            #expect(said.count == 2 && said.allSatisfy { $0.hasPrefix("announce: not heard: it was silenced by stop, skip or cancel") })
        }

        @Test func `Q20: the commands for sentences speak from another sentence of a file`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            try client.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await client.reply("s")
            let texts = ["The morning was cold and grey.", "Nobody had expected any visitors.", "Then somebody knocked at the door."]
            let start = SuspendingClock.now
            let book = try announceProcess([
                "--socket", stage.daemon.socket, "--file", folder.write(texts.joined(separator: " "), to: "book"),
            ])
            try await client.message { $0.event == "started" }
            for command in ["next", "next", "previous", "again"] {
                #expect(try await announceProcess([command, "--socket", stage.daemon.socket]).exit() == .code(0))
            }
            #expect(try await book.exit() == .code(0))
            #expect(try await announceProcess(["again", "--socket", stage.daemon.socket]).exit() == .code(0))
            try await client.message { $0.event == "started" && $0.text?.hasPrefix(texts[0]) == true }
            try await client.ask("stop")
            let heard = try await stage.capture.all(since: start)
            let second = try await heard.place(of: reference(texts[1]))
            #expect(try await heard.place(of: reference(texts[2])) > second)
            #expect(try await heard.find(reference(texts[0])).correlation < 0.9)
        }

        @Test func `M5: the part that a media session cuts is heard again after it, before the rest`() async throws {
            let daemon = try await Daemon(["--wav", folder.path("heard.wav")])
            let watcher = try await watcher(of: daemon)
            let text = sentences.joined(separator: "\n")
            let process = try announceProcess(["--socket", daemon.socket, "--file", "-"], input: .pipe)
            try process.write(text)
            let first = try #require(try await watcher.message { $0.event == "started" }.text)
            for _ in 0..<3 { try await watcher.message { $0.event == "posted" } }
            try watcher.send(#"{"type":"mediaSession","op":"begin","session":"s","mode":"record"}"#)
            try await watcher.message { $0.event == "held" && $0.text == first }
            try watcher.send(#"{"type":"mediaSession","op":"end","session":"s"}"#)
            #expect(try await watcher.message { $0.event == "started" }.text == first)
            try await watcher.ask("skip")
            let second = try #require(try await watcher.message { $0.event == "started" }.text)
            #expect(text.hasPrefix(first + "\n" + second))
            try await watcher.ask("stop")
            #expect(try await process.exit() == .code(3))
        }

        @Test func `A part that can't be read is reported, and the text before it is heard`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let watcher = try await watcher(of: daemon)
            let bytes = Array(sentences.joined(separator: "\n").utf8)
            // Two parts that can't be read, and more text than is read at once.
            let rest = [0xE4] + Array(String(repeating: "Nothing of this is spoken.\n", count: 400).utf8)
            let file = try folder.write(bytes + rest + rest, to: "text")
            let process = try announceProcess(["--socket", daemon.socket, "--file", file, "--rate", "900"])
            let place = "announce: \(file):330: byte \(bytes.count) is not UTF-8; "
            let said = try await process.error.remainingLines()
            #expect(said.count == 1 && said[0].hasPrefix(place), "\(said)")
            #expect(try await process.exit() == .code(65))
            let started = try await watcher.allSoFar().filter { $0.event == "started" }
            #expect(started.first?.text?.hasPrefix(sentences[0]) == true)
            #expect(!started.contains { $0.text?.contains("Nothing of this") == true })
            let none = try announceProcess(["--socket", daemon.socket, "--file", folder.path("none")])
            #expect(try await none.error.remainingLines() == ["announce: \(folder.path("none")) can't be read: No such file or directory"])
            #expect(try await none.exit() == .code(66))
            // No daemon is started for it.
            let directory = try announceProcess(["--socket", folder.path("none"), "--file", folder.path])
            #expect(try await directory.error.remainingLines() == ["announce: \(folder.path) can't be read: Is a directory"])
            #expect(try await directory.exit() == .code(66))
        }
    }
}
