package import Conductor
package import FrontDoors
import Logging
package import NIOCore
package import SpeechQueue
import Systemd

/// The state that outlives this process: its clients' connections, in the service manager's store, and its journal.
///
/// Everything journaled between two calls of ``commit()`` reaches the next process as a whole or not at all. So nothing is sent before its
/// cause is committed, and a client's input is committed before it is served. Used on the event loop.
package final class Continuity {
    private let journal: Journal
    private let store: DescriptorStore
    private var written = WrittenState()
    /// Each client's output that the system has not taken.
    private var unwritten: [ClientID: CircularBuffer<ByteBuffer>] = [:]

    /// Continues with the previous process's memory, or with new memory that the service manager does not keep yet.
    init(_ journal: Journal, mustBeKept: Bool, store: DescriptorStore) {
        self.journal = journal
        self.store = store
        if mustBeKept { store.keep(journal.descriptor, as: Inheritance.journalName) }
    }

    // MARK: Connections

    /// Adds a client.
    /// - Parameter channel: the connection to keep. If nil, the connection ends with this process; only the client's number is recorded,
    ///   because numbers are never reused.
    package func didConnect(_ client: ClientID, _ channel: (any Channel)?) {
        journal.lastClient = max(journal.lastClient, client.number)
        _ = try? channel?.pipeline.syncOperations.withUnsafeTransportIfAvailable { (descriptor: NIOBSDSocket.Handle) in
            store.keep(descriptor, as: Inheritance.name(of: client))
        }
    }

    /// The number of the last client of any process.
    package var lastClient: UInt64 { journal.lastClient }

    /// Removes a client whose connection has ended or is about to.
    package func didDisconnect(_ client: ClientID) {
        unwritten[client] = nil
        store.forget(Inheritance.name(of: client))
    }

    /// Journals a client's input, which is about to be served.
    package func didRead(_ bytes: [UInt8], from client: ClientID) {
        journal.addAlone(.input(client, bytes))
    }

    /// Journals how much of a client's input was served. This is committed together with the results.
    package func didServe(_ client: ClientID, _ lines: UnservedInput) {
        journal.add(.served(client, left: lines.bytes.count, line: lines.line, isSkipping: lines.isSkipping))
    }

    /// Journals output that is about to be sent to a client.
    package func willSend(_ bytes: ByteBuffer, to client: ClientID) {
        unwritten[client, default: []].append(bytes)
        journal.add(.output(client, Array(bytes.readableBytesView)))
    }

    /// Records that the system has taken the first piece of a client's unwritten output.
    package func didWrite(to client: ClientID) {
        guard var left = unwritten.removeValue(forKey: client), let first = left.popFirst() else { return }
        journal.add(.written(client, first.readableBytes))
        if !left.isEmpty {
            unwritten[client] = left
            journal.add(.stuck(client))
        }
        journal.commit()
    }

    /// Records that output was sent to a client. If the system has not taken all of it, it may have taken a part.
    package func didSend(to client: ClientID) {
        guard unwritten[client] != nil else { return }
        journal.add(.stuck(client))
        journal.commit()
    }

    /// Records the end of a client's output: the system has taken all but `count` bytes of it, and will take no more.
    package func didAbandon(_ count: Int, to client: ClientID) {
        guard let left = unwritten.removeValue(forKey: client) else { return }
        journal.add(.written(client, max(0, left.reduce(0) { $0 + $1.readableBytes } - count)))
        journal.commit()
    }

    /// The clients with output that the system has not taken.
    package var behind: [ClientID] { Array(unwritten.keys) }

    /// Adds output that the previous process could not send.
    package func restore(_ bytes: ByteBuffer, to client: ClientID) { unwritten[client, default: []].append(bytes) }

    // MARK: Writing

    /// Journals what has changed in the conductor.
    package func add(_ changes: Remembered) {
        for entry in written.entries(for: changes) { journal.add(.conductor(entry)) }
    }

    /// Asks for a restart of the journal, after which nothing of what was journaled before remains.
    package func forget() { journal.forget() }

    /// Commits everything journaled so far.
    package func commit() { journal.commit() }

    /// Whether the journal must be restarted.
    package var isFull: Bool { journal.isFull }

    /// Restarts the journal with the conductor's whole state.
    package func begin(with state: Remembered, unserved: some Sequence<(client: ClientID, input: UnservedInput)>) {
        var records: [JournalRecord] = written.entries(for: state).map { .conductor($0) }
        for (client, input) in unserved {
            if !input.bytes.isEmpty { records.append(.input(client, Array(input.bytes))) }
            records.append(.served(client, left: input.bytes.count, line: input.line, isSkipping: input.isSkipping))
        }
        for (client, buffers) in unwritten {
            records += buffers.map { .output(client, Array($0.readableBytesView)) }
            records.append(.stuck(client))
        }
        journal.begin(with: records)
    }

    /// Records that the restored state was harmless.
    package func markHealthy() { journal.markHealthy() }

    /// Ends without a successor: nothing is kept.
    package func end(_ clients: some Sequence<ClientID>) {
        journal.clear()
        store.forget(Inheritance.journalName)
        for client in clients { store.forget(Inheritance.name(of: client)) }
    }
}
