import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce pipe`: lines that are messages, and lines that are successive states of one element.
    struct PipeFormatTests {
        private let folder: TemporaryFolder
        /// A daemon in real time.
        private let daemon: Daemon
        private let watcher: Client

        init() async throws {
            folder = try TemporaryFolder()
            daemon = try await Daemon(configuration: "voice.rate = 400\nupdates.interval = 0.5\n", ["--wav", folder.path("out.wav")])
            watcher = try await Client(daemon.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            try await watcher.reply("s")
        }

        private func pipe(_ arguments: String...) throws -> ChildProcess {
            try announceProcess(["pipe", "--socket", daemon.socket] + arguments, input: .pipe)
        }

        /// Returns the texts heard to their end until now.
        private func heard() async throws -> [String] {
            let all = try await watcher.allSoFar()
            let spoken = Set(all.filter { $0.event == "finished" && $0.reason == "spoken" }.compactMap(\.id))
            return all.filter { $0.event == "started" && spoken.contains($0.id ?? "") }.map { "\($0.class ?? ""): \($0.text ?? "")" }
        }

        @Test func `Messages are sent unchanged, a wrong one is reported with its line and field, and all speech is awaited`()
            async throws
        {
            let pipe = try pipe("--format", "json")
            try pipe.write(
                """
                {"type":"hello","app":"org.example.mail","replies":"none"}
                {"type":"announcement","text":"One","priority":"low"}
                {"type":"announcement","txt":"One"}\r

                nonsense
                {"type":"announcement","text":"\(String(repeating: "x", count: 300_000))"}
                {"type":"announcement","id":"1","text":"Two","priority":"low","bogus":1}
                {"type":"announcement","id":"1","text":"Three","priority":"low"}
                {"type":"cancel","id":"1","target":"nobody"}
                {"type":"elementFocused","element":{"label":"Four","traits":["button"]}}
                {"type":"announcement","text":"Five","priority":"low","language":"enn"}
                """)
            pipe.closeInput()
            let said = try await pipe.error.remainingLines(within: .seconds(60))
            #expect(try await pipe.exit() == .code(1))
            let beginnings = [
                "announce: standard input:3: text: missing", "announce: standard input:5: the line is not a JSON object",
                "announce: standard input:6: a message has at most 262144 bytes", "announce: warning: bogus: unknown",
                "announce: standard input:9: target: no announcement with the id", "announce: standard input:11: language: ",
            ]
            for beginning in beginnings { #expect(said.contains { $0.hasPrefix(beginning) }, "\(beginning): \(said)") }
            #expect(said.count == beginnings.count, "\(said)")
            // The focus cuts the first, which is spoken again.
            let heard = try await heard()
            #expect(Set(heard) == ["low: One", "low: Two", "low: Three", "userFocus: Four. Button."], "\(heard)")
        }

        @Test func `H1: a message's hint is awaited too, whatever the messages say about events, names and replies`() async throws {
            let pipe = try pipe("--format", "json")
            try pipe.write(
                """
                {"type":"hello","replies":"errors"}
                {"type":"elementFocused","element":{"label":"Mail","hint":"Opens it"},"id":"a"}
                {"type":"subscribe","events":[]}
                {"type":"hello","app":"org.example.mail","replies":"none"}
                """)
            pipe.closeInput()
            #expect(try await pipe.error.remainingLines(within: .seconds(60)) == [])
            #expect(try await pipe.exit() == .code(0))
            #expect(try await heard() == ["userFocus: Mail.", "hint: Opens it."])
        }

        @Test func `Ctrl-C ends it while errors come faster than anyone reads them`() async throws {
            let lines = try folder.write(String(repeating: "nonsense\n", count: 200_000), to: "lines")
            let pipe = try announceProcess(["pipe", "--format", "json", "--socket", daemon.socket], input: .file(lines))
            #expect(try await pipe.error.nextLine(within: .seconds(60))?.contains("not a JSON object") == true)
            pipe.signal(SIGINT)
            #expect(try await pipe.exit() == .code(130))
        }

        @Test func `Messages cut each other by their priorities, and a SIGTERM silences them`() async throws {
            let pipe = try pipe("--format", "json")
            try pipe.write(#"{"type":"announcement","text":"alpha bravo charlie delta echo","id":"a"}"# + "\n")
            try await watcher.message { $0.event == "started" }
            try pipe.write(#"{"type":"announcement","text":"cut","id":"b","priority":"high"}"# + "\n")
            #expect(try await watcher.message { $0.event == "finished" }.reason == "interrupted")
            #expect(try await watcher.message { $0.event == "finished" }.reason == "spoken")
            try pipe.write(#"{"type":"announcement","text":"alpha bravo charlie delta echo","id":"c"}"# + "\n")
            try await watcher.message { $0.event == "started" && $0.id == "c" }
            pipe.signal(SIGTERM)
            #expect(try await pipe.exit() == .code(143))
            #expect(try await watcher.message { $0.event == "finished" && $0.id == "c" }.reason == "stopped")
            #expect(try await pipe.error.remainingLines() == [])
        }

        @Test func `U4: a progress bar's newest state is spoken, though its line has not ended, and its last always`() async throws {
            let pipe = try pipe("--updates-frequently", "--label", "Film")
            try pipe.write("\r1 of 9")
            try await watcher.message { $0.event == "started" && $0.text == "Film, 1 of 9." }
            for count in 2...7 { try pipe.write("\r\(count) of 9") }
            #expect(try await watcher.message { $0.event == "started" }.text == "7 of 9.")
            try pipe.write("\r8 of 9\r9 of 9\n")
            pipe.closeInput()
            let last = try await watcher.message { $0.event == "finished" && $0.text?.hasPrefix("9 of 9") == true && $0.reason == "spoken" }
            #expect(last.client == "announce")
            #expect(try await pipe.exit() == .code(0))
            #expect(try await pipe.error.remainingLines() == [])
            #expect(!(try await heard().contains { $0.contains("8 of 9") }))
            let update = ["update", "--id", "pipe-\(pipe.processID)", "--value", "gone", "--socket", daemon.socket]
            #expect(try await announceProcess(update).exit() == .code(1))
        }

        @Test(
            "U7: percentages are spoken in steps of ten, and the last, once, however it comes",
            arguments: [
                ("1%\n4%\n7%\n", ["Film, 7%", "7%"]), ("3 %\n97 %\n100 %\n", ["Film, 100 %", "100 %"]), ("only\n", ["Film, only"]),
                ("5%\nnext\nnext\n", ["Film, next", "next"]),
            ])
        func percentages(lines: String, last: [String]) async throws {
            // Progress must not cut other speech.
            try watcher.announce("other", "alpha bravo", #""priority":"high""#)
            let pipe = try pipe("--updates-frequently", "--label", "Film")
            for line in lines.split(separator: "\n") { try pipe.write("\(line)\n") }
            pipe.closeInput()
            #expect(try await pipe.exit(within: .seconds(60)) == .code(0))
            let heard = try await heard()
            #expect(heard.first?.hasSuffix("alpha bravo") == true)
            let value = try #require(last.last)
            // The description may already contain the last value; if not, the value is spoken last, and once.
            #expect(last.contains { (heard.last ?? "").contains($0) }, "\(heard)")
            #expect(heard.filter { $0.contains(value) }.count == 1, "\(heard)")
        }
    }
}
