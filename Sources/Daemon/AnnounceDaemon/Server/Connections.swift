import Continuity
import Logging
import NIOCore
import SpeechQueue

/// The connections of clients: their output, how much of it the system has not taken, and how each is closed.
///
/// A client that does not read its answers is disconnected, so that it costs no memory and delays no one. A subscriber that does not read
/// loses events instead, and learns how many (``EventBacklog``). Used on the event loop.
final class Connections {
    /// The number of bytes that a client may leave unread before it is disconnected: more than the outcomes of all texts that may wait for it
    /// (only thousands of repeats of a long text exceed it), so that one request does not cost a client that reads its connection.
    static let mostUnread = 8 << 20
    /// The number of bytes collected for a client that are sent at once.
    static let mostCollected = 1 << 20
    /// The number of bytes that all clients together may leave unread before the one that left most is disconnected.
    static let mostUnreadByAll = 24 << 20
    /// The number of bytes that a subscriber, and all clients together, may leave unread before further events wait.
    static let mostBeforeEvents = 64 << 10
    static let mostBeforeEventsByAll = 12 << 20

    /// The state that survives this process; it learns what was sent, and what the system has taken.
    var continuity: Continuity?
    /// Called when a client is disconnected because it does not read.
    var didDisconnectNonreader: (ClientID) -> Void = { _ in }
    /// Called when subscribers can take events that wait: ``collectWaitingEvents()`` is due soon.
    var didMakeRoomForEvents: () -> Void = {}
    /// Returns the bytes that tell a subscriber how many events it has lost.
    var notice: (_ lost: Int, ClientID) -> [UInt8] = { _, _ in [] }

    private(set) var slots = Slots()
    private var channels: [ClientID: any Channel] = [:]
    /// The output collected for each client.
    private var outbox: [ClientID: ByteBuffer] = [:]
    /// The size of all that is collected, in bytes.
    private var collected = 0
    /// The events for subscribers that are behind with reading.
    private var events = EventBacklog()
    /// The output for ``flush()`` to send, in order.
    private var staged: [(client: ClientID, bytes: ByteBuffer)] = []
    private var isFlushing = false
    /// The bytes sent to each client that the system has not taken yet, and their total.
    private var unread: [ClientID: Int] = [:]
    private var unreadByAll = 0
    /// The previous process's clients whose connections are not served yet.
    private(set) var adopting: Set<ClientID> = []
    private var adopted: [ClientID: ConnectionHandler] = [:]

    var count: Int { channels.count }
    var clients: some Sequence<ClientID> { channels.keys }

    // MARK: Coming and going

    func add(_ client: ClientID, _ channel: any Channel, program: Int32?) {
        channels[client] = channel
        slots.add(client, program: program)
    }

    /// Notes that a client has sent a request.
    func didServe(_ client: ClientID) { slots.didServe(client) }

    /// Returns whether a client has not received all its output.
    func owesOutput(to client: ClientID) -> Bool { unread[client] != nil || outbox[client] != nil }

    /// Closes a connection that gives way to another, at once, so that there are never more than ``Slots/most``.
    /// - Parameter reason: The bytes that tell its client why. A client that has left something unread does not receive them.
    func giveWay(_ client: ClientID, _ reason: [UInt8]) {
        // First, so that the slot is free whatever has become of the channel.
        slots.remove(client)
        guard let channel = channels.removeValue(forKey: client) else { return }
        func close() {
            if channel.isWritable { channel.writeAndFlush(ByteBuffer(bytes: reason), promise: nil) }
            channel.close(promise: nil)
        }
        // A channel that has just been accepted becomes active in the loop's next turn, and can be written to only then.
        if channel.isActive { close() } else { channel.eventLoop.assumeIsolated().execute(close) }
    }

    /// Adds a connection of the previous process.
    func adopt(_ client: ClientID, _ channel: any Channel, program: Int32?, _ handler: ConnectionHandler) {
        add(client, channel, program: program)
        slots.didServe(client)
        adopted[client] = handler
    }

    /// Announces connections of the previous process: nothing is sent to them before ``serve(_:opening:)``.
    func expect(_ clients: Set<ClientID>) { adopting = clients }

    /// Starts serving a connection of the previous process.
    /// - Parameter opening: the bytes to send first.
    func serve(_ client: ClientID, opening: [UInt8]) {
        guard adopting.remove(client) != nil, let channel = channels[client] else { return }
        if !opening.isEmpty { write(ByteBuffer(bytes: opening), to: client, channel) }
        adopted.removeValue(forKey: client)?.begin(channel)
    }

    /// Gives up a connection of the previous process that can't be served.
    /// - Returns: whether it was expected.
    func giveUp(_ client: ClientID) -> Bool { adopting.remove(client) != nil }

    /// Removes a connection that has ended.
    func remove(_ client: ClientID) {
        channels[client] = nil
        slots.remove(client)
        adopted[client] = nil
        outbox[client] = nil
        events.remove(client)
    }

