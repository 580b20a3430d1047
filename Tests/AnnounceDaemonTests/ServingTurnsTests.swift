import NIOCore
import NIOEmbedded
import SpeechQueue
import TestSupport
import Testing

@testable import AnnounceDaemon

/// Clients with much to serve take turns.
struct ServingTurnsTests {
    @Test func `Each client is served once in turn, with a moment for others' input before each`() {
        let loop = EmbeddedEventLoop()
        let turns = ServingTurns(loop)
        var served: [String] = []
        func wait(_ name: String, times: Int) {
            turns.await {
                served.append(name)
                if times > 1 { wait(name, times: times - 1) }
            }
        }
        wait("a", times: 3)
        wait("b", times: 2)
        #expect(served.isEmpty)
        loop.run()
        #expect(served.isEmpty, "the loop looks at its sockets first")
        for expected in ["a", "b", "a", "b", "a"] {
            served = []
            loop.advanceTime(by: .microseconds(50))
            #expect(served == [expected])
        }
        // A client that comes later has its turn too.
        served = []
        loop.advanceTime(by: .hours(1))
        wait("c", times: 1)
        loop.advanceTime(by: .microseconds(50))
        #expect(served == ["c"])
    }

    @Test func `A client with one line is served before another's thousands`() async throws {
        let daemon = try await DaemonWithoutVoice()
        let watcher = try UnixSocketConnection(to: daemon.socket)
        try watcher.send(line: #"{"type":"subscribe","events":["posted"],"id":"s"}"#)
        let long = try UnixSocketConnection(to: daemon.socket)
        let short = try UnixSocketConnection(to: daemon.socket)
        for client in [watcher, long, short] {
            try client.send(line: #"{"type":"ping","id":"here"}"#)
            #expect(try await client.firstLine { $0.contains("here") } != nil)
        }
        // It finds both at once. A turn takes a millisecond, and so many lines take many turns.
        try await daemon.run { _ in
            let pings = String(repeating: "{\"type\":\"ping\"}\n", count: 5000)
            try long.send(Array((pings + "{\"type\":\"announcement\",\"text\":\"long\"}\n").utf8))
            try short.send(line: #"{"type":"announcement","text":"short"}"#)
        }
        #expect(try await watcher.firstLine { $0.contains("posted") }?.contains("short") == true)
        #expect(try await watcher.firstLine { $0.contains("posted") }?.contains("long") == true)
    }
}
