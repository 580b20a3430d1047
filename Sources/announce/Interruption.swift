import Accessibility
import AnnounceClient
import ArgumentParser
import Glibc
import Synchronization
import UnixSignals

/// Ctrl-C, and the end of a session: what this command has spoken falls silent, and the command ends as shells expect of a signal: 130 for
/// Ctrl-C.
final class Interruption: Sendable {
    /// The signal that came; 0: none.
    private let signal = Atomic<Int32>(0)

    /// Whether a signal has come.
    var hasCome: Bool { signal.load(ordering: .acquiring) != 0 }

    /// The exit code for the signal that has come.
    var exitCode: ExitCode { ExitCode(128 + signal.load(ordering: .acquiring)) }

    /// From now on a signal cancels the announcement with this id, and closes the connection.
    /// - Returns: the watch, to be cancelled when the command ends in another way.
    func cancels(_ id: String, over connection: Connection) async -> Task<Void, Never> {
        await sends([.cancel(.id(id))], over: connection)
    }

    /// From now on a signal sends these requests, as they are then, and closes the connection.
    /// - Returns: the watch, to be cancelled when the command ends in another way.
    func sends(_ requests: @escaping @Sendable @autoclosure () -> [Request], over connection: Connection) async -> Task<Void, Never> {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        return Task {
            for await came in signals {
                signal.store(came.rawValue, ordering: .releasing)
                for request in requests() { try? await connection.send(request) }
                await connection.close()
            }
        }
    }

    /// From now on the first signal is told, and a second one ends the program at once.
    /// - Returns: the watch, to be cancelled when the command ends in another way.
    func tells(_ take: @escaping @Sendable () -> Void) async -> Task<Void, Never> {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        return Task {
            for await came in signals {
                if hasCome { _exit(exitCode.rawValue) }
                signal.store(came.rawValue, ordering: .releasing)
                take()
            }
        }
    }
}
