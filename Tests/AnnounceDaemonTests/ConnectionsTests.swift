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
        connections.add(client, connected.channel, program: nil)
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

    @Test func `A megabyte of output must be sent at once`() throws {
        _ = try connect(a)
        #expect(!connections.collect(bytes(Connections.mostCollected), for: a))
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

    // MARK: Events

    /// Collects numbered events for all subscribers, until `size` bytes of them wait for those that are behind.
    private func collectEvents(_ numbers: Range<Int>, size: Int = 0, for subscribers: [ClientID]) {
        for number in numbers { connections.collect(event: Array("\(number)".utf8) + bytes(size) + [10], for: subscribers) }
    }

    private func flush() {
        _ = connections.stage()
        connections.flush()
    }

    /// Lets a subscriber read all that waits, and returns the lines that it received, without what fills them.
    private func readAll(_ output: HeldOutput) -> [String] {
        for _ in 0..<10_000 {
            let count = output.writes.count
            output.take()
            connections.collectWaitingEvents()
            flush()
            if output.writes.count == count { break }
        }
        return output.writes.map { String(buffer: $0) }.joined().split(separator: "\n").map { String($0.prefix { $0 != "x" }) }
    }

    @Test func `A subscriber that does not read receives later events once it reads, in order, and answers at once`() throws {
        var calls = 0
        connections.didMakeRoomForEvents = { calls += 1 }
        let slow = try connect(a).output
        let quick = try connect(b).output
        for number in 0..<100 {
            collectEvents(number..<number + 1, size: 1000, for: [a, b])
            flush()
            quick.take()
        }
        #expect(calls == 0, "nothing has room")
        _ = connections.collect(Array("answer\n".utf8), for: a)
        flush()
        #expect(slow.writes.last == ByteBuffer(string: "answer\n"))
        slow.take()
        #expect(calls > 0)
        #expect(readAll(slow).filter { $0 != "answer" } == (0..<100).map(String.init))
        #expect(readAll(quick) == (0..<100).map(String.init))
    }

    @Test func `A subscriber that does not read for too long learns how many events it has lost, and is not disconnected`() throws {
        connections.notice = { lost, _ in Array("lost \(lost)\n".utf8) }
        var disconnected: [ClientID] = []
        connections.didDisconnectNonreader = { disconnected.append($0) }
        let slow = try connect(a).output
        let other = try connect(b).output
        let size = 10_000
        let count = 2 * EventBacklog.mostBytes / size
        collectEvents(0..<count, size: size, for: [a])
        flush()
        // One that has subscribed since has lost nothing.
        collectEvents(count..<count + 1, size: size, for: [a, b])
        flush()
        let lines = readAll(slow)
        let notice = try #require(lines.firstIndex { $0.hasPrefix("lost ") })
        let lost = try #require(Int(lines[notice].dropFirst(5)))
        let first = Array(lines[..<notice])
        let last = Array(lines[(notice + 1)...])
        #expect(first == (0..<first.count).map(String.init) && last == (count + 1 - last.count..<count + 1).map(String.init))
        #expect(first.count + lost + last.count == count + 1 && lost > 0)
        #expect(readAll(other) == ["\(count)"] && disconnected.isEmpty)
    }

    @Test func `Events that wait at the end are counted as lost`() throws {
        connections.notice = { lost, _ in Array("lost \(lost)\n".utf8) }
        let output = try connect(a).output
        collectEvents(0..<100, size: 1000, for: [a])
        flush()
        let sent = output.writes.map { String(buffer: $0) }.joined().split(separator: "\n").count
        connections.dropWaitingEvents()
        flush()
        #expect(output.writes.last == ByteBuffer(string: "lost \(100 - sent)\n"))
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
