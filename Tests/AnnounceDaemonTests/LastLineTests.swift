import Conductor
import FrontDoors
import NIOCore
import TestSupport
import Testing

@testable import AnnounceDaemon

/// A last line that its client has not ended.
@Suite(.enabled(if: isFiltered, "\(whyFiltered)"))
struct LastLineTests {
    @Test func `A last line counts once the sending end is closed, and its errors are reported`() async throws {
        let daemon = try await DaemonWithoutVoice()
        for (line, answer) in [
            (#"{"type":"ping","id":"p"}"#, #""ok":true"#), (#"{"type":"ping","id":"p"} "#, #""ok":true"#),
            (#"{"type":"ping","id":"#, #""code":"invalidJSON""#),
        ] {
            let client = try UnixSocketConnection(to: daemon.socket)
            try client.send(Array("\n\(line)".utf8))
            client.finishSending()
            let told = try #require(await client.nextLine())
            #expect(told.contains(answer) && (!told.contains("error") || told.contains(#""line":2"#)), "\(line): \(told)")
            #expect(try await client.nextLine() == nil, "it is closed")
        }
    }

    /// The input, and the number of announcements that come of it.
    @Test(arguments: [
        (#""text":"x"}"#, 1), (#""text":"x"} "# + "\t\r", 1), (#""text":"x""#, 0), (#""te"#, 0),
    ])
    func `Of who has gone it counts if it is whole, though lines before it had to wait for their turn`(_ end: String, _ count: Int)
        async throws
    {
        let daemon = try await DaemonWithoutVoice()
        let socket = daemon.socket
        try await daemon.run { _ in
            for lines in ["", String(repeating: "{\"type\":\"ping\"}\n", count: 3000)] {
                let client = try UnixSocketConnection(to: socket)
                try client.send(Array((lines + #"{"type":"announcement","priority":"low",\#(end)"#).utf8))
                client.close()
            }
        }
        try await daemon.allHaveGone(2)
        #expect(try await daemon.run { $0.reception.conductor.announcementCount } == 2 * count)
    }

    @Test(arguments: [("SPEAK\r\nNever ended.\r\n", 0), ("SPEAK\r\nNever ended.\r\n.", 0), ("SPEAK\r\nEnded.\r\n.\r\n", 1), ("CHAR x", 1)])
    func `Of a speech-dispatcher's client a last command counts, and a text without its end does not`(_ sent: String, _ count: Int)
        async throws
    {
        let daemon = try await DaemonWithoutVoice()
        let client = try UnixSocketConnection(to: daemon.speechDispatcher)
        try client.send(Array(sent.utf8))
        client.close()
        try await daemon.allHaveGone(1)
        #expect(try await daemon.run { $0.reception.conductor.announcementCount } == count)
    }
}
