import NIOCore
import NIOEmbedded
import SpeechQueue
import Testing

@testable import AnnounceDaemon

/// Messages kept for clients that read slowly, and the ends of connections.
struct ConnectionsTests {
    private let loop = EmbeddedEventLoop()
    private let connections = Connections()
    private let a = ClientID(1), b = ClientID(2), c = ClientID(3)

    private func connect(_ client: ClientID) throws -> (channel: EmbeddedChannel, output: HeldOutput) {
        let connected = try HeldOutput.channel(on: loop)
        connections.add(client, connected.channel)
        return connected
    }

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "x"), count: count) }

    @Test func `A client's output is collected, and sent in one write when it is flushed`() throws {
        let output = try connect(a).output
        let other = try connect(b).output
        #expect(!connections.collect(Array("one\n".utf8), for: a) && !connections.collect(Array("two\n".utf8), for: a))
        #expect(!connections.collect(Array("three\n".utf8), for: b))
        #expect(output.writes.isEmpty)
        #expect(connections.stage().map(\.client).sorted { $0.number < $1.number } == [a, b])
        connections.flush()
        #expect(output.writes == [ByteBuffer(string: "one\ntwo\n")] && other.writes == [ByteBuffer(string: "three\n")])
        #expect(connections.stage().isEmpty)
        connections.flush()
        #expect(output.writes.count == 1)
    }

    @Test func `What follows from a client's end during a flush is staged once, and sent after what was staged before`() throws {
        let channel = try connect(a).channel
        let output = try connect(b).output
        connections.didDisconnectNonreader = { [connections, b] _ in
            _ = connections.collect(Array("two\n".utf8), for: b)
            #expect(connections.stage().map(\.bytes) == [ByteBuffer(string: "two\n")])
            connections.flush()
        }
        channel.isWritable = false
        _ = connections.collect(bytes(1), for: a)
        _ = connections.collect(Array("one\n".utf8), for: b)
        #expect(connections.stage().count == 2)
        connections.flush()
        #expect(output.writes == [ByteBuffer(string: "one\n"), ByteBuffer(string: "two\n")])
    }

    @Test func `A client that is closed in the middle of a flush has received what was staged for it`() throws {
        let channel = try connect(a).channel
        let (other, output) = try connect(b)
        connections.didDisconnectNonreader = { [connections, b] _ in connections.closeWhenSent(b) }
        channel.isWritable = false
        _ = connections.collect(bytes(1), for: a)
        _ = connections.stage()
        _ = connections.collect(Array("one\n".utf8), for: b)
        _ = connections.stage()
        connections.flush()
        #expect(output.writes.first == ByteBuffer(string: "one\n"))
        output.take()
        #expect(!other.isActive)
    }

    @Test func `Output for a client that has gone is forgotten`() throws {
        let output = try connect(a).output
        _ = connections.collect(bytes(1), for: a)
        connections.remove(a)
        #expect(connections.stage().isEmpty)
        connections.flush()
        #expect(output.writes.isEmpty && connections.count == 0)
    }

    @Test func `More output than a client may leave unread must be sent at once`() throws {
        _ = try connect(a)
        #expect(!connections.collect(bytes(Connections.mostUnread), for: a))
        #expect(connections.collect(bytes(1), for: a))
    }

    @Test func `A client that takes no more is disconnected, and the others are not`() throws {
        var disconnected: [ClientID] = []
        connections.didDisconnectNonreader = { disconnected.append($0) }
        let (channel, output) = try connect(a)
        let other = try connect(b).output
        channel.isWritable = false
        for client in [a, b] { _ = connections.collect(bytes(1), for: client) }
        _ = connections.stage()
        connections.flush()
        #expect(disconnected == [a] && !channel.isActive && Array(connections.clients) == [b])
        #expect(output.writes.isEmpty && other.writes.count == 1)
    }

    @Test func `If all together leave too much unread, the one that left most is disconnected, whoever comes last`() throws {
        var disconnected: [ClientID] = []
        connections.didDisconnectNonreader = { disconnected.append($0) }
        let most = try connect(a)
        let outputs = [most.output, try connect(b).output, try connect(c).output]
        func send(_ count: Int, to client: ClientID) {
            _ = connections.collect(bytes(count), for: client)
            _ = connections.stage()
            connections.flush()
        }
        let third = Connections.mostUnreadByAll / 3
        send(third + 3, to: a)
        send(third, to: b)
        #expect(disconnected.isEmpty)
        send(third, to: c)
        #expect(disconnected == [a] && !most.channel.isActive)
        // Bytes that were read do not count, nor those that the system threw away.
        for output in outputs { output.take() }
        send(Connections.mostUnreadByAll, to: b)
        #expect(disconnected == [a])
        send(1, to: c)
        #expect(disconnected == [a, b] && Array(connections.clients) == [c])
    }

    @Test func `A connection is closed once its output was taken, however long that takes`() throws {
        let (channel, output) = try connect(a)
        _ = connections.collect(bytes(1), for: a)
        connections.flush()
        connections.closeWhenSent(a)
        loop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        output.take()
        #expect(!channel.isActive)
    }

    @Test func `At the end a client that does not read has 100 ms`() throws {
        let slow = try connect(a).channel
        let (quick, output) = try connect(b)
        var ended = 0
        for future in connections.closeAll() { future.assumeIsolated().whenComplete { _ in ended += 1 } }
        output.take()
        loop.run()
        #expect(!quick.isActive && ended == 1)
        loop.advanceTime(by: .milliseconds(99))
        #expect(slow.isActive)
        loop.advanceTime(by: .milliseconds(1))
        #expect(!slow.isActive && ended == 2)
    }

    @Test func `To a client of the previous process nothing is sent before it is served`() throws {
        let (channel, output) = try connect(a)
        connections.expect([a, b])
        _ = connections.collect(Array("news\n".utf8), for: a)
        #expect(connections.stage().isEmpty)
        connections.flush()
        #expect(output.writes.isEmpty && channel.isActive)
        connections.serve(a, opening: Array("the rest\n".utf8))
        #expect(connections.stage().count == 1)
        connections.flush()
        #expect(output.writes.map { String(buffer: $0) } == ["the rest\n", "news\n"])
        // Another one could not be taken over.
        #expect(connections.giveUp(b) && !connections.giveUp(b) && connections.adopting.isEmpty)
    }
}
