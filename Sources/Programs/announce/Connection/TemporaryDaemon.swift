import AnnounceClient
import ArgumentParser
import Glibc
import System

/// A daemon that a command starts. It serves the usual socket, so that other commands reach it, and ends when it is idle. With `--wav` it
/// serves only this connection, and ends with it.
struct TemporaryDaemon {
    let connection: Connection
    /// Whether the daemon and its speech end with the connection, because no other command can reach it.
    private(set) var endsWithConnection = true
    private let process: ConnectedProcess

    /// How long the daemon may take to start, on a busy machine.
    private static let patience = Duration.seconds(60)

    /// Starts a daemon for this connection alone.
    /// - Parameter wav: a file to write the sound to.
    /// - Throws: ``CommandError``.
    static func start(wav: String) async throws -> TemporaryDaemon { try await start(["--wav", wav]) }

    /// Starts a daemon, and waits until it serves clients.
    /// - Parameter socket: the path at which other commands reach the daemon. If no socket can be created there, it serves this connection
    ///   alone.
    /// - Returns: nil if another daemon listens there by now.
    /// - Throws: ``CommandError``; `Connection.Failure` if the daemon does not answer; an exit code if it has printed the reason.
    static func start(at socket: String) async throws -> TemporaryDaemon? {
        var daemon = try await start(["--socket", socket])
        do {
            try await daemon.connection.expectAnswer(from: socket, within: patience)
            daemon.endsWithConnection = (try? UnixSocket(to: socket))?.peer != daemon.process.processID
            return daemon
        } catch {
            let end = daemon.process.reap()
            if end == .exited(code: ProcessEnd.socketInUse) { return nil }
            throw Self.explained(end) ?? error
        }
    }

    private static func start(_ options: [String]) async throws -> TemporaryDaemon {
        let program = try ProgramOutput.pathOfDaemon()
        do {
            // Ctrl-C silences the command's own text, and leaves the daemon to others.
            let process = try ConnectedProcess.start(
                program, arguments: ["--connection", "0", "--log-level", "error"] + options, leads: true)
            return TemporaryDaemon(connection: try await Connection.connect(descriptor: process.descriptor), process: process)
        } catch {
            throw CommandError(Exit.noDaemon, "\(error)")
        }
    }

    /// Returns why a command that used this daemon failed. If the daemon could not run, it has printed the reason itself.
    func explained(_ error: any Error) async -> any Error {
        guard case .lost? = error as? Connection.Failure else { return error }
        return Self.explained(await process.whenEnding()) ?? error
    }

    /// Returns the error for the end of a daemon that could not run; nil if it could.
    private static func explained(_ end: ProcessEnd?) -> (any Error)? {
        switch end {
        // The daemon can't write the sound file, and has printed what to do.
        case .exited(code: Exit.cannotWrite.rawValue): return Exit.cannotWrite
        case .exited(let code) where code != 0:
            return CommandError(Exit.noDaemon, "the temporary daemon could not run: it exited with code \(code)")
        case .exited, .killed, nil: return nil
        }
    }
}