    /// Closes a connection once the system has taken all its output, however slowly the client reads.
    func closeWhenSent(_ client: ClientID) {
        // It may be closed in the middle of a flush, before its staged output was sent.
        let own = staged.filter { $0.client == client }
        staged.removeAll { $0.client == client }
        for (_, bytes) in own { send(bytes, to: client) }
        guard let channel = channels[client] else { return }
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            // Close the output first: the client waits for its end, even if another process holds the connection for a moment longer.
            channel.close(mode: .output).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    /// Closes all connections, each within 100 ms.
    func closeAll() -> [EventLoopFuture<Void>] {
        channels.map { client, channel in
            closeWhenSent(client)
            // A client that does not read must not keep the daemon from ending.
            channel.eventLoop.scheduleTask(in: .milliseconds(100)) { channel.close(promise: nil) }
            return channel.closeFuture
        }
    }

    // MARK: Sending

    /// Collects output for a client.
    /// - Returns: whether there is so much that it must be sent now.
    func collect(_ bytes: [UInt8], for client: ClientID) -> Bool {
        outbox[client, default: ByteBuffer()].writeBytes(bytes)
        collected += bytes.count
        return outbox[client]?.readableBytes ?? 0 > Self.mostCollected
    }

    /// Collects an event for its subscribers. Those that are behind with reading receive it later, or learn that they have lost it.
    func collect(event bytes: [UInt8], for subscribers: [ClientID]) {
        var behind: [ClientID] = []
        for client in subscribers where channels[client] != nil || adopting.contains(client) {
            if !events.isBehind(client), hasRoomForEvents(client) { _ = collect(bytes, for: client) } else { behind.append(client) }
        }
        if !behind.isEmpty { events.add(bytes, for: behind) }
    }

    private func hasRoomForEvents(_ client: ClientID) -> Bool {
        let own = unread[client, default: 0] + (outbox[client]?.readableBytes ?? 0)
        // One that has read everything gets its next event, whatever others have left unread.
        return own == 0 || own < Self.mostBeforeEvents && unreadByAll + collected < Self.mostBeforeEventsByAll
    }

    /// Collects events that waited, as far as their subscribers have room for them.
    func collectWaitingEvents() {
        for client in events.clientsBehind {
            while hasRoomForEvents(client), let next = events.next(for: client) {
                if next.lost > 0 { _ = collect(notice(next.lost, client), for: client) }
                _ = collect(next.bytes, for: client)
            }
        }
    }

    /// Drops the events that wait, because the process is about to end, and has their subscribers know.
    func dropWaitingEvents() {
        for client in events.clientsBehind {
            let lost = events.remove(client)
            if lost > 0 { _ = collect(notice(lost, client), for: client) }
        }
    }

    /// Stages the collected output: the next ``flush()`` sends it, one write for each client.
    /// - Returns: what was staged.
    func stage() -> [(client: ClientID, bytes: ByteBuffer)] {
        let ready = outbox.filter { !adopting.contains($0.key) }
        for client in ready.keys { outbox[client] = nil }
        collected = outbox.values.reduce(0) { $0 + $1.readableBytes }
        let staging = ready.compactMap { client, bytes in channels[client] == nil ? nil : (client, bytes) }
        staged += staging
        return staging
    }

    /// Sends the staged output. If a write shows that a client has gone, the output that this causes is sent last.
    func flush() {
        guard !isFlushing else { return }
        isFlushing = true
        defer { isFlushing = false }
        while !staged.isEmpty {
            let (client, bytes) = staged.removeFirst()
            send(bytes, to: client)
        }
        if events.clientsBehind.contains(where: hasRoomForEvents) { didMakeRoomForEvents() }
    }

    private func send(_ bytes: ByteBuffer, to client: ClientID) {
        guard let channel = channels[client] else { return }
        guard channel.isWritable else { return disconnectNonreader(client) }
        write(bytes, to: client, channel)
        continuity?.didSend(to: client)
        while unreadByAll > Self.mostUnreadByAll, let most = unread.max(by: { $0.value < $1.value })?.key, channels[most] != nil {
            disconnectNonreader(most)
        }
    }

    private func write(_ bytes: ByteBuffer, to client: ClientID, _ channel: any Channel) {
        let size = bytes.readableBytes
        unread[client, default: 0] += size
        unreadByAll += size
        channel.writeAndFlush(bytes).assumeIsolated().whenComplete { _ in self.didWrite(size, client) }
    }

    private func didWrite(_ size: Int, _ client: ClientID) {
        unreadByAll -= size
        let left = unread[client, default: 0] - size
        unread[client] = left > 0 ? left : nil
        continuity?.didWrite(to: client)
        if !isFlushing, events.isBehind(client), hasRoomForEvents(client) { didMakeRoomForEvents() }
    }

    private func disconnectNonreader(_ client: ClientID) {
        didDisconnectNonreader(client)
        guard let channel = channels[client] else { return }
        // Its channel may report the end later; nothing more is sent to it.
        channels[client] = nil
        slots.remove(client)
        events.remove(client)
        channel.close(promise: nil)
    }

    /// Returns the number of bytes that a client's channel has not passed to the system; nil if it is closed.
    func buffered(for client: ClientID) -> Int? {
        (try? channels[client]?.syncOptions?.getOption(.bufferedWritableBytes)) ?? nil
    }
}
