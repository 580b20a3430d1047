import AnnounceProtocol
package import Conductor
import Glibc
package import Logging
import NIOCore
package import SpeechQueue
package import Systemd

/// The state that a process takes over from the previous one.
package struct Restored {
    /// The conductor's state.
    package var state = Remembered()
    /// The clients that are still connected.
    package var connections: [ClientID: (descriptor: CInt, state: RestoredConnection)] = [:]
    /// The number of the last client of any process.
    package var lastClient: UInt64 = 0
    /// Whether there was no previous process.
    package var isEmpty = true
}

extension Continuity {
    /// Continues with the state that the service manager kept from the previous process, or starts a new journal. A journal that can't be
    /// used is dropped, with a line in the log.
    /// - Returns: nil if there is no memory for a journal; a restart then loses the waiting utterances.
    package static func start(
        with inheritance: Inheritance, in store: DescriptorStore, logger: Logger
    ) -> (Continuity, Restored)? {
        var found: (journal: Journal, records: [JournalRecord])?
        var dropped: [JournalRecord]?
        for descriptor in inheritance.journals {
            if found != nil {
                close(descriptor)
                continue
            }
            do {
                let journal = Journal(try SealedMemory(descriptor: descriptor))
                found = (journal, try journal.restore())
            } catch {
                logger.error("the previous process's journal can't be used; discarding it", metadata: ["reason": "\(error)"])
                dropped = (error as? Journal.Unusable)?.records ?? []
            }
        }
        let isNew = found == nil
        // The manager should keep only one journal, because an unreadable one would be passed again each time.
        let mustBeKept = isNew || inheritance.journals.count > 1
        if mustBeKept, !inheritance.journals.isEmpty { store.forget(Inheritance.journalName) }
        do {
            let continuity = Continuity(try found?.journal ?? Journal.make(), mustBeKept: mustBeKept, store: store)
            var restored = continuity.restored(from: found?.records ?? [], dropped: dropped, inheritance.connections)
            restored.isEmpty = isNew && restored.connections.isEmpty
            return (continuity, restored)
        } catch {
            logger.error("no journal; a restart would lose waiting announcements", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// - Parameter dropped: the readable records of a dropped journal; nil if none was dropped.
    private func restored(
        from records: [JournalRecord], dropped: [JournalRecord]?, _ connections: [(client: ClientID, descriptor: CInt)]
    ) -> Restored {
        let (entries, states) = RestoredConnection.split(records)
        var restored = Restored(state: Remembered(entries))
        let (droppedEntries, droppedStates) = RestoredConnection.split(dropped ?? [])
        let owed = Remembered(droppedEntries).outcomesOfDropped
        for (client, descriptor) in connections where restored.connections[client] == nil {
            var state = states[client] ?? RestoredConnection()
            if dropped != nil { state = (droppedStates[client] ?? RestoredConnection()).forgotten(telling: owed[client] ?? []) }
            // Writing to a client that has gone would end the connection before its input is read.
            if Inheritance.hasHungUp(descriptor) { state.unsent = [] }
            restored.connections[client] = (descriptor, state)
        }
        // A client that connected just before the end is missing in the journal. If the journal is lost, all clients are missing. Each is a
        // client nevertheless.
        for client in restored.connections.keys where restored.state.clients[client] == nil && restored.state.departed[client] == nil {
            restored.state.clients[client] = RememberedClient(id: client, name: "client-\(client.number)")
        }
        restored.lastClient = max(lastClient, restored.connections.keys.map(\.number).max() ?? 0)
        return restored
    }

    /// Starts this process's journal, once the conductor has restored the state.
    package func begin(with state: Remembered, _ restored: Restored) {
        for (client, (_, state)) in restored.connections where !state.unsent.isEmpty {
            restore(ByteBuffer(bytes: state.opening), to: client)
        }
        begin(with: state, unserved: restored.connections.lazy.map { (client: $0.key, input: $0.value.state.input) })
    }
}
