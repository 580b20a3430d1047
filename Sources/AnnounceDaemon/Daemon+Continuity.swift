import Conductor
import FrontDoors
import Glibc
import Logging
import NIOCore
import NIOPosix
import SpeechQueue

// A restart loses nothing: how this process writes down what the next one needs, and takes over what the one before has written.
extension Daemon {
    /// Goes on where the process before has ended, if the service manager has kept something of it, and writes down its own.
    /// - Returns: when the connections that it took over are served.
    func goOn() -> EventLoopFuture<Void> {
        guard let socket = options.service.notifySocket else { return eventLoop.makeSucceededVoidFuture() }
        let store = DescriptorStore(socket, eventLoop: eventLoop)
        let (journal, isNew, records, dropped) = openJournal()
        // The manager keeps one: what can't be read would come back each time.
        let mustBeKept = isNew || options.inheritance.journals.count > 1
        if mustBeKept, !options.inheritance.journals.isEmpty { store.forget(Inheritance.journalName) }
        guard let journal else { return eventLoop.makeSucceededVoidFuture() }
        let continuity = Continuity(journal, mustBeKept: mustBeKept, store: store)
        self.continuity = continuity
        var (entries, restored) = RestoredConnection.split(records)
        let connections = Dictionary(options.inheritance.connections.map { ($0.client, $0.descriptor) }) { first, _ in first }
        lastClient = max(continuity.lastClient, connections.keys.map(\.number).max() ?? 0)
        // One that came just before the end is not in the journal, or all of the journal is lost: it is a client all the same.
        let known = Set(entries.compactMap { if case .client(let client) = $0 { client.id } else { nil } })
        entries += connections.keys.filter { !known.contains($0) }.map { .client(JournaledClient(id: $0, name: "client-\($0.number)")) }
        restored = restored.filter { connections[$0.key] != nil }
        if let dropped {
            let (entries, former) = RestoredConnection.split(dropped)
            let owed = Conductor.outcomes(ofDropped: entries)
            for client in connections.keys {
                restored[client] = (former[client] ?? RestoredConnection()).forgotten(telling: owed[client] ?? [])
            }
        }
        // A write to who has gone would end the connection before what it has said is read.
        for (client, descriptor) in connections where Inheritance.hasHungUp(descriptor) { restored[client]?.untold = [] }
        let adopted = Set(connections.keys)
        self.connections.expect(adopted)
        for client in adopted { reception.adopt(client, unserved: restored[client]?.input ?? UnservedInput()) }
        let effects = reception.conductor.restore(entries, connected: adopted, at: Self.now())
        carryOut(reception.addressed(effects, at: Self.now()))
        _ = reception.conductor.takeUnsaved()
        for (client, connection) in restored where !connection.untold.isEmpty {
            continuity.owes(ByteBuffer(bytes: connection.opening), to: client)
        }
        continuity.begin(
            with: reception.conductor.present(), unserved: restored.lazy.map { (client: $0.key, lines: $0.value.input) })
        guard !isNew || !connections.isEmpty else { return eventLoop.makeSucceededVoidFuture() }
        let metadata: Logger.Metadata = ["clients": "\(connections.count)", "waiting": "\(reception.conductor.announcementCount)"]
        logger.info("goes on where the daemon before has ended", metadata: metadata)
        eventLoop.scheduleTask(in: Self.probation) { [self] in assumeIsolated { $0.continuity?.markHealthy() } }
        return adopt(connections, restored)
    }

    /// How long the daemon must live for what it has restored to count as harmless.
    private static let probation = TimeAmount.seconds(10)

