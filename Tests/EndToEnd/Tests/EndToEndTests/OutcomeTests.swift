import TestSupport
import Testing

extension EndToEnd {
    /// Exactly one outcome for each announcement, whatever happens to it.
    struct OutcomeTests {
        @Test func `D1: Each of 300 random announcements of several connections has exactly one outcome`() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(
                configuration: "queue.limit = 12\nvoice.rate = 900\n", ["--wav", folder.path("out.wav")])
            var random = SeededGenerator(seed: SeededGenerator.seed(for: "D1"))
            var clients: [Client] = []
            for number in 0..<4 { clients.append(try await Client(daemon.socket, hello: #""app":"app\#(number % 2)""#)) }
            var posted: [Set<String>] = clients.map { _ in [] }
            var outcomes: [[Message]] = clients.map { _ in [] }

            for step in 0..<300 {
                let index = Int.random(in: 0..<clients.count, using: &random)
                let id = "\(index).\(step)"
                try clients[index].announce(id, Self.text(&random), Self.fields(&random))
                posted[index].insert(id)
                switch Int.random(in: 0..<20, using: &random) {
                case 0: try clients[index].send(#"{"type":"skip"}"#)
                case 1: try clients[index].send(#"{"type":"cancel","target":"\#(posted[index].randomElement(using: &random) ?? id)"}"#)
                case 2: try clients[index].send(#"{"type":"stop"}"#)
                case 3: for type in ["pause", "resume"] { try clients[index].send(#"{"type":"\#(type)"}"#) }
                case 4...8:
                    // An outcome is still missing, so one will come.
                    if outcomes[index].count < posted[index].count {
                        outcomes[index].append(try await clients[index].message { $0.type == "announcementDidFinish" })
                    }
                default: break
                }
            }
            // Once all of that is answered this is heard, however fast it went.
            for client in clients { try await client.ask("resume") }
            try clients[0].announce("last", "one two three go on one two three go on", #""priority":"high""#)
            posted[0].insert("last")
            while outcomes[0].last?.id != "last" {
                outcomes[0].append(try await clients[0].message { $0.type == "announcementDidFinish" })
            }
            #expect((outcomes[0].last?.spokenSeconds ?? 0) > 0)
            try await clients[0].ask("stop")
            for (index, client) in clients.enumerated() {
                while outcomes[index].count < posted[index].count {
                    outcomes[index].append(try await client.message { $0.type == "announcementDidFinish" })
                }
                outcomes[index] += try await client.allSoFar().filter { $0.type == "announcementDidFinish" }
                #expect(outcomes[index].count == posted[index].count)
                #expect(Set(outcomes[index].compactMap(\.id)) == posted[index])
            }
            for outcome in outcomes.joined() {
                let reason = try #require(outcome.reason)
                #expect(Self.reasons.contains(reason), "\(reason)")
                #expect((reason == "spoken") == (outcome.successful == true))
                if reason == "spoken" { #expect((outcome.attempts ?? 0) >= 1) }
                if reason == "expired" || reason == "superseded" && outcome.attempts == 0 { #expect(outcome.spokenSeconds == 0) }
            }
            // The random input must cover the cases that it is meant to cover.
            let met = Set(outcomes.joined().compactMap(\.reason))
            #expect(met.isSuperset(of: ["spoken", "interrupted", "stopped"]), "\(met)")
            #expect(try await clients[1].ask("status").status?.waiting == [:])
        }

        private static let reasons: Set = ["spoken", "interrupted", "stopped", "superseded", "expired", "overflow"]

        private static func text(_ random: inout SeededGenerator) -> String {
            let words = ["one", "two", "three", "go", "on"]
            let count = Int.random(in: 1...3, using: &random)
            return (0..<count).map { _ in words.randomElement(using: &random) ?? "one" }.joined(separator: " ")
        }

        private static func fields(_ random: inout SeededGenerator) -> String {
            var fields = [#""priority":"\#(["low", "default", "high"].randomElement(using: &random) ?? "low")""#]
            func sometimes(_ field: String) { if Int.random(in: 0..<5, using: &random) == 0 { fields.append(field) } }
            sometimes(#""queue":true"#)
            sometimes(#""group":"g","supersede":"\#(["none", "pending", "current"].randomElement(using: &random) ?? "none")""#)
            sometimes(#""maxAge":\#(Double.random(in: 0...0.4, using: &random))"#)
            sometimes(#""allowRepeat":true"#)
            sometimes(#""retain":false"#)
            return fields.joined(separator: ",")
        }

        @Test func `Q10: A repeat is merged, and both get the first one's outcome`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let start = SuspendingClock.now
            try client.announce("a", "Just once, please.")
            try client.announce("b", "Just once, please.")
            #expect(try await client.reply("b").warnings?.map(\.code) == ["duplicate"])
            #expect(try await client.finish("a").reason == "spoken")
            #expect(try await client.finish("b").reason == "spoken")
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference("Just once, please.")))
        }

        @Test func `Q12: An announcement piped through socat is heard to its end`() async throws {
            let stage = try await Stage()
            let start = SuspendingClock.now
            let text = "Longer than the half second that socat waits for an answer."
            let pipeline = #"printf '{"type":"announcement","text":"\#(text)"}\n' | socat - UNIX:\#(stage.daemon.socket)"#
            let shell = try ChildProcess("sh", ["-c", pipeline])
            let heard = try await stage.capture.whole(since: start)
            #expect(try await heard.sound.isLike(reference(text)))
            #expect(try await shell.output.remainingLines().first?.contains(#""state":"speaking""#) == true)
        }

        @Test func `Q12: onDisconnect cancel drops what waits, and keep keeps it`() async throws {
            let stage = try await Stage()
            let watcher = try await stage.client()
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started","finished"]}"#)
            try await watcher.reply("s")
            for (mode, outcomes) in [("cancel", ["1 spoken", "2 disconnected"]), ("keep", ["1 spoken", "2 spoken"])] {
                let client = try await stage.client(hello: #""onDisconnect":"\#(mode)""#)
                try client.announce("1", "The first of two.")
                try client.announce("2", "The second.", #""queue":true"#)
                try await watcher.message { $0.event == "started" && $0.id == "1" }
                client.close()
                var finished: [String] = []
                while finished.count < 2 {
                    let event = try await watcher.message { $0.event == "finished" }
                    finished.append("\(event.id ?? "") \(event.reason ?? "")")
                }
                #expect(finished.sorted() == outcomes)
            }
        }
    }
}
