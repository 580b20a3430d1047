import AnnounceClient
import ArgumentParser
import Glibc
import Messages
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

    /// Runs `body`, which is told whether a signal has come. One that comes sends these requests, as they are then, and closes the connection.
    /// - Throws: the exit code for a signal that has come; else what `body` does.
    static func watched(
        _ connection: Connection, sending requests: @escaping @Sendable @autoclosure () -> [Request],
        _ body: (Interruption) async throws -> Void
    ) async throws {
        let interruption = Interruption()
        let signals = await signals()
        let watch = Task {
            for await came in signals {
                interruption.signal.store(came.rawValue, ordering: .releasing)
                for request in requests() { try? await connection.send(request) }
                await connection.close()
            }
        }
        defer { watch.cancel() }
        do { try await body(interruption) } catch { throw interruption.hasCome ? interruption.exitCode : error }
    }

    /// Those that end a program. `nohup`, and a shell that starts something in the background, have some ignored: they stay so.
    private static func signals() async -> UnixSignalsSequence {
        let all: [(number: CInt, signal: UnixSignal)] = [(SIGINT, .sigint), (SIGTERM, .sigterm), (SIGHUP, .sighup)]
        let heeded = all.filter { number, _ in
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0 else { return true }
            return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        }
        return await UnixSignalsSequence(trapping: heeded.map(\.signal))
    }

    /// From now on the first signal is told, and a second one ends the program at once.
    /// - Returns: the watch, to be cancelled when the command ends in another way.
    func tells(_ take: @escaping @Sendable () -> Void) async -> Task<Void, Never> {
        let signals = await Self.signals()
        return Task {
            for await came in signals {
                if hasCome { _exit(exitCode.rawValue) }
                signal.store(came.rawValue, ordering: .releasing)
                take()
            }
        }
    }
}
