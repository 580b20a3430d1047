import Messages
import Testing

@testable import AnnounceClient

/// A client's understanding of the bytes that come.
@Suite struct ServerMessagesTests {
    private static let pageTurn = #"{"type":"pageTurn","element":"text"}"#
    private static let strange = ["HTTP/1.1 400 Bad Request", #"{"type":"newer"}"#, #"{"type":"pageTurn"}"#]

    private static func read(_ lines: [String], skipsUnknown: Bool = true) -> (messages: [ServerMessage], isOver: Bool) {
        var received = ServerMessages(skipsUnknown: skipsUnknown)
        var messages: [ServerMessage] = []
        for byte in lines.joined(separator: "\r\n").utf8 + [UInt8(ascii: "\n")] {
            received.append([byte])
            while let message = received.next() { messages.append(message) }
        }
        return (messages, received.isOver)
    }

    @Test(arguments: strange)
    func `An unintelligible line is skipped, or ends the connection, as requested`(line: String) {
        let lines = [Self.pageTurn, line, Self.pageTurn]
        let skipping = Self.read(lines)
        #expect(skipping.messages == [.pageTurn(id: "text"), .pageTurn(id: "text")])
        #expect(!skipping.isOver)
        let strict = Self.read(lines, skipsUnknown: false)
        #expect(strict.messages == [.pageTurn(id: "text")])
        #expect(strict.isOver)
    }

    @Test func `A daemon that has forgotten its client is not listened to any longer`() {
        let read = Self.read([Self.pageTurn, #"{"type":"outcomesLost"}"#, Self.pageTurn])
        #expect(read.messages == [.pageTurn(id: "text")])
        #expect(read.isOver)
    }
}
