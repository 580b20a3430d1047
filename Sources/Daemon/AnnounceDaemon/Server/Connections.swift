import Continuity
import Logging
import NIOCore
import SpeechQueue

/// The clients' connections: their output, how much of it the system has not taken, and how each connection is closed.
///
/// A client that does not read its answers is disconnected, so that it costs no memory and delays no other client. A subscriber that does
/// not read loses events instead, and is told how many (``EventBacklog``). Used on the event loop.
final class Connections {
    /// How many bytes a client may leave unread before it is disconnected. The limit is larger than the outcomes of all texts that may wait
    /// for one client (only thousands of repeats of a long text exceed it), so no single request disconnects a client that reads.
    static let mostUnread = 8 << 20
    /// The number of bytes collected for a client that are sent at once.
    static let mostCollected = 1 << 20
    /// How many bytes all clients together may leave unread before the client that left most is disconnected.
    static let mostUnreadByAll = 24 << 20
    /// How many bytes a subscriber, and all clients together, may leave unread before further events wait.
    static let mostBeforeEvents = 64 << 10
    static let mostBeforeEventsByAll = 12 << 20

    /// The state that survives this process; it receives what was sent and how much the system has taken.
    var continuity: Continuity?
    /// Called when a client is disconnected because it does not read.
    var didDisconnectNonreader: (ClientID) -> Void = { _ in }
    /// Called when subscribers have room for waiting events: ``collectWaitingEvents()`` is due soon.
    var didMakeRoomForEvents: () -> Void = {}
    /// Returns the bytes of the event that reports to a subscriber how many events it has lost.
    var notice: (_ lost: Int, ClientID) -> [UInt8] = { _, _ in [] }

    private(set) var slots = Slots()
    private var channels: [ClientID: any Channel] = [:]
    /// The output collected for each client.
    private var outbox: [ClientID: ByteBuffer] = [:]
    /// The total size of the collected output, in bytes.
    private var collected = 0
    /// The events for subscribers that are slow to read.
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

    /// Closes a connection at once to make room for another, so that there are never more than ``Slots/most``.
    /// - Parameter reason: The bytes that tell the client why. A client that has left output unread does not receive them.
    func giveWay(_ client: ClientID, _ reason: [UInt8]) {
        // Remove the slot first, so that it is free even if the channel is gone.
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

    /// Registers the connections of the previous process. Nothing is sent to them before ``serve(_:opening:)``.
    func expect(_ clients: Set<ClientID>) { adopting = clients }

    /// Starts serving a connection of the previous process.
    /// - Parameter opening: the bytes to send first.
    func serve(_ client: ClientID, opening: [UInt8]) {
        guard adopting.remove(client) != nil, let channel = channels[client] else { return }
        if !opening.isEmpty { write(ByteBuffer(bytes: opening), to: client, channel) }
        adopted.removeValue(forKey: client)?.begin(channel)
    }

    /// Drops a connection of the previous process that can't be served.
    /// - Returns: whether the connection was expected.
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
        // The connection may be closed in the middle of a flush, before its staged output was sent.
        let own = staged.filter { $0.client == client }
        staged.removeAll { $0.client == client }
        for (_, bytes) in own { send(bytes, to: client) }
        guard let channel = channels[client] else { return }
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            // Close the output first: the client waits for its end, even if another process holds the connection a moment longer.
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

    /// Collects an event for its subscribers. Subscribers that are slow to read receive it later, or are told that they have lost it.
    func collect(event bytes: [UInt8], for subscribers: [ClientID]) {
        var behind: [ClientID] = []
        for client in subscribers where channels[client] != nil || adopting.contains(client) {
            if !events.isBehind(client), hasRoomForEvents(client) { _ = collect(bytes, for: client) } else { behind.append(client) }
        }
        if !behind.isEmpty { events.add(bytes, for: behind) }
    }

    private func hasRoomForEvents(_ client: ClientID) -> Bool {
        let own = unread[client, default: 0] + (outbox[client]?.readableBytes ?? 0)
        // A subscriber that has read everything gets its next event, however much others have left unread.
        return own == 0 || own < Self.mostBeforeEvents && unreadByAll + collected < Self.mostBeforeEventsByAll
    }

    /// Collects waiting events, as far as their subscribers have room for them.
    func collectWaitingEvents() {
        for client in events.clientsBehind {
            while hasRoomForEvents(client), let next = events.next(for: client) {
                if next.lost > 0 { _ = collect(notice(next.lost, client), for: client) }
                _ = collect(next.bytes, for: client)
            }
        }
    }

    /// Drops the waiting events, because the process is about to end, and informs their subscribers.
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
