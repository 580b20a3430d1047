package import Conductor
package import FrontDoors
import Logging
package import NIOCore
package import SpeechQueue
import Systemd

/// What goes on though this process ends: its clients' connections, in the service manager's store, and what it knows, in its journal.
///
/// What is journaled between two calls of ``commit()`` is there for the next process as a whole or not at all. So nobody is told anything
/// before what brought it about is committed; and what was read from a client is committed before it is served. On the event loop.
package final class Continuity {
    private let journal: Journal
    private let store: DescriptorStore
    /// What each client was to be told that the system has not taken.
    private var untaken: [ClientID: CircularBuffer<ByteBuffer>] = [:]

    /// Goes on with the memory of the process before, or with memory that the manager does not keep yet.
    init(_ journal: Journal, mustBeKept: Bool, store: DescriptorStore) {
        self.journal = journal
        self.store = store
        if mustBeKept { store.keep(journal.descriptor, as: Inheritance.journalName) }
    }

    // MARK: Connections

    /// A client has connected.
    /// - Parameter channel: nil: its connection ends with this process, and only its number is remembered, for none is used twice.
    package func didConnect(_ client: ClientID, _ channel: (any Channel)?) {
        journal.lastClient = max(journal.lastClient, client.number)
        _ = try? channel?.pipeline.syncOperations.withUnsafeTransportIfAvailable { (descriptor: NIOBSDSocket.Handle) in
            store.keep(descriptor, as: Inheritance.name(of: client))
        }
    }

    /// The number of the client that came last, of any process.
    package var lastClient: UInt64 { journal.lastClient }

    /// Its connection has ended, or is about to.
    package func didDisconnect(_ client: ClientID) {
        untaken[client] = nil
        store.forget(Inheritance.name(of: client))
    }

    /// These bytes have come from it, and are going to be served.
    package func read(_ bytes: [UInt8], from client: ClientID) {
        journal.addAlone(.input(client, bytes))
    }

    /// What has come from it was served up to here; committed with what came of it.
    package func served(_ client: ClientID, _ lines: UnservedInput) {
        journal.add(.served(client, left: lines.bytes.count, line: lines.line, isSkipping: lines.isSkipping))
    }

    /// It is going to be told this.
    package func tells(_ bytes: ByteBuffer, to client: ClientID) {
        untaken[client, default: []].append(bytes)
        journal.add(.output(client, Array(bytes.readableBytesView)))
    }

    /// The system has taken the first that it was told and that was not taken.
    package func wasTaken(by client: ClientID) {
        guard var left = untaken.removeValue(forKey: client), let first = left.popFirst() else { return }
        journal.add(.taken(client, first.readableBytes))
        if !left.isEmpty {
            untaken[client] = left
            journal.add(.stuck(client))
        }
        journal.commit()
    }

    /// It was told something: if the system has not taken all of it, a part may be on its way.
    package func wasTold(_ client: ClientID) {
        guard untaken[client] != nil else { return }
        journal.add(.stuck(client))
        journal.commit()
    }

    /// All that a client was told the system has taken but for so many bytes: this is the end, and none will be taken any more.
    package func leaves(_ count: Int, untoldTo client: ClientID) {
        guard let left = untaken.removeValue(forKey: client) else { return }
        journal.add(.taken(client, max(0, left.reduce(0) { $0 + $1.readableBytes } - count)))
        journal.commit()
    }

    /// The clients that were told something that the system has not taken.
    package var behind: [ClientID] { Array(untaken.keys) }

    /// What the process before could not tell a client any more.
    package func owe(_ bytes: ByteBuffer, to client: ClientID) { untaken[client, default: []].append(bytes) }

    // MARK: Writing

    package func add(_ entry: JournalEntry) { journal.add(.conductor(entry)) }

    /// What was journaled is there from now on.
    package func commit() { journal.commit() }

    /// Whether the journal has to be begun anew.
    package var isFull: Bool { journal.isFull }

    /// Begins the journal anew with all that is so.
    package func begin(with present: [JournalEntry], unserved: some Sequence<(client: ClientID, input: UnservedInput)>) {
        var records: [JournalRecord] = present.map { .conductor($0) }
        for (client, input) in unserved {
            if !input.bytes.isEmpty { records.append(.input(client, Array(input.bytes))) }
            records.append(.served(client, left: input.bytes.count, line: input.line, isSkipping: input.isSkipping))
        }
        for (client, buffers) in untaken {
            records += buffers.map { .output(client, Array($0.readableBytesView)) }
            records.append(.stuck(client))
        }
        journal.begin(with: records)
    }

    /// What was restored has done no harm.
    package func markHealthy() { journal.markHealthy() }

    /// There is to be no next process that goes on: nothing is kept.
    package func end(_ clients: some Sequence<ClientID>) {
        journal.clear()
        store.forget(Inheritance.journalName)
        for client in clients { store.forget(Inheritance.name(of: client)) }
    }
}
