import Accessibility
import AnnounceProtocol
import Conductor
import Glibc
import Logging
import NIOCore
import NIOPosix
import SpeechDispatcherProtocol
import SpeechQueue

// The daemon's clients: how they come, what they ask, what they are told, and how they go.
extension Daemon {
    // MARK: Coming and going

    func serverBootstrap(for protocol: ClientProtocol = .announce) -> ServerBootstrap {
        ServerBootstrap(group: eventLoop)
            .serverChannelOption(.backlog, value: ListeningSocket.backlog)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptPause()) }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // A little from each in turn: one that posts without end does not delay another.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384))
            .childChannelOption(.writeBufferWaterMark, value: .init(low: Self.mostUnread / 2, high: Self.mostUnread))
            .childChannelInitializer { [self] channel in assumeIsolated { $0.accept(channel, speaks: `protocol`) } }
    }

    func accept(_ channel: any Channel, speaks protocol: ClientProtocol = .announce) -> EventLoopFuture<Void> {
        eventLoop.makeCompletedFuture {
            // A voice that is started while it is connected would hold its end open after us.
            _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (descriptor: NIOBSDSocket.Handle) in
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
            if let refusal = refusal(of: channel) {
                let told =
                    switch `protocol` {
                    case .announce: ServerLine.bytes(of: .error(refusal))
                    case .speechDispatcher: (refusal.code == .tooManyClients ? SSIPReply.tooManyClients : .notAllowed).bytes
                    }
                channel.writeAndFlush(ByteBuffer(bytes: told)).whenComplete { _ in
                    channel.close(promise: nil)
                }
                return
            }
            lastClient += 1
            let client = ClientID(lastClient)
            channels[client] = channel
            conductor.connect(client, name: "client-\(lastClient)")
            switch `protocol` {
            case .announce: continuity?.didConnect(client, channel)
            case .speechDispatcher:
                // Its connection ends with this process: a program connects anew, as after a restart of speech-dispatcher.
                continuity?.noteNumber(of: client)
                greetSpeechDispatcherClient(client)
            }
            idleExit?.cancel()
            let handler = ClientHandler(client: client, daemon: self, turns: turns, speaks: `protocol`)
            handlers[client] = handler
            try channel.pipeline.syncOperations.addHandler(handler)
        }
    }

    /// Why a connection can't be served: too many are, or it is another user's.
    private func refusal(of channel: any Channel) -> ErrorReply? {
        if channels.count >= Self.mostClients {
            return ErrorReply(
                code: .tooManyClients, message: "\(Self.mostClients) clients are connected; expected no more: try again when one has gone")
        }
        guard let peer = PeerCredentials.user(of: channel),
            peer == 0 || peer == options.user || PeerCredentials.mustBeRoot(peer, at: channel.localAddress?.pathname)
        else {
            return ErrorReply(
                code: .notAllowed, message: "this daemon is user \(options.user)'s; expected a client of the same user, or root")
        }
        return nil
    }

    /// A client has asked for something, on the given line of its connection.
    func receive(_ line: RequestLine, number: Int, size: Int, from client: ClientID) {
        serving = client
        let effects = conductor.receive(
            line.request, id: line.id, warnings: line.warnings, line: number, size: size, from: client, at: Self.now())
        carryOut(effects)
    }

    func refuse(_ error: ErrorReply, to client: ClientID) {
        serving = client
        carryOut(conductor.refuse(error, to: client))
    }

    /// A client has closed its sending end; it is served until what it posted has ended.
    func saysNoMore(_ client: ClientID) {
        carryOut(conductor.saysNoMore(client))
        flush()
    }

    func didDisconnect(_ client: ClientID) {
        channels[client] = nil
        handlers[client] = nil
        outbox[client] = nil
        if speechDispatcher.clients[client] == nil { continuity?.didDisconnect(client) } else { speechDispatcher.remove(client) }
        // Nobody else could ever stop what the only client posted.
        if case .connection = options.listening { return end() }
        carryOut(conductor.disconnect(client, at: Self.now()))
        flush()
    }

    /// Closes a connection when all that it was told has been handed to the system, however slowly it reads.
    func closeWhenTold(_ channel: any Channel) {
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in
            // First for the other end, which waits for that though somebody else holds the connection too, for another moment.
            channel.close(mode: .output).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    // MARK: Telling

    func tell(_ message: ServerMessage, to client: ClientID) {
        if speechDispatcher.clients[client] != nil { hear(message, for: client) } else { tell(encoder.bytes(of: message), to: client) }
    }

    /// The bytes of something that a client is told.
    func tell(_ bytes: [UInt8], to client: ClientID) {
        outbox[client, default: ByteBuffer()].writeBytes(bytes)
        if outbox[client]?.readableBytes ?? 0 > Self.mostUnread {
            // What is committed for others counts as told, and is told.
            commit()
            for client in outbox.keys where !adopting.contains(client) { send(to: client) }
        }
    }

    func send(to client: ClientID) {
        guard let bytes = outbox.removeValue(forKey: client), let channel = channels[client] else { return }
        guard channel.isWritable else { return drop(client) }
        write(bytes, to: client, channel)
        continuity?.wasTold(client)
        while unreadByAll > Self.mostUnreadByAll, let most = unread.max(by: { $0.value < $1.value })?.key, channels[most] != nil {
            drop(most)
        }
    }

    func write(_ bytes: ByteBuffer, to client: ClientID, _ channel: any Channel) {
        let size = bytes.readableBytes
        unread[client, default: 0] += size
        unreadByAll += size
        channel.writeAndFlush(bytes).whenComplete { [self] _ in
            assumeIsolated { $0.wasTaken(size, by: client) }
        }
    }

    private func wasTaken(_ size: Int, by client: ClientID) {
        unreadByAll -= size
        let left = unread[client, default: 0] - size
        unread[client] = left > 0 ? left : nil
        continuity?.wasTaken(by: client)
    }

    /// A client does not read: what it is told is dropped, and so is it.
    private func drop(_ client: ClientID) {
        nonreaders += 1
        let now = Self.now()
        // Whoever connects again and again may not fill the log.
        if nonreaderLogged.map({ now - $0 >= 1 }) ?? true {
            write(.warning, "client does not read its replies", ["client": "\(client.number)"], times: nonreaders)
            nonreaderLogged = now
            nonreaders = 0
        }
        guard let channel = channels[client] else { return }
        // Its channel's end may be told only later: it is told nothing more.
        channels[client] = nil
        channel.close(promise: nil)
    }
}
