import Conductor
import Continuity
import FrontDoors
import Glibc
import Logging
import Messages
import NIOCore
import NIOPosix
import SpeechQueue

// Handles clients' connections: connecting, requests, and disconnecting.
extension Daemon {
    /// - Parameter door: the index of the clients' front door.
    func serverBootstrap(door: Int) -> ServerBootstrap {
        ServerBootstrap(group: eventLoop)
            .serverChannelOption(.backlog, value: ListeningSocket.backlog)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptPause()) }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Read a little from each client in turn, so that a client that posts endlessly does not delay the others.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384))
            .childChannelOption(.writeBufferWaterMark, value: .init(low: Connections.mostUnread / 2, high: Connections.mostUnread))
            .childChannelInitializer { [self] channel in assumeIsolated { $0.accept(channel, door: door) } }
    }

    /// Returns a bootstrap for clients that are connected already, with the same options.
    func clientBootstrap(_ initialize: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>) -> ClientBootstrap {
        ClientBootstrap(group: eventLoop)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384))
            .channelOption(.writeBufferWaterMark, value: .init(low: Connections.mostUnread / 2, high: Connections.mostUnread))
            .channelInitializer(initialize)
    }

    func accept(_ channel: any Channel, door: Int) -> EventLoopFuture<Void> {
        eventLoop.makeCompletedFuture {
            // Otherwise a voice that starts while the client is connected would inherit the connection and keep it open.
            _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (descriptor: NIOBSDSocket.Handle) in
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
            let program = PeerCredentials.program(of: channel)
            if let refusal = refusal(of: channel) ?? makeRoom(for: program) {
                channel.writeAndFlush(ByteBuffer(bytes: reception.refusal(refusal, at: door))).whenComplete { _ in
                    channel.close(promise: nil)
                }
                return
            }
            lastClient += 1
            let client = ClientID(lastClient)
            let handler = ConnectionHandler(client: client, daemon: self, turns: turns)
            connections.add(client, channel, program: program)
            let outputs = reception.connect(client, at: door, at: Self.now())
            reception.conductor.identify(client, program: program)
            continuity?.didConnect(client, reception.keepsConnection(of: client) ? channel : nil)
            carryOut(outputs)
            cancelIdleExit()
            try channel.pipeline.syncOperations.addHandler(handler)
        }
    }

    /// Disconnects another client to make room for a new one of `program`, if necessary.
    /// - Returns: why the new client can't be served; nil if it can.
    private func makeRoom(for program: Int32?) -> ErrorReply? {
        // The limit may have changed.
        updateMostClients()
        // If the limit was lowered, more than one client gives way.
        while true {
            let admission = connections.slots.admission(
                of: program, most: reception.conductor.mostClients, isBusy: reception.conductor.isBusy, owes: connections.owesOutput)
            switch admission {
            case .served: return nil
            case .refused(let error): return error
            case .replaces(let client, let error): connections.giveWay(client, reception.refusal(error, to: client))
            }
        }
    }

    /// Finds out how many clients can be served.
    func updateMostClients() {
        var descriptors = rlimit()
        // SAFETY: a system call on a local value.
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors)
        let most = Slots.most(descriptors: Int(clamping: descriptors.rlim_cur))
        guard most != reception.conductor.mostClients else { return }
        reception.conductor.mostClients = most
        guard !options.isTemporary else { return }
        let metadata: Logger.Metadata = ["clients": "\(most)", "files": "\(descriptors.rlim_cur)"]
        logger.notice("the limit on open files determines how many clients are served", metadata: metadata)
    }

    /// Returns why a connection is refused, if its peer is another user; otherwise nil.
    private func refusal(of channel: any Channel) -> ErrorReply? {
        guard let peer = PeerCredentials.user(of: channel),
            peer == 0 || peer == options.user || PeerCredentials.mustBeRoot(peer, at: channel.localAddress?.pathname)
        else {
            return ErrorReply(
                code: .notAllowed, message: "this daemon is user \(options.user)'s; expected a client of the same user, or root")
        }
        return nil
    }

    // MARK: What a connection reports

    /// Receives bytes that a client sent and that are about to be served.
    func didRead(_ bytes: [UInt8], from client: ClientID) {
        if reception.keepsConnection(of: client) { continuity?.didRead(bytes, from: client) }
        reception.append(bytes, from: client)
    }

    /// Serves a client's next request.
    /// - Returns: whether there was one.
    func serveNext(of client: ClientID) -> Bool {
        guard let outputs = reception.serveNext(of: client, at: Self.now()) else { return false }
        serving = client
        connections.didServe(client)
        carryOut(outputs)
        return true
    }

    /// Returns whether a client's next request waits for the answer to its previous one.
    func awaitsAnswer(_ client: ClientID) -> Bool { reception.awaitsAnswer(client) }

    /// Records that a client has closed its sending end. The client is served until everything it posted has finished.
    func didCloseInput(_ client: ClientID) {
        serveLast(of: client, isGone: false)
        carryOut(reception.didCloseInput(client, at: Self.now()))
        flush()
    }

    func didDisconnect(_ client: ClientID) {
        serveLast(of: client, isGone: true)
        connections.remove(client)
        if reception.keepsConnection(of: client) { continuity?.didDisconnect(client) }
        if options.isTemporary {
            // If no other client can connect, the client's speech could never be stopped.
            if sockets.isEmpty { return end() }
            if client == starter { releaseStandardError() }
        }
        carryOut(reception.disconnect(client, at: Self.now()))
        flush()
    }

    /// Serves a last request that has no line ending.
    private func serveLast(of client: ClientID, isGone: Bool) {
        guard let outputs = reception.serveLast(of: client, isGone: isGone, at: Self.now()) else { return }
        serving = client
        carryOut(outputs)
    }

    /// Records that a client was disconnected because it does not read its output.
    func didDisconnectNonreader(_ client: ClientID) {
        nonreaders += 1
        let now = Self.now()
        // Limit these log lines, so that a client that keeps reconnecting can't fill the log.
        guard nonreaderLogged.map({ now - $0 >= 1 }) ?? true else { return }
        write(.warning, "client does not read its replies", ["client": "\(client.number)"], times: nonreaders)
        nonreaderLogged = now
        nonreaders = 0
    }
}
