import Continuity
import Logging
import NIOCore
import SpeechQueue

/// The connections of clients: what each is to be sent, how much of that the system has not taken, and how each is closed.
///
/// A client that does not read is dropped, so that it costs no memory and delays nobody. On the event loop.
final class Connections {
    /// How many clients are served at once; more are refused until one disconnects.
    static let most = 256
    /// The most bytes that a client may leave unread before it is dropped.
    static let mostUnread = 1 << 20
    /// The most bytes that all clients together may leave unread: then the one that left most is dropped.
    static let mostUnreadByAll = 32 << 20

    /// What survives this process; it learns what was sent, and what the system has taken.
    var continuity: Continuity?
    /// Called when a client is dropped because it does not read.
    var didDrop: (ClientID) -> Void = { _ in }

    private var channels: [ClientID: any Channel] = [:]
    /// What each client is to be sent by ``flush()``.
    private var outbox: [ClientID: ByteBuffer] = [:]
    /// The bytes that each was sent and the system has not taken yet, and those of all.
    private var unread: [ClientID: Int] = [:]
    private var unreadByAll = 0
    /// The clients of the previous process whose connections are not served yet.
    private(set) var adopting: Set<ClientID> = []
    private var adopted: [ClientID: ConnectionHandler] = [:]

    var count: Int { channels.count }
    var clients: some Sequence<ClientID> { channels.keys }

    // MARK: Coming and going

    func add(_ client: ClientID, _ channel: any Channel) { channels[client] = channel }

    /// Adds a connection of the previous process.
    func adopt(_ client: ClientID, _ channel: any Channel, _ handler: ConnectionHandler) {
        channels[client] = channel
        adopted[client] = handler
    }

    /// Connections of the previous process are going to be added: nothing is sent to them before ``serve(_:opening:)``.
    func expect(_ clients: Set<ClientID>) { adopting = clients }

    /// Begins to serve a connection of the previous process.
    /// - Parameter opening: what is sent first.
    func serve(_ client: ClientID, opening: [UInt8]) {
        guard adopting.remove(client) != nil, let channel = channels[client] else { return }
        if !opening.isEmpty { write(ByteBuffer(bytes: opening), to: client, channel) }
        adopted.removeValue(forKey: client)?.begin(channel)
    }

    /// A connection of the previous process can't be served.
    /// - Returns: whether it was expected.
    func giveUp(_ client: ClientID) -> Bool { adopting.remove(client) != nil }

    /// A connection has ended.
    func remove(_ client: ClientID) {
        channels[client] = nil
        adopted[client] = nil
        outbox[client] = nil
    }

    /// Closes a connection when all that was sent has been handed to the system, however slowly the client reads.
    func closeWhenSent(_ client: ClientID) {
        guard let channel = channels[client] else { return }
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            // Its output first: the client waits for that end, though another process may hold the connection for a moment longer.
            channel.close(mode: .output).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    /// Closes all connections, each within 100 ms.
    func closeAll() -> [EventLoopFuture<Void>] {
        channels.map { client, channel in
            closeWhenSent(client)
            // A client that does not read can't keep the daemon from its end.
            channel.eventLoop.scheduleTask(in: .milliseconds(100)) { channel.close(promise: nil) }
            return channel.closeFuture
        }
    }

    // MARK: Sending

    /// What is going to be sent by ``flush()``.
    var unsent: some Sequence<(key: ClientID, value: ByteBuffer)> {
        outbox.lazy.filter { [channels, adopting] in channels[$0.key] != nil && !adopting.contains($0.key) }
    }

    /// Collects bytes that a client is to be sent.
    /// - Returns: whether they are so many that they must be sent now.
    func collect(_ bytes: [UInt8], for client: ClientID) -> Bool {
        outbox[client, default: ByteBuffer()].writeBytes(bytes)
        return outbox[client]?.readableBytes ?? 0 > Self.mostUnread
    }

    /// Sends what was collected, one write for each client.
    func flush() {
        for client in outbox.keys where !adopting.contains(client) { send(to: client) }
    }

    private func send(to client: ClientID) {
        guard let bytes = outbox.removeValue(forKey: client), let channel = channels[client] else { return }
        guard channel.isWritable else { return drop(client) }
        write(bytes, to: client, channel)
        continuity?.wasTold(client)
        while unreadByAll > Self.mostUnreadByAll, let most = unread.max(by: { $0.value < $1.value })?.key, channels[most] != nil {
            drop(most)
        }
    }

    private func write(_ bytes: ByteBuffer, to client: ClientID, _ channel: any Channel) {
        let size = bytes.readableBytes
        unread[client, default: 0] += size
        unreadByAll += size
        channel.writeAndFlush(bytes).assumeIsolated().whenComplete { _ in self.didTake(size, client) }
    }

    private func didTake(_ size: Int, _ client: ClientID) {
        unreadByAll -= size
        let left = unread[client, default: 0] - size
        unread[client] = left > 0 ? left : nil
        continuity?.wasTaken(by: client)
    }

    private func drop(_ client: ClientID) {
        didDrop(client)
        guard let channel = channels[client] else { return }
        // The end of its channel may be reported later: it is sent nothing more.
        channels[client] = nil
        channel.close(promise: nil)
    }

    /// The bytes that the channel of a client has not handed to the system; nil if it is closed.
    func buffered(for client: ClientID) -> Int? {
        (try? channels[client]?.syncOptions?.getOption(.bufferedWritableBytes)) ?? nil
    }
}