    /// The journal of the process before and what it says, or a new one. One that can't be used is dropped, with a line in the log.
    /// - Returns: the last: what a dropped one says, nothing if it is damaged; nil: none was dropped.
    private func openJournal() -> (Journal?, isNew: Bool, [JournalRecord], dropped: [JournalRecord]?) {
        var found: (Journal, [JournalRecord])?
        var dropped: [JournalRecord]?
        for descriptor in options.inheritance.journals {
            if found != nil {
                close(descriptor)
                continue
            }
            do {
                let journal = Journal(try SealedMemory(descriptor: descriptor))
                found = (journal, try journal.restore())
            } catch {
                logger.error("what the daemon before has left can't be read, it is dropped", metadata: ["reason": "\(error)"])
                dropped = (error as? Journal.Unusable)?.records ?? []
            }
        }
        if let (journal, records) = found { return (journal, false, records, nil) }
        do {
            return (try Journal.make(), true, [], dropped)
        } catch {
            logger.error("a restart would lose what waits", metadata: ["reason": "\(error)"])
            return (nil, true, [], dropped)
        }
    }

    /// Serves the connections of the process before.
    private func adopt(
        _ connections: [ClientID: CInt], _ restored: [ClientID: RestoredConnection]
    ) -> EventLoopFuture<Void> {
        let adopted = connections.sorted { $0.key.number < $1.key.number }.map { client, descriptor in
            ClientBootstrap(group: eventLoop)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .channelOption(.maxMessagesPerRead, value: 1)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384))
                .channelOption(.writeBufferWaterMark, value: .init(low: Connections.mostUnread / 2, high: Connections.mostUnread))
                .channelInitializer { [self] channel in assumeIsolated { $0.adopt(channel, as: client) } }
                .withConnectedSocket(descriptor)
                .map { [self] _ in assumeIsolated { $0.connections.serve(client, opening: restored[client]?.opening ?? []) } }
                .flatMapErrorThrowing { [self] _ in assumeIsolated { $0.wasNotAdopted(client) } }
        }
        return EventLoopFuture.andAllComplete(adopted, on: eventLoop).map { [self] in assumeIsolated { $0.flush() } }
    }

    private func adopt(_ channel: any Channel, as client: ClientID) -> EventLoopFuture<Void> {
        eventLoop.makeCompletedFuture {
            let handler = ConnectionHandler(client: client, daemon: self, turns: turns, waits: true)
            connections.add(client, channel, handler)
            try channel.pipeline.syncOperations.addHandler(handler)
        }
    }

    private func wasNotAdopted(_ client: ClientID) {
        if connections.giveUp(client) { didDisconnect(client) }
    }

    // MARK: Writing

    /// What has happened is there for the next process from now on, and what clients are about to be sent.
    func commit() {
        let entries = reception.conductor.takeUnsaved()
        guard let continuity else { return }
        for entry in entries { continuity.add(entry) }
        if let client = serving, let unserved = reception.unserved(of: client) { continuity.served(client, unserved) }
        serving = nil
        for (client, bytes) in connections.unsent where reception.keepsConnection(of: client) { continuity.tells(bytes, to: client) }
        continuity.commit()
        guard continuity.isFull else { return }
        let unserved = connections.clients.compactMap { client in reception.unserved(of: client).map { (client: client, lines: $0) } }
        continuity.begin(with: reception.conductor.present(), unserved: unserved)
    }

    /// Ends, and leaves all to the next process: clients stay connected, and what waits is spoken by it. Without a service manager that
    /// tells by its socket that it is there, it is the end; so it is if ``end()`` comes before all is left.
    package func handOver() {
        guard continuity != nil else { return end() }
        guard !isEnding else { return }
        isEnding = true
        isHandingOver = true
        notifier?.sendStopping()
        flush()
        for socket in sockets { socket.remove() }
        (voice?.end() ?? eventLoop.makeSucceededVoidFuture()).whenComplete { [self] _ in
            assumeIsolated { $0.leave() }
        }
    }

    /// The last moment: how far each client was told is written down to the byte.
    private func leave() {
        guard isHandingOver else { return }
        flush()
        for client in continuity?.behind ?? [] {
            if let left = connections.buffered(for: client) { continuity?.leaves(left, untoldTo: client) }
        }
        continuity?.markHealthy()
        ended.succeed()
    }
}
