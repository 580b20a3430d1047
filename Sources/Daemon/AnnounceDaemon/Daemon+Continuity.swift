import Conductor
import Continuity
import FrontDoors
import Logging
import NIOCore
import NIOPosix
import SpeechQueue
import Systemd
import VoiceSupervision

// A restart loses nothing: this process journals everything that the next process needs, and takes over the previous process's journal.
extension Daemon {
    /// Continues where the previous process ended if the service manager kept its state, and starts a journal.
    /// - Returns: a future that completes when the restored connections are served.
    func restore() -> EventLoopFuture<Void> {
        let none = eventLoop.makeSucceededVoidFuture()
        guard let socket = options.service.notifySocket else { return none }
        let store = DescriptorStore(socket, eventLoop: eventLoop)
        guard let (continuity, restored) = Continuity.start(with: options.inheritance, in: store, logger: logger) else { return none }
        self.continuity = continuity
        lastClient = restored.lastClient
        let clients = Set(restored.connections.keys)
        connections.expect(clients)
        for (client, (_, state)) in restored.connections { reception.adopt(client, unserved: state.input) }
        conduct { $0.restore(restored.state, connected: clients, at: $1) }
        continuity.begin(with: reception.conductor.takeWhole(), restored)
        guard !restored.isEmpty else { return none }
        let metadata: Logger.Metadata = ["clients": "\(clients.count)", "waiting": "\(reception.conductor.announcementCount)"]
        logger.info("continuing from the previous process", metadata: metadata)
        eventLoop.scheduleTask(in: Self.probation) { [self] in assumeIsolated { $0.continuity?.markHealthy() } }
        return adopt(restored)
    }

    /// How long the daemon must run before the restored state counts as harmless.
    private static let probation = TimeAmount.seconds(10)

    /// Serves the connections of the previous process.
    private func adopt(_ restored: Restored) -> EventLoopFuture<Void> {
        let adopted = restored.connections.sorted { $0.key.number < $1.key.number }.map { client, connection in
            clientBootstrap { [self] channel in assumeIsolated { $0.adopt(channel, as: client) } }
                .withConnectedSocket(connection.descriptor)
                .map { [self] _ in assumeIsolated { $0.connections.serve(client, opening: connection.state.opening) } }
                .flatMapErrorThrowing { [self] _ in assumeIsolated { $0.didFailToAdopt(client) } }
        }
        return EventLoopFuture.andAllComplete(adopted, on: eventLoop).map { [self] in assumeIsolated { $0.flush() } }
    }

    private func adopt(_ channel: any Channel, as client: ClientID) -> EventLoopFuture<Void> {
        eventLoop.makeCompletedFuture {
            let handler = ConnectionHandler(client: client, daemon: self, turns: turns, waits: true)
            let program = PeerCredentials.program(of: channel)
            connections.adopt(client, channel, program: program, handler)
            reception.conductor.identify(client, program: program)
            try channel.pipeline.syncOperations.addHandler(handler)
        }
    }

    private func didFailToAdopt(_ client: ClientID) {
        guard connections.giveUp(client) else { return }
        while serveNext(of: client) {}
        didDisconnect(client)
    }

    // MARK: Writing

    /// Commits all changes, and the output that clients are about to receive, for the next process.
    func commit() {
        let output = connections.stage()
        guard let continuity else { return }
        let changes = reception.conductor.takeChanges()
        continuity.add(changes)
        if changes.hasPrivateText { scheduleForgetting() }
        if let client = serving, let unserved = reception.unserved(of: client) { continuity.didServe(client, unserved) }
        serving = nil
        for (client, bytes) in output where reception.keepsConnection(of: client) { continuity.willSend(bytes, to: client) }
        continuity.commit()
        guard continuity.isFull else { return }
        continuity.begin(with: reception.conductor.takeWhole(), unserved: reception.unserved)
    }

    /// Has the journal begin anew soon, because it has a private text: the request, which was journaled before it was served (D7). It begins
    /// once for all that are posted until then, because it writes the whole state.
    private func scheduleForgetting() {
        guard !owesForgetting else { return }
        owesForgetting = true
        eventLoop.scheduleTask(in: .milliseconds(100)) { [self] in
            assumeIsolated { daemon in
                daemon.owesForgetting = false
                daemon.continuity?.forget()
                daemon.commit()
            }
        }
    }

    /// Ends this process and leaves everything to the next one: clients stay connected, and the next process speaks the waiting utterances.
    /// Without a service manager's notification socket, or if ``end()`` is called before the handover is complete, the daemon simply ends.
    package func handOver() {
        guard continuity != nil else { return end() }
        guard !isEnding else { return }
        isEnding = true
        isHandingOver = true
        notifier?.sendStopping()
        flush()
        sendRest()
        for socket in sockets { socket.remove() }
        (voice?.end() ?? eventLoop.makeSucceededVoidFuture()).whenComplete { [self] _ in
            assumeIsolated { $0.writeLastEntries() }
        }
    }

    /// Writes the last entries: how much of each client's output the system has taken, to the byte.
    private func writeLastEntries() {
        guard isHandingOver else { return }
        flush()
        for client in continuity?.behind ?? [] {
            if let left = connections.buffered(for: client) { continuity?.didAbandon(left, to: client) }
        }
        continuity?.markHealthy()
        ended.succeed()
    }
}
