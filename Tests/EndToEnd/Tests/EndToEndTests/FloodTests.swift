import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// A client's endless requests, or unread replies, delay other clients by a moment at most.
    struct FloodTests {
        /// Returns the response times of some pings.
        private func delays(of client: Client, _ count: Int = 25) throws -> [Duration] {
            try (0..<count).map { _ in
                let stopwatch = Stopwatch()
                return try stopwatch.elapsed(at: client.askBlocking("ping"))
            }.sorted()
        }

        @Test(arguments: ["voices", "status", "history"])
        func `Another client is answered at once while one asks without end`(_ type: String) async throws {
            let daemon = try await Daemon(["--device", "null"])
            let good = try await Client(daemon.socket)
            try await good.ask("pause")
            let text = String(repeating: "words ", count: 700)
            for number in 0..<200 { try good.announce("\(number)", "\(number) \(text)", #""priority":"low","maxAge":60"#) }
            try await good.ask("ping")
            let lines = Array(String(repeating: "{\"type\":\"\(type)\"}\n", count: 100).utf8)
            let flood = try Flood(to: daemon.socket) { _ in lines }
            try await look(for: "the first answers") { flood.answered > 0 }
            let before = flood.answered
            // A busy machine may let the flood's reader run seldom.
            var delays: [Duration] = []
            try await look(for: "more than \(flood.answered - before) bytes of answers meanwhile") {
                delays += try self.delays(of: good)
                return flood.answered - before > 100_000
            }
            flood.end()
            delays.sort()
            #expect(delays[delays.count / 2] < .milliseconds(100), "\(delays[delays.count / 2])")
        }

        @Test func `Lines that wait for their turn are all answered, in order, also those of one that says no more`() async throws {
            let daemon = try await Daemon(["--device", "null"])
            let client = try await Client(daemon.socket)
            let lines = (0..<600).map { #"{"type":"\#($0 % 20 == 0 ? "voices" : "ping")","id":"\#($0)"}"# + "\n" }.joined()
            // The last line has no ending.
            try client.send(bytes: Array(lines.utf8.dropLast()))
            client.finishSending()
            var ids: [String] = []
            while let message = try await client.next() { ids.append(message.id ?? "") }
            #expect(ids == (0..<600).map(String.init))
        }

        @Test("Q12: a client that has closed its sending end and reads slowly still gets its last outcomes")
        func slowReader() async throws {
            let folder = try TemporaryFolder()
            let daemon = try await Daemon(["--wav", folder.path("heard.wav")])
            let slow = try await Client(daemon.socket)
            let other = try await Client(daemon.socket)
            try slow.announce("a", "Hello.", #""priority":"high""#)
            for number in 0..<40 { try slow.send(#"{"type":"voices","id":"\#(number)"}"#) }
            slow.finishSending()
            // Long after the end of the slow client's announcement something else was spoken to its end.
            for number in 0..<2 {
                try other.announce("\(number)", "Something else, number \(number).", #""queue":true"#)
                #expect(try await other.finish("\(number)").successful == true)
            }
            var messages: [Message] = []
            while let message = try await slow.next() { messages.append(message) }
            #expect(messages.count == 42 && messages.contains { $0.type == "announcementDidFinish" && $0.successful == true })
        }

        /// Sends more than the sockets hold, and as many as a debug build has time for; `make soak` sends 1,000,000 to the programs as they are installed.
        @Test func `Tens of thousands of messages from 10 clients: the high of an 11th is heard within 100 ms, in less than 64 MB`()
            async throws
        {
            let stage = try await Stage(buffer: 40)
            let flood = try AnnouncementFlood(clients: 10, messages: 30_000, to: stage.daemon.socket)
            let processes = [stage.daemon.process.processID] + stage.server.processIDs
            let highs = try await flood.highs(of: processes, heardBy: stage.capture) { try await reference($0) }
            #expect(!flood.isRefused && flood.isSent)
            let resident = try residentBytes(of: stage.daemon.process.processID)
            #expect(resident < 64_000_000, "\(resident) bytes")
            // A machine that is too busy for real time may spoil one of them.
            let heard = highs.filter { $0.correlation > 0.9 }.map(\.delay).sorted()
            #expect(heard.count > highs.count / 2 && heard[heard.count / 2] < .milliseconds(100), "\(highs)")
            flood.end()
        }

        @Test("Q4: a stop is heard at once, before the thousands that wait have ended")
        func stopFirst() async throws {
            let stage = try await Stage(buffer: 40)
            let client = try await stage.client(hello: #""progress":true"#)
            try await client.ask("pause")
            var crowd: [Client] = []
            for number in 0..<40 {
                let one = try await Client(stage.daemon.socket)
                let lines = (0..<250).map {
                    #"{"type":"announcement","priority":"low","maxAge":600,"text":"Message \#($0) of \#(number)"}"# + "\n"
                }
                try one.send(bytes: Array(lines.joined().utf8))
                try await one.ask("ping")
                crowd.append(one)
            }
            try client.announce("a", "alpha bravo charlie delta echo foxtrot golf hotel", #""priority":"high""#)
            try await client.ask("resume")
            try await client.word("bravo", of: "a")
            let stopped = SuspendingClock.now
            let answered = try client.askBlocking("stop")
            let silent = try await stage.capture.lastPlayed(after: stopped, untilQuiet: .milliseconds(300)) ?? stopped
            #expect(stopped.duration(to: silent) * 2 < stopped.duration(to: answered), "\(stopped), \(silent), \(answered)")
        }

        @Test func `Unread standard error delays nothing, not even the end`() async throws {
            let folder = try TemporaryFolder()
            // A pipe with only a few KiB left.
            var ends: [Int32] = [0, 0]
            #expect(unsafe pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            let block = [UInt8](repeating: UInt8(ascii: "-"), count: 1024)
            while unsafe write(ends[1], block, block.count) > 0 {}
            _ = fcntl(ends[1], F_SETFL, 0)
            let socket = folder.path("run/socket")
            let process = try Daemon.start(
                "", ["--socket", socket, "--device", "null", "--log-level", "debug"], in: folder, error: .inherited(ends[1]))
            close(ends[1])
            // The log can't report that the daemon listens.
            let client = Client(try await UnixSocketConnection.first(to: socket, of: process))
            let loud = try await Client(socket, hello: #""replies":"none""#)
            for number in 0..<2000 { try loud.announce("\(number)", "Number \(number).", #""rate":900"#) }
            let delays = try delays(of: client)
            #expect(delays[delays.count / 2] < .milliseconds(50), "\(delays[delays.count / 2])")
            try await client.ask("stop")
            try client.announce("a", "Hello.", #""priority":"high""#)
            #expect(try await client.finish("a").successful == true)
            process.signal(SIGTERM)
            #expect(try await process.exit(within: .seconds(2)) == .code(0))
            close(ends[0])
        }
    }
}
