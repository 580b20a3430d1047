import Glibc
import NIOCore
import SpeechQueue
import Systemd
import TestSupport
import Testing

@testable import AnnounceDaemon
@testable import Continuity

/// News that one process has told is not told again by the next.
struct ToldOnceTests {
    /// Starts a daemon's journal, and returns its descriptor.
    private static func keepJournal(of daemon: DaemonWithoutVoice) async throws -> CInt {
        // A service manager that is not there keeps nothing; the tests read the journal.
        let manager = try #require(NotifySocket(address: "@nobody"))
        return try await daemon.run { daemon in
            let journal = try Journal.make()
            journal.begin(with: [])
            let store = DescriptorStore(manager, eventLoop: daemon.eventLoop)
            daemon.continuity = Continuity(journal, mustBeKept: false, store: store)
            return journal.descriptor
        }
    }

    @Test("D1: an outcome that is committed because another client receives 1 MiB is sent once, and not again by the next process")
    func besidesALongAnswer() async throws {
        let daemon = try await DaemonWithoutVoice()
        let descriptor = try await Self.keepJournal(of: daemon)
        let app = try UnixSocketConnection(to: daemon.socket)
        try app.send(line: #"{"type":"ping","id":"app"}"#)
        #expect(try await app.nextLine()?.contains(#""id":"app""#) == true)
        let other = try UnixSocketConnection(to: daemon.socket)
        try other.send(line: #"{"type":"ping","id":"other"}"#)
        #expect(try await other.nextLine()?.contains(#""id":"other""#) == true)

        let outcome = #"{"type":"announcementDidFinish","id":"a"}"#
        try await daemon.run { daemon in
            daemon.send(Array("\(outcome)\n".utf8), to: ClientID(1))
            daemon.send([UInt8](repeating: UInt8(ascii: "x"), count: Connections.mostCollected + 1), to: ClientID(2))
            daemon.flush()
        }
        try app.send(line: #"{"type":"ping","id":"end"}"#)
        #expect(try await app.nextLine() == outcome)
        #expect(try await app.nextLine()?.contains(#""id":"end""#) == true)

        // Between two turns of the loop, where a process may end: what the system has taken is written down in the turn that tells it.
        let (longAnswers, opening, untold) = try await daemon.run { _ in
            let records = try Journal(SealedMemory(descriptor: dup(descriptor))).restore()
            let connections = RestoredConnection.split(records).connections
            let longAnswers = records.count { $0.isOutput(to: ClientID(2), longerThan: Connections.mostCollected) }
            return (longAnswers, connections[ClientID(1)]?.opening, connections[ClientID(2)]?.unsent)
        }
        #expect(longAnswers == 1, "it was committed for its length")
        #expect(opening == [], "\(String(decoding: opening ?? [], as: UTF8.self))")
        // The next process tells the news that was not read.
        #expect(untold?.isEmpty == false)
    }

    @Test("D1: output is committed once, though other clients turn out to have gone while it is sent")
    func besidesClientsThatHaveGone() async throws {
        let daemon = try await DaemonWithoutVoice()
        let descriptor = try await Self.keepJournal(of: daemon)
        var clients: [UnixSocketConnection] = []
        for number in 0..<8 {
            let client = try UnixSocketConnection(to: daemon.socket)
            try client.send(line: #"{"type":"ping","id":"\#(number)"}"#)
            #expect(try await client.nextLine()?.contains(#""ok":true"#) == true)
            clients.append(client)
        }
        let (app, others) = (clients[0], clients.dropFirst())
        try await daemon.run { daemon in
            for other in others { other.close() }
            for number in 1...8 { daemon.send(Array("{\"type\":\"n\"}\n".utf8), to: ClientID(UInt64(number))) }
            daemon.flush()
        }
        #expect(try await app.nextLine() == #"{"type":"n"}"#)
        let unsent = try await daemon.run { _ in
            let records = try Journal(SealedMemory(descriptor: dup(descriptor))).restore()
            return RestoredConnection.split(records).connections[ClientID(1)]?.unsent
        }
        #expect(unsent?.isEmpty != false)
    }
}

extension JournalRecord {
    fileprivate func isOutput(to client: ClientID, longerThan length: Int) -> Bool {
        if case .output(client, let bytes) = self { bytes.count > length } else { false }
    }
}
