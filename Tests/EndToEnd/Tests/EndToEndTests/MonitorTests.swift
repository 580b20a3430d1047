import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announce monitor`: events as they happen.
    struct MonitorTests {
        private let daemon: Daemon
        private let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            // In real time, so that speech can be cut.
            daemon = try await Daemon(["--wav", folder.path("heard.wav")])
        }

        /// Starts a monitor, and waits until it watches.
        private func monitor(_ arguments: String..., of socket: String? = nil) async throws -> ChildProcess {
            let monitor = try announceProcess(["monitor", "--socket", socket ?? daemon.socket] + arguments, environment: ["TZ": "UTC"])
            #expect(try await monitor.error.nextLine()?.hasPrefix("announce: watching announced at ") == true)
            return monitor
        }

        private static let hostile = #"First red\u0007\u009b2J\u202e\u001b\nend"#

        /// Posts a default that a high cuts, from a client called mail.
        private func speak() async throws {
            let mail = try await Client(daemon.socket, hello: #""app":"mail""#)
            try mail.send(#"{"type":"subscribe","id":"s","events":["started"]}"#)
            try mail.announce("a", Self.hostile)
            try await mail.message { $0.event == "started" && $0.id == "a" }
            try mail.announce("b", "Second", #""priority":"high""#)
            #expect(try await mail.finish("b").successful == true)
        }

        @Test func `The picture in README shows what a terminal shows, but for the times`() async throws {
            let programs = try String(builtProduct("announce").dropLast("/announce".count))
            let script = try ChildProcess(repositoryFile("scripts/monitor-picture.py"), [programs])
            let drawn = try await script.output.remainingLines(within: .seconds(120))
            let shown = try repositoryText("docs/examples/monitor.svg").split(separator: "\n").map(String.init)
            func untimed(_ lines: [String]) -> [String] { lines.map { $0.replacing(/\d\d:\d\d:\d\d\.\d\d\d/, with: "") } }
            #expect(untimed(drawn) == untimed(shown), "scripts/monitor-picture.py .build/debug > docs/examples/monitor.svg draws it again")
        }

        @Test func `A line an event with time, client, class, text, outcome and rule; filters; JSON as the schema says`() async throws {
            let plain = try await monitor()
            let json = try await monitor("--json", "--no-reconnect")
            let filtered = try await monitor(
                "--client", "mail", "--client", "x", "--class", "high", "--event", "finished", "--event", "cut", "--no-reconnect")
            let other = try await monitor("--client", "x", "--no-reconnect")
            try await speak()

            let line = try await filtered.output.nextLine()
            #expect(line?.contains("“Second”  spoken (D2)") == true)
            var lines: [String] = []
            while lines.last?.contains("“Second”  spoken") != true { lines.append(try #require(await plain.output.nextLine())) }
            #expect(
                lines.allSatisfy { $0.prefixMatch(of: /\d\d:\d\d:\d\d\.\d{3}  mail          (default|high)   +[a-z]+ +[ab]  “/) != nil })
            let text = "“First red  2J   end”"
            let said = lines.map { $0.dropFirst("00:00:00.000  mail          ".count).replacing(/\ +/, with: " ") }
            #expect(
                said == [
                    "default posted a “First red 2J end”", "default started a “First red 2J end”", "high posted b “Second”",
                    "default cut a “First red 2J end” a high cuts current speech, and only the user can cut it (Q1)",
                    "default finished a “First red 2J end” interrupted (Q1)", "high started b “Second”",
                    "high finished b “Second” spoken (D2)",
                ])
            #expect(lines[0].contains(text), "each is one space: no more, no less")

            var events: [String] = []
            while try events.last.map({ try Message($0).event == "finished" && Message($0).id == "b" }) != true {
                events.append(try #require(await json.output.nextLine()))
            }
            #expect(events.map { try? Message($0).event } == ["posted", "started", "posted", "cut", "finished", "started", "finished"])
            #expect(try Message(events[0]).text == "First red\u{7}\u{9B}2J\u{202E}\u{1B}\nend")
            #expect(events.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || 0x7f...0x9f ~= $0.value } })
            try await expectSchema(of: events)
            let now = try #require(events[0].firstMatch(of: /"time":"(\d+-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00)"/))
            #expect(try abs(Date(now.1.replacing(/\.\d+/, with: ""), strategy: .iso8601).timeIntervalSinceNow) < 60)

            plain.signal(SIGINT)
            #expect(try await plain.exit() == .signal(SIGINT), "as a shell expects of Ctrl-C: 130")
            try await daemon.end()
            for ended in [json, filtered, other] {
                #expect(try await ended.exit() == .code(74))
                #expect(try await ended.error.remainingLines() == ["announce: the daemon ended"])
            }
            #expect(try await other.output.remainingLines() == [])
        }

        /// Checks that each line conforms to the monitor's schema, with an independent validator.
        private func expectSchema(of lines: [String]) async throws {
            let validator = """
                import json, sys
                from jsonschema import Draft202012Validator
                schema = json.load(open(sys.argv[1]))
                for line in open(sys.argv[2], encoding="utf-8", newline="\\n"):
                    Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/monitored"}).validate(json.loads(line))
                """
            let file = try folder.write(lines.map { $0 + "\n" }.joined(), to: "lines")
            let python = try ChildProcess("/usr/bin/python3", ["-c", validator, repositoryFile("docs/protocol.schema.json"), file])
            #expect(try await python.exit(within: .seconds(60)) == .code(0))
        }

        @Test(arguments: [false, true]) func `In a terminal it has colours, unless NO_COLOR is set, and Ctrl-C ends it`(isPlain: Bool)
            async throws
        {
            let terminal = try Terminal(columns: 200)
            let monitor = try announceProcess(
                ["monitor", "--socket", daemon.socket], environment: ["NO_COLOR": isPlain ? "1" : nil], in: terminal)
            try await terminal.show("watching announced at \(daemon.socket)\r\n")
            try await speak()
            let shown = try await terminal.show("“Second”  spoken (D2)\r\n")
            let escapes = Set(shown.matches(of: /\u{1B}\[?[^m]*m?/).map { String($0.0) })
            #expect(escapes == (isPlain ? [] : ["\u{1B}[2m", "\u{1B}[0m", "\u{1B}[32m", "\u{1B}[33m"]))
            #expect(!shown.unicodeScalars.contains { $0 == "\u{7}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
            try terminal.interrupt()
            #expect(try await monitor.exit() == .signal(SIGINT))
        }

        @Test func `A reader that goes ends it quietly, at once; idle it does not wake up, nor while it waits for another daemon`()
            async throws
        {
            let announce = try builtProduct("announce")
            let script = "'\(announce)' monitor --socket '\(daemon.socket)' 2>&1 | head -1; echo ${PIPESTATUS[0]}"
            let shell = try ChildProcess("bash", ["-c", script])
            #expect(try await shell.output.remainingLines() == ["announce: watching announced at \(daemon.socket)", "0"])

            let monitor = try await monitor()
            _ = try await announceProcess(["--socket", daemon.socket, "--wait", "one"]).exit()
            #expect(try await monitor.output.firstLine { $0.contains("“one”  spoken") } != nil)
            try await sleepsOn(monitor)
            try await daemon.end()
            #expect(try await monitor.error.nextLine() == "announce: the daemon ended; waiting for the next one")
            try await sleepsOn(monitor)
            let next = try await Daemon(["--device", "null"], socket: daemon.socket)
            #expect(try await monitor.error.nextLine() == "announce: watching announced at \(daemon.socket)")
            _ = try await announceProcess(["--socket", next.socket, "two"]).exit()
            #expect(try await monitor.output.firstLine { $0.contains("“two”") } != nil)
        }

        /// Expects that it does not wake up for a second in which only other processes end.
        private func sleepsOn(_ monitor: ChildProcess) async throws {
            // After its last line, it goes to sleep.
            try await look(for: "its sleep") { try isAsleep(monitor) }
            let before = try wakeUps(of: monitor.processID)
            #expect(try await ChildProcess("sleep", ["1.2"]).exit() == .code(0))
            #expect(try wakeUps(of: monitor.processID) == before)
        }

        @Test func `It waits for the first daemon, whatever is missing on the way to its socket; then Ctrl-C ends it`() async throws {
            let socket = folder.path("a/b/socket")
            let terminal = try Terminal(columns: 200)
            let monitor = try announceProcess(["monitor", "--socket", socket], in: terminal)
            try await terminal.show("announce: no daemon listens at \(socket); waiting for one\r\n")
            try await sleepsOn(monitor)
            #expect(unsafe mkdir(folder.path("a"), 0o700) == 0)
            for (number, end) in [SIGTERM, SIGKILL, SIGTERM].enumerated() {
                let next = try await Daemon(["--device", "null"], socket: socket)
                try await terminal.show("announce: watching announced at \(socket)\r\n")
                _ = try await announceProcess(["--socket", socket, "text \(number)"]).exit()
                try await terminal.show("“text \(number)”")
                next.process.signal(end)
                try await terminal.show("announce: the daemon ended; waiting for the next one\r\n")
                // Nobody listens there, or there is nothing.
                _ = try await next.process.exit()
                #expect(unsafe access(socket, F_OK) == (end == SIGKILL ? 0 : -1))
            }
            try terminal.interrupt()
            #expect(try await monitor.exit() == .signal(SIGINT))
            #expect(try await terminal.rest() == "^C")
        }

        @Test func `It does not start a service that was stopped, whose manager keeps the socket, and sees that another has`() async throws
        {
            let keeper = try DescriptorKeeper(at: folder.path("notify"))
            let socket = folder.path("kept")
            try keeper.listen(at: socket)
            let config = try folder.write("", to: "config.toml")
            func start() async throws -> ChildProcess {
                let service = try keeper.start(
                    builtProduct("announced"), ["--config", config, "--device", "null"], environment: americanEnglish)
                _ = try await service.error.firstLine(within: .seconds(60)) { $0.hasSuffix("] ready") }
                return service
            }
            var service = try await start()
            let monitor = try await monitor(of: socket)
            for _ in 0..<2 {
                service.signal(SIGTERM)
                _ = try await service.exit()
                #expect(try await monitor.error.nextLine() == "announce: the daemon ended; waiting for the next one")
                try await sleepsOn(monitor)
                #expect(!keeper.hasWaitingClient())
                service = try await start()
                #expect(try await monitor.error.nextLine() == "announce: watching announced at \(socket)")
            }
            // A restart keeps the connection, so there is nothing to see of the next daemon but its events, and its clock counts from zero.
            let client = try await Client(socket)
            try client.send(#"{"type":"subscribe","events":["mediaSession"]}"#)
            try client.send(#"{"type":"mediaSession","op":"begin","lease":2}"#)
            try await client.message { $0.session?.change == "ended" }
            client.close()
            service.signal(SIGUSR1)
            _ = try await service.exit()
            service = try await start()
            let before = Date()
            _ = try await announceProcess(["--socket", socket, "after"]).exit()
            let line = try #require(try await monitor.output.firstLine { $0.contains("“after”") })
            let digits = line.prefix { $0 != " " }.split { $0 == ":" || $0 == "." }.compactMap { Double($0) }
            try #require(digits.count == 4, "\(line)")
            let told = digits[0] * 3600 + digits[1] * 60 + digits[2] + digits[3] / 1000
            let began = before.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
            #expect((began - 0.001...began + Date().timeIntervalSince(before)).contains(told) || told < began - 80_000, "\(line)")
            // Where the journal is lost, the next daemon knows the connection, but not what it is for.
            service.signal(SIGKILL)
            _ = try await service.exit()
            try keeper.damage("journal", at: 0, with: Array("garbage!".utf8))
            service = try await start()
            #expect(try await monitor.error.nextLine() == "announce: the daemon ended; connecting again")
            #expect(try await monitor.error.nextLine() == "announce: watching announced at \(socket)")
            service.signal(SIGTERM)
            _ = try await service.exit()
            #expect(try await monitor.error.nextLine() == "announce: the daemon ended; waiting for the next one")
            try await sleepsOn(monitor)
            #expect(!keeper.hasWaitingClient())
        }

        private func isAsleep(_ process: ChildProcess) throws -> Bool {
            let status = try #require(FileManager.default.contents(atPath: "/proc/\(process.processID)/stat"))
            return String(decoding: status, as: UTF8.self).contains(") S ")
        }

        @Test func `A monitor that is read too slowly delays no one, stays connected, and says how many events are missing`() async throws {
            let monitor = try await monitor("--json", "--event", "finished")
            let client = try await Client(daemon.socket, hello: #""replies":"none""#)
            let text = String(repeating: "long ", count: 1000)
            let count = 6000
            try client.send(#"{"type":"mediaSession","op":"begin","session":"recording","mode":"record","lease":600}"#)
            for number in 0..<count {
                try client.announce("\(number)", "\(number) \(text)", #""maxAge":0"#)
                if number % 500 == 0 {
                    let stopwatch = Stopwatch()
                    let answered = try Client.pinged(daemon.socket)
                    #expect(stopwatch.elapsed(at: answered) < .milliseconds(500))
                }
            }
            var numbers: [Int] = []
            while numbers.last != count - 1 {
                let message = try Message(try #require(await monitor.output.nextLine()))
                numbers.append(try #require(message.id.flatMap(Int.init)))
                #expect(message.shortened == true)
            }
            let notice = try #require(await monitor.error.nextLine())
            let lost = try #require(notice.firstMatch(of: /: (\d+) events are missing here/).flatMap { Int($0.1) })
            #expect(numbers == numbers.sorted() && numbers.count + lost == count)
            // It goes on.
            try client.announce("after", "after", #""maxAge":0"#)
            #expect(try await monitor.output.nextLine()?.contains(#""id":"after""#) == true)
        }

        @Test func `Exit 69 where no daemon listens, and 64 for an unknown class or event`() async throws {
            let monitor = try announceProcess(["monitor", "--no-reconnect", "--socket", folder.path("none")])
            #expect(try await monitor.exit() == .code(69))
            #expect(try await monitor.error.remainingLines().first?.contains("no daemon listens at") == true)
            for wrong in [["--class", "loud"], ["--event", "died"]] {
                #expect(try await announceProcess(["monitor"] + wrong).exit() == .code(64))
            }
        }
    }
}

extension Client {
    /// Pings a daemon on a new connection, and returns when the reply arrived.
    fileprivate static func pinged(_ socket: String) throws -> SuspendingClock.Instant {
        let connection = try UnixSocketConnection(to: socket)
        try connection.send(line: #"{"type":"ping"}"#)
        _ = try connection.nextLine(blockingFor: .seconds(5))
        return .now
    }
}
