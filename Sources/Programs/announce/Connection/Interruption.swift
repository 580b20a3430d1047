import AnnounceClient
import ArgumentParser
import Glibc
import Messages
import Synchronization
import UnixSignals

/// Handles Ctrl-C and the end of a session: silences this command's speech, and ends the command with the exit code that shells expect,
/// such as 130 for Ctrl-C.
final class Interruption: Sendable {
    /// The signal received; 0: none.
    private let signal = Atomic<Int32>(0)

    /// Whether a signal was received.
    var wasInterrupted: Bool { signal.load(ordering: .acquiring) != 0 }

    /// The exit code for the signal.
    var exitCode: ExitCode { ExitCode(128 + signal.load(ordering: .acquiring)) }

    /// Runs `body`. On a signal, sends the requests, as they are at that moment, and closes the connection.
    /// - Throws: the exit code for a signal if one was received; otherwise the errors of `body`.
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
        do { try await body(interruption) } catch { throw interruption.wasInterrupted ? interruption.exitCode : error }
    }

    /// Returns the signals that end a program, except signals that are ignored, as under `nohup` or in the background: they remain ignored.
    private static func signals() async -> UnixSignalsSequence {
        let all: [(number: CInt, signal: UnixSignal)] = [(SIGINT, .sigint), (SIGTERM, .sigterm), (SIGHUP, .sighup)]
        let heeded = all.filter { number, _ in
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0 else { return true }
            return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        }
        return await UnixSignalsSequence(trapping: heeded.map(\.signal))
    }

    /// How long a command may take to end after a signal.
    private static let patience = Duration.seconds(1)

    /// Reports the first signal from now on. A second signal ends the program at once, and so does a timeout, because the command may be
    /// waiting for the reader of its standard error.
    /// - Returns: the watch, which must be cancelled when the command ends for another reason.
    func whenInterrupted(_ stop: @escaping @Sendable () -> Void) async -> Task<Void, Never> {
        let signals = await Self.signals()
        return Task {
            for await came in signals {
                if wasInterrupted { _exit(exitCode.rawValue) }
                signal.store(came.rawValue, ordering: .releasing)
                stop()
                Task {
                    try await Task.sleep(for: Self.patience)
                    _exit(exitCode.rawValue)
                }
            }
        }
    }
}
