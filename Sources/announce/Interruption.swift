import Accessibility
import AnnounceClient
import Synchronization
import UnixSignals

/// Ctrl-C: what this command has spoken falls silent, and the command ends with 130.
final class Interruption: Sendable {
    private let state = Atomic(false)

    /// Whether the user has pressed Ctrl-C.
    var hasCome: Bool { state.load(ordering: .acquiring) }

    /// From now on Ctrl-C cancels the announcement with this id, and closes the connection.
    /// - Returns: the watch, to be cancelled when the command ends in another way.
    func cancels(_ id: String, over connection: Connection) async -> Task<Void, Never> {
        let signals = await UnixSignalsSequence(trapping: .sigint)
        return Task {
            for await _ in signals {
                state.store(true, ordering: .releasing)
                try? await connection.send(.cancel(.id(id)))
                await connection.close()
            }
        }
    }
}
