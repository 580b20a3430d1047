import AnnounceClient
import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Restarts of a daemon whose service manager keeps what it stores: it ends in order or abruptly, and the next one continues. The test
    /// acts as the manager; systemd itself has separate tests.
    struct RestartTests {
        /// Successive daemons with the same socket path and store, and a WAV file each.
        final class Service {
            let folder: TemporaryFolder
            let keeper: DescriptorKeeper
            let socket: String
            private(set) var process: ChildProcess
            private var generation = 0

            init() async throws {
                folder = try TemporaryFolder()
                keeper = try DescriptorKeeper(at: folder.path("notify"))
                socket = folder.path("run/socket")
                process = try Self.start(keeper, folder, socket, 0)
                try await ready()
            }

            private static func start(
                _ keeper: DescriptorKeeper, _ folder: TemporaryFolder, _ socket: String, _ generation: Int
            ) throws -> ChildProcess {
                let file = try folder.write("voice.rate = 900\n", to: "config.toml")
                let wav = folder.path("heard-\(generation).wav")
                return try keeper.start(
                    builtProduct("announced"), ["--config", file, "--socket", socket, "--wav", wav], environment: americanEnglish)
            }

            /// Waits until the daemon serves.
            /// - Returns: the log lines before that.
            @discardableResult
            func ready() async throws -> [String] {
                var lines: [String] = []
                while let line = try await process.error.nextLine(within: .seconds(60)) {
                    if line.hasSuffix("] ready") { return lines }
                    lines.append(line)
                }
                throw Daemon.DidNotStart(description: lines.joined(separator: "\n"))
            }

            /// Ends the daemon with a signal, does something while none is running, and starts the next.
            @discardableResult
            func restart(by signal: Int32, meanwhile: () async throws -> Void = {}) async throws -> [String] {
                process.signal(signal)
                try await process.exit()
                try await meanwhile()
                generation += 1
                process = try Self.start(keeper, folder, socket, generation)
                return try await ready()
            }
        }

        @Test(
            "A command that waits for what is said of an element does not wait for a process that is gone", arguments: [SIGKILL, SIGUSR1])
        func focusEnds(by signal: Int32) async throws {
            let service = try await Service()
            let watcher = try await Client(service.socket)
            try watcher.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try await watcher.reply("s")
            let label = (1...30).map { "number \($0)" }.joined(separator: " ")
            let focus = try announceProcess(["--socket", service.socket, "focus", "--wait", "--label", label])
            try await watcher.message { $0.event == "started" }
            try await service.restart(by: signal)
            #expect(try await focus.error.remainingLines() == ["announce: not heard: the daemon ended (shutdown)"])
            #expect(try await focus.exit() == .code(3))
        }

        @Test("D1, Q6: after a SIGKILL and a restart each of 20 that waited is heard and reported once, on the same connection")
        func nothingIsLost() async throws {
            let service = try await Service()
            let client = try await Client(service.socket, hello: #""app":"mail","replies":"all""#)
            try await client.ask("ping")
            let watcher = try await Client(service.socket)
            try watcher.send(#"{"type":"subscribe","events":["started","finished"]}"#)
            try await watcher.ask("ping")
            for number in 0..<20 {
                let priority = number % 2 == 0 ? "low" : "high"
                try client.announce("\(number)", "Number \(number) waits.", #""priority":"\#(priority)","maxAge":100"#)
            }
            try client.announce("again", "Number 18 waits.", #""priority":"low""#)
            try client.announce("default", "A default too.")
            // The beginning of a line, in two pieces; another process reads the rest.
            let half = Array(#"{"type":"announcement","id":"half","te"#.utf8)
            try client.send(bytes: half)
            try await client.finish("3")
            try client.send(bytes: Array(#"xt":"Half."#.utf8))
            let gone = try await Client(service.socket)
            try await gone.ask("ping")
            try await service.keeper.await { $0.contains("journal") && $0.count == 4 }
            // A message sent while no daemon is running, and the connection's end, are read by the next daemon.
            try await service.restart(by: SIGKILL) {
                try gone.announce("gone", "Said to nobody.", #""priority":"high""#)
                gone.close()
            }
            try client.send(bytes: Array(#"","priority":"high","maxAge":100}"#.utf8 + [UInt8(ascii: "\n")]))
            #expect(try await client.reply("half").ok == true)
            try await client.finish("9")
            try await service.restart(by: SIGUSR1) { try client.announce("late", "Late.", #""priority":"low""#) }
            try await client.finish("late", within: .seconds(60))
            try await client.ask("ping")

            // All ends after the first process's third are in the events from the second and third processes.
            let all = try await watcher.allSoFar().filter { $0.type == "event" && $0.event == "finished" }
            let ids = (0..<20).map(String.init) + ["again", "default", "half", "gone", "late"]
            for id in ids {
                let ends = all.filter { $0.id == id }
                #expect(ends.map(\.reason) == ["spoken"], "\(id): \(ends)")
            }
            let highs = all.compactMap { $0.id.flatMap(Int.init) }.filter { $0 % 2 == 1 }
            #expect(highs == Array(stride(from: 1, to: 20, by: 2)), "in their order")
            let told = try await client.allSoFar()
            #expect(told.filter { $0.type != "announcementDidFinish" && $0.type != "reply" }.isEmpty, "no line was broken")
            service.process.signal(SIGTERM)
            #expect(try await service.process.exit() == .code(0))
            try await service.keeper.await { $0.isEmpty }
        }

        @Test("D7: a private text is not in the memory that the service manager keeps, and the next daemon does not speak it")
        func privateText() async throws {
            let service = try await Service()
            let client = try await Client(service.socket)
            try client.announce("long", "One two three four five six seven eight nine ten.", #""priority":"high""#)
            try client.announce("code", "Your code is 4711.", #""priority":"low","private":true"#)
            try await client.ask("ping")
            func memory() throws -> String {
                String(decoding: try service.keeper.contents(of: "journal").map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
            }
            let deadline = SuspendingClock.now + .seconds(60)
            while try memory().contains("4711"), SuspendingClock.now < deadline { try await client.ask("ping") }
            let kept = try memory()
            #expect(kept.contains("One two three") && !kept.contains("4711"))
            try await service.restart(by: SIGUSR1)
            let told = try await client.finish("code")
            #expect(told.reason == "shutdown" && told.text == "[private]")
        }

        @Test("D1, D3: a stop is the end: what waits finishes with shutdown, nothing is kept, and the next daemon speaks none of it")
        func stop() async throws {
            let service = try await Service()
            let client = try await Client(service.socket)
            try client.announce("a", "One two three four five six seven eight nine ten.", #""priority":"high""#)
            try client.announce("b", "Two.", #""priority":"high""#)
            try await client.reply("b")
            let lines = try await service.restart(by: SIGTERM) {
                #expect(try await client.finish("b").reason == "shutdown")
                // The connection ends, though the manager had kept it.
                while try await client.next() != nil {}
                try await service.keeper.await { $0.isEmpty }
            }
            #expect(lines.isEmpty, "\(lines)")
        }

        @Test func `An unreadable journal is dropped with one line, and connections continue; damage never ends the daemon repeatedly`()
            async throws
        {
            let service = try await Service()
            let client = try await Client(service.socket)
            try await client.ask("pause")
            try client.announce("a", "Hello.", #""priority":"high""#)
            try await client.reply("a")
            for offset in [0, 16, 24, 4096 + 20, 4096 + 32 << 20 + 20] {
                let lines = try await service.restart(by: SIGKILL) {
                    try service.keeper.damage("journal", at: offset, with: Array("garbage!".utf8))
                }
                let complaints = lines.filter { $0.contains("journal can't be used") }
                #expect(complaints.count <= 1 && (offset > 0 || complaints.count == 1), "\(lines)")
                try await client.ask("ping")
                // The unreadable journal is not kept beside the new one.
                #expect(service.keeper.names.count { $0 == "journal" } == 1)
                try client.announce("\(offset)", "Number \(offset).", #""priority":"high""#)
                try await client.reply("\(offset)")
            }
            try await client.ask("resume")
            try client.announce("last", "Last.", #""priority":"high""#)
            #expect(try await client.finish("last").successful == true)
        }

        @Test("D1: one that ends the daemon again and again is dropped, and every client learns the outcome of each announcement")
        func dropped() async throws {
            let service = try await Service()
            let client = try await Client(service.socket)
            let silent = try await Client(service.socket, hello: #""replies":"none""#)
            try await client.ask("pause")
            for number in 0..<25 { try client.announce("\(number)", "Number \(number).", #""priority":"high""#) }
            try client.announce("repeat", "Number 3.", #""priority":"high""#)
            try await client.ask("ping")
            for _ in 0..<3 { try await service.restart(by: SIGKILL) }
            let lines = try await service.restart(by: SIGKILL)
            #expect(lines.contains { $0.contains("restoring it has failed too many times") }, "\(lines)")
            for id in (0..<25).map(String.init) + ["repeat"] {
                let outcome = try await client.finish(id)
                #expect(outcome.reason == "shutdown" && outcome.successful == false)
                #expect(outcome.text == (id == "repeat" ? "Number 3." : "Number \(id)."))
            }
            try await client.message { $0.type == "outcomesLost" }
            try await client.ask("resume")
            try client.announce("after", "After.", #""priority":"high""#)
            #expect(try await client.finish("after").successful == true)
            #expect(try await client.allSoFar().allSatisfy { $0.type == "reply" }, "each once")
            #expect(try await silent.allSoFar().map(\.type) == ["outcomesLost"])
        }

        @Test("D1: where a journal is damaged, each client learns that what it waits for is lost", arguments: [0, 4096 + 4000])
        func damaged(_ place: Int) async throws {
            let service = try await Service()
            let client = try await Client(service.socket)
            try await client.ask("pause")
            for number in 0..<25 { try client.announce("\(number)", "Number \(number).", #""priority":"high""#) }
            try await client.ask("ping")
            let library = try await Announcer.connect(app: "mail", socket: service.socket)
            let outcome = Task { try await library.announce("Unknown.", priority: .high) }
            try await client.awaitStatus(\.waiting["high"], is: 26)
            try await service.restart(by: SIGKILL) {
                try service.keeper.damage("journal", at: place, with: Array("garbage!".utf8))
                // The other half becomes the current one after the journal has been started again.
                if place > 0 { try service.keeper.damage("journal", at: place + 64 << 20, with: Array("garbage!".utf8)) }
            }
            try await client.message { $0.type == "outcomesLost" }
            await #expect(throws: AnnounceError.self) { try await outcome.value }
            #expect(try await client.ask("ping").ok == true)
        }

        @Test("D1: each of a thousand that come in a burst is answered and reported, though the daemon is killed in the middle")
        func burst() async throws {
            let service = try await Service()
            let client = try await Client(service.socket)
            try await client.ask("pause")
            let lines = (0..<1000).map { number in
                #"{"type":"announcement","id":"\#(number)","text":"Number \#(number)","priority":"high"}"# + "\n"
            }
            try client.send(bytes: Array(lines.joined().utf8))
            try await client.reply("50")
            try await service.restart(by: SIGKILL)
            try await client.reply("999", within: .seconds(60))
            try await client.ask("stop")
            var told: [String: Int] = [:]
            for message in try await client.allSoFar() { told["\(message.type) \(message.id ?? "")", default: 0] += 1 }
            for number in 0..<1000 where number != 50 && number != 999 {
                // A process killed after sending a message and before recording that sends the message again.
                #expect((1...2).contains(told["reply \(number)", default: 0]), "\(number)")
            }
            for number in 0..<1000 { #expect((1...2).contains(told["announcementDidFinish \(number)", default: 0]), "\(number)") }
            #expect(told.values.count { $0 > 1 } < 200)
        }

        @Test(arguments: [SIGUSR1, SIGKILL])
        func `A client that does not read misses no message; after a normal end, not even a byte`(_ signal: Int32) async throws {
            let service = try await Service()
            let connection = try UnixSocketConnection(to: service.socket)
            let other = try await Client(service.socket)
            for number in 0..<50 { try connection.send(line: #"{"type":"voices","id":"\#(number)"}"#) }
            try await other.ask("ping")
            try await other.ask("voices")
            try await service.restart(by: signal)
            try connection.send(line: #"{"type":"ping","id":"end"}"#)
            var ids: [String] = []
            var broken = 0
            while ids.last != "end", let line = try await connection.nextLine(within: .seconds(60)) {
                if let id = (try? Message(line))?.id { ids.append(id) } else { broken += 1 }
            }
            #expect(Set(ids) == Set((0..<50).map(String.init) + ["end"]))
            if signal == SIGUSR1 { #expect(ids.count == 51 && broken == 0) } else { #expect(broken <= 1) }
        }
    }
}
