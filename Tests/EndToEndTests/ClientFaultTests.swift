import FoundationEssentials
import TestSupport
import Testing

extension EndToEnd {
    /// Clients that misbehave, and one that must not notice.
    struct ClientFaultTests {
        /// Has something spoken and awaits it: nobody else is in the way.
        private func expectServed(_ client: Client, _ id: String) async throws {
            try client.announce(id, "Still here.", #""priority":"high","allowRepeat":true"#)
            #expect(try await client.finish(id).successful == true)
        }

        @Test func `Half a line, a client that vanishes in mid-line, and one that stalls delay nobody`() async throws {
            let stage = try await Stage()
            let good = try await stage.client()
            let half = try await stage.client()
            try half.send(bytes: Array(#"{"type":"announcement","te"#.utf8))
            let gone = try await stage.client()
            try gone.send(bytes: Array(#"{"type":"announcement","text":"never ended"#.utf8))
            gone.close()
            try await expectServed(good, "a")
            try half.send(bytes: Array("xt\":\"At last.\",\"id\":\"h\"}\n".utf8))
            #expect(try await half.finish("h").successful == true)
        }

        @Test func `A client that never reads its replies is disconnected, and another is served meanwhile`() async throws {
            let stage = try await Stage()
            let good = try await stage.client()
            let deaf = try await stage.client()
            let voices = [UInt8](repeating: 0, count: 0) + Array(String(repeating: "{\"type\":\"voices\"}\n", count: 2000).utf8)
            try? deaf.send(bytes: voices)
            _ = try await stage.daemon.log("client does not read its replies")
            try await expectServed(good, "a")
            #expect(try await good.ask("status").status?.clients == 1)
        }

        @Test func `10 MB on one line is refused at once, and the connection goes on`() async throws {
            let stage = try await Stage()
            let client = try await stage.client()
            let before = try residentBytes(of: stage.daemon.process.processID)
            let start = SuspendingClock.now
            let line = Array(#"{"type":"announcement","text":""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
            try client.send(bytes: line)
            let error = try await client.message { $0.type == "error" }
            #expect(error.code == "tooLarge" && error.line == 1)
            #expect(SuspendingClock.now - start < .seconds(1))
            try client.send(bytes: Array("\"}\n".utf8))
            try await expectServed(client, "a")
            let after = try residentBytes(of: stage.daemon.process.processID)
            #expect(after - before < 4_000_000, "\(after - before) bytes more")
        }

        @Test func `Of 300 clients at once 256 are served and the others refused, and served when there is room`() async throws {
            let stage = try await Stage()
            var served: [Client] = []
            var refused = 0
            for number in 0..<300 {
                let client = try await stage.client()
                try? client.send(#"{"type":"ping","id":"p"}"#)
                let answer = try await client.next()
                if answer?.type == "error" {
                    #expect(answer?.code == "tooManyClients", "client \(number)")
                    refused += 1
                } else {
                    served.append(client)
                }
            }
            #expect(served.count == 256 && refused == 44)
            try await expectServed(served[0], "a")
            served.removeLast().close()
            // The daemon learns of it as soon as it looks; the next one may come a moment before.
            var isServed = false
            while !isServed {
                let next = try await stage.client()
                try? next.send(#"{"type":"ping","id":"p"}"#)
                isServed = try await next.next()?.type == "reply"
            }
        }

        @Test func `Q11: One that posts without end delays another by at most one utterance, and memory stays bounded`() async throws {
            let stage = try await Stage()
            let flood = try await stage.client(hello: #""replies":"none""#)
            let good = try await stage.client()
            let text = String(repeating: "words ", count: 200)
            for batch in 0..<40 {
                let lines = (0..<500).map { #"{"type":"announcement","priority":"low","text":"\#(batch) \#($0) \#(text)"}"# + "\n" }
                try flood.send(bytes: Array(lines.joined().utf8))
            }
            try good.announce("low", "My turn.", #""priority":"low","maxAge":60"#)
            #expect(try await good.reply("low").state == "queued")
            try await good.ask("skip")
            #expect(try await good.finish("low").successful == true)
            #expect(try residentBytes(of: stage.daemon.process.processID) < 64_000_000)
            try await expectServed(good, "high")
        }
    }
}

/// What a process holds in memory.
func residentBytes(of process: Int32) throws -> Int {
    let status = String(decoding: try #require(FileManager.default.contents(atPath: "/proc/\(process)/status")), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
}
