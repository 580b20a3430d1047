import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Clients that misbehave, and one that must not notice.
    struct ClientFaultTests {
        /// Posts an announcement, and expects that it is heard.
        private func expectServed(_ client: Client, _ id: String) async throws {
            try client.announce(id, "Still here.", #""priority":"high","allowRepeat":true"#)
            #expect(try await client.finish(id).successful == true)
        }

        @Test func `Half a line, a stall, a client that vanishes in mid-line and one that never reads disturb nothing that is spoken`()
            async throws
        {
            let stage = try await Stage()
            let text = "While this is being said, other clients do whatever they can think of, and nobody hears anything of that at all."
            let good = try await stage.client(hello: #""progress":true"#)
            let start = SuspendingClock.now
            try good.announce("heard", text, #""priority":"high""#)
            try await good.word("said", of: "heard")
            let half = try await stage.client()
            try half.send(bytes: Array(#"{"type":"announcement","te"#.utf8))
            let gone = try await stage.client()
            try gone.send(bytes: Array(#"{"type":"announcement","text":"never ended"#.utf8))
            gone.close()
            let deaf = try await stage.client()
            // The daemon closes the connection and stops reading when more than 1 MiB is unread.
            #expect(throws: SystemCallError.self) {
                for _ in 0..<500 { try deaf.send(bytes: Array(String(repeating: "{\"type\":\"voices\"}\n", count: 200).utf8)) }
            }
            _ = try await stage.daemon.log("client does not read its replies")
            #expect(try await good.ask("status").status?.speaking?.id == "heard")
            #expect(try await good.finish("heard").successful == true)
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference(text)))
            try half.send(bytes: Array("xt\":\"At last.\",\"id\":\"h\"}\n".utf8))
            #expect(try await half.finish("h").successful == true)
            #expect(try await good.ask("status").status?.clients == 2)
        }

        @Test func `Requests sent before a client disconnected are carried out, though no one reads the answers`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("out.wav")])
            let watcher = try await Client(daemon.socket)
            let subscription = #"{"type":"subscribe","id":"s","events":["started","finished"]}"#
            try watcher.send(subscription)
            try await watcher.reply("s")
            for number in 0..<5 {
                let hasty = try await Client(daemon.socket)
                try hasty.send(subscription)
                try await hasty.reply("s")
                try hasty.send(#"{"type":"hello","replies":"none"}"#)
                try watcher.announce("first \(number)", "Number \(number) is to be stopped, and long enough for that.")
                try await watcher.message { $0.event == "started" && $0.id == "first \(number)" }
                // More lines than are served in one turn.
                try hasty.send(bytes: Array(String(repeating: "{\"type\":\"ping\"}\n", count: 3_000).utf8))
                try suspend(daemon.process.processID)
                // When this leads to a message for the hasty client, it has gone, while its lines still wait for their turn.
                try watcher.send(#"{"type":"stop"}"#)
                try hasty.announce("last \(number)", "Last.", #""priority":"high","allowRepeat":true"#)
                hasty.close()
                daemon.process.signal(SIGCONT)
                try await watcher.message { $0.event == "finished" && $0.id == "last \(number)" }
            }
        }

        @Test func `10 MB on one line is refused at once, and the connection continues`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let before = try residentBytes(of: stage.daemon.process.processID)
            let stopwatch = Stopwatch()
            let line = Array(#"{"type":"announcement","text":""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
            try client.send(bytes: Array(line[..<300_000]))
            let error = try await client.message { $0.type == "error" }
            #expect(error.code == "tooLarge" && error.line == 1)
            #expect(stopwatch.elapsed < .seconds(1))
            try client.send(bytes: Array(line[300_000...]))
            try client.send(bytes: Array("\"}\n".utf8))
            try await expectServed(client, "a")
            let after = try residentBytes(of: stage.daemon.process.processID)
            #expect(after - before < 4_000_000, "\(after - before) bytes more")
        }

        @Test func `With few descriptors the daemon is idle, keeps those that its voice needs, and serves who asks for something`()
            async throws
        {
            let folder = try TemporaryFolder()
            let socket = folder.path("run/socket")
            // Enough for the daemon, its voice and some clients.
            let arguments = ["-c", "ulimit -n 32 && exec \"$0\" \"$@\"", try builtProduct("announced")]
            let process = try ChildProcess(
                "/bin/sh", arguments + ["--socket", socket, "--wav", folder.path("heard.wav")],
                environment: .inherited(with: americanEnglish), output: .null, error: .file(folder.path("log")))
            let good = Client(try await UnixSocketConnection.first(to: socket, of: process))
            try await good.ask("ping")
            var waiting: [Client] = []
            for _ in 0..<60 { waiting.append(try await Client(socket)) }
            let before = try processorTime(of: process.processID)
            let start = SuspendingClock.now
            // Some seconds of speech.
            try good.announce("a", "While all of these wait for their turn, this is said from its beginning to its end, and heard.")
            #expect(try await good.finish("a").successful == true)
            let took = SuspendingClock.now - start
            let used = try processorTime(of: process.processID) - before
            #expect(took > .seconds(3) && used < took / 4, "\(used) of processor time in \(took)")
            // The others, which have never said anything, have given way.
            let last = waiting.removeLast()
            try last.send(#"{"type":"ping","id":"last"}"#)
            for client in waiting { client.close() }
            try await last.reply("last")
            process.signal(SIGTERM)
            #expect(try await process.exit() == .code(0))
        }

        @Test("Q11: one that posts without end delays another of the same class by at most one utterance, and memory stays bounded")
        func flood() async throws {
            let stage = try await Stage()
            let good = try await stage.client()
            // Without replies the client is not disconnected for reading them too slowly on a busy machine.
            let flood = try Flood(to: stage.daemon.socket) { round in
                if round == 0 { return Array(#"{"type":"hello","replies":"none"}"#.utf8) + [UInt8(ascii: "\n")] }
                let numbers = (round * 100)..<(round * 100 + 100)
                return Array(numbers.map { #"{"type":"announcement","priority":"low","text":"Flood \#($0)."}"# + "\n" }.joined().utf8)
            }
            // Wait until the queue is over its limit, and one announcement is spoken.
            try await good.awaitStatus({ $0.waiting["low"] ?? 0 >= 250 }, is: true)
            let sent = flood.sent
            let start = SuspendingClock.now
            try good.announce("low", "My turn at last.", #""priority":"low","maxAge":60"#)
            #expect(try await good.reply("low").state == "queued")
            #expect(try await good.finish("low").successful == true)
            // It goes on.
            try await look(for: "more of the flood than \(sent)") { flood.sent > sent || flood.isRefused }
            #expect(!flood.isRefused)
            #expect(try residentBytes(of: stage.daemon.process.processID) < 64_000_000)
            flood.end()
            try await good.ask("stop")
            let heard = try await stage.capture.whole(since: start)
            // One "Flood 12345." takes less than 3 seconds.
            let place = try await heard.sound.place(of: reference("My turn at last."))
            #expect(place < 3, "\(place) s")
            try await expectServed(good, "high")
        }

        @Test func `Eight clients that do their worst at once leave the daemon within its bound, and another is served`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let good = try await Client(daemon.socket)
            try await good.ask("pause")
            let floods = try (0..<8).map { client in
                try Flood(to: daemon.socket, isRead: client % 2 == 0) { worst(round: $0, client: client) }
            }
            while floods.contains(where: { $0.rounds < 2 && !$0.isRefused }) {
                try good.send(#"{"type":"ping","id":"p"}"#)
                try await good.reply("p", within: .seconds(60))
            }
            let resident = try residentBytes(of: daemon.process.processID)
            #expect(resident < 192 << 20, "\(resident) bytes")
            for flood in floods { flood.end() }
            for (id, type) in [("s", "stop"), ("r", "resume")] {
                try good.send(#"{"type":"\#(type)","id":"\#(id)"}"#)
                try await good.reply(id, within: .seconds(60))
            }
            try await expectServed(good, "a")
        }

        @Test func `256 clients, each with a line that never ends, and many that do not read, leave the daemon within its bound`()
            async throws
        {
            let daemon = try await Daemon(["--device", "null"])
            let good = try await Client(daemon.socket)
            try await good.ask("pause")
            // Questions whose answers are long.
            let questions = Array(String(repeating: "{\"type\":\"voices\"}\n", count: 200).utf8)
            // The longest possible line, without its end.
            let unfinished = Array(#"{"type":"announcement","text":""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 262_000)
            var bad: [Client] = []
            // One program has 128 at most.
            let others = try await forkedClients(128, at: daemon.socket, saying: #"{"type":"announcement","text":""#, padding: 262_000)
            for _ in 0..<127 {
                let client = try await Client(daemon.socket)
                try client.send(bytes: unfinished)
                bad.append(client)
            }
            #expect(try await good.ask("status").status?.clients == 256)
            let resident = try residentBytes(of: daemon.process.processID)
            #expect(resident > 64_000_000, "\(resident) bytes: it holds their lines")
            // Answers for some: less than 8 MiB each, and together more than 24 MiB in addition to the system's buffers. Their line ends first.
            for client in bad.prefix(44) { try client.send(bytes: [UInt8(ascii: "\n")] + questions) }
            try await look(for: "the end of one that reads none") { try await good.ask("status").status?.clients ?? 256 < 256 }
            let peak = try residentBytes(of: daemon.process.processID, "VmHWM:")
            print("256 clients: \(resident) bytes with their lines, \(peak) at most")
            #expect(peak < 192 << 20, "\(peak) bytes")
            for (id, type) in [("s", "stop"), ("r", "resume")] {
                try good.send(#"{"type":"\#(type)","id":"\#(id)"}"#)
                try await good.reply(id, within: .seconds(60))
            }
            try await expectServed(good, "a")
            // Keep the connections open till here: on close, the daemon would read what they sent as lines.
            withExtendedLifetime((bad, others)) {}
        }
    }
}

/// Returns lines that use much memory, slightly different each time: a full screen, long texts that are spoken differently from their
/// writing, many runs, repeats, updates with long hints, sessions that name many elements, and questions with long answers.
private func worst(round: Int, client: Int) -> [UInt8] {
    let long = String(repeating: "1:02:55 ", count: 25_000)
    func line(_ fields: String) -> String { "{\(fields)}\n" }
    var lines = ""
    if round == 0 { lines += line(#""type":"hello","app":"worst\#(client)","progress":true"#) }
    lines += line(#""type":"screenChanged","elements":[\#((0..<9000).map { #"{"id":"\#($0)"}"# }.joined(separator: ","))]"#)
    lines += line(#""type":"layoutChanged","element":{"id":"0","label":"\#(round)","hint":"\#(long)"}"#)
    for number in 0..<8 {
        lines += line(#""type":"announcement","priority":"low","maxAge":600,"text":"\#(client) \#(round) \#(number) \#(long)""#)
        lines += line(#""type":"elementUpdated","element":"0","value":"\#(number)","hint":"\#(number) \#(long)""#)
        let runs = (0..<2000).map { #"{"text":"\#($0)","voice":"English (America)"}"# }.joined(separator: ",")
        lines += line(#""type":"announcement","priority":"low","maxAge":600,"runs":[\#(runs)]"#)
    }
    for number in 0..<200 {
        lines += line(#""type":"announcement","id":"\#(number)","priority":"low","maxAge":600,"text":"The same."# + "\"")
        lines += line(#""type":"announcement","priority":"low","maxAge":600,"text":"\#(client) \#(round) \#(number)."# + "\"")
    }
    let ids = (0..<1024).map { #""\#($0) \#(String(repeating: "i", count: 200))""# }.joined(separator: ",")
    lines += line(#""type":"mediaSession","op":"begin","session":"\#(round)","mute":[\#(ids)]"#)
    lines += String(repeating: line(#""type":"history""#), count: 2)
    return Array(lines.utf8)
}

/// Returns a process's resident memory; or its peak, with the field `VmHWM:`.
func residentBytes(of process: Int32, _ field: String = "VmRSS:") throws -> Int {
    let status = String(decoding: try #require(FileManager.default.contents(atPath: "/proc/\(process)/status")), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field) })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
}

/// Returns the processor time that a process has used.
func processorTime(of process: Int32) throws -> Duration {
    let text = String(decoding: try #require(FileManager.default.contents(atPath: "/proc/\(process)/stat")), as: UTF8.self)
    // After the name, which may contain spaces: the 14th and 15th field, in hundredths of a second.
    let fields = try #require(text.split(separator: ")").last).split(separator: " ")
    return .milliseconds(10) * (try #require(Int(fields[11])) + #require(Int(fields[12])))
}
