import NIOCore
import SpeechQueue
import TestSupport
import Testing

@testable import AnnounceDaemon

/// A connection's lines are served in order, its last ones too.
struct ConnectionHandlerTests {
    private static let many = 3000

    private func connected(to daemon: DaemonWithoutVoice) async throws -> UnixSocketConnection {
        let client = try UnixSocketConnection(to: daemon.socket)
        try client.send(line: #"{"type":"ping","id":"here"}"#)
        #expect(try await client.nextLine()?.contains("here") == true)
        return client
    }

    @Test func `Lines that had to wait are answered in order, before those that came meanwhile`() async throws {
        let daemon = try await DaemonWithoutVoice()
        let client = try await connected(to: daemon)
        try await daemon.run { _ in
            try client.send(Array((0..<Self.many).map { "{\"type\":\"ping\",\"id\":\"\($0)\"}\n" }.joined().utf8))
        }
        try client.send(line: #"{"type":"ping","id":"last"}"#)
        for number in (0..<Self.many).map(String.init) + ["last"] {
            #expect(try await client.nextLine()?.contains("\"id\":\"\(number)\"") == true)
        }
    }

    @Test func `A client that ends sending while its lines wait receives all answers, then the end`() async throws {
        let daemon = try await DaemonWithoutVoice()
        let client = try await connected(to: daemon)
        try await daemon.run { _ in
            try client.send(Array(String(repeating: "{\"type\":\"ping\"}\n", count: Self.many).utf8))
            client.finishSending()
        }
        for _ in 0..<Self.many { #expect(try await client.nextLine()?.contains("\"ok\":true") == true) }
        #expect(try await client.nextLine() == nil)
        try await daemon.allHaveGone(1)
    }

    @Test func `A client that does not read is dropped`() async throws {
        let daemon = try await DaemonWithoutVoice()
        let client = try await connected(to: daemon)
        try await daemon.run { daemon in
            daemon.send([UInt8](repeating: UInt8(ascii: "x"), count: Connections.mostUnread * 4), to: ClientID(1))
            daemon.flush()
            daemon.send([UInt8](repeating: UInt8(ascii: "x"), count: Connections.mostUnread + 1), to: ClientID(1))
            daemon.flush()
        }
        try await daemon.allHaveGone(1)
        client.close()
    }
}
