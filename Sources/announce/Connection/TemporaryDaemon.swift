import AnnounceClient
import ArgumentParser
import ConnectedProcess
import Glibc

/// A daemon for one command. It serves only this connection, and ends when everything was heard and the connection is closed.
struct TemporaryDaemon {
    let connection: Connection
    private let process: ConnectedProcess

    /// Starts it and connects to it.
    /// - Parameter wav: a file to write the sound to; nil: the sound is played.
    /// - Throws: an exit code, after a line on standard error.
    static func start(wav: String?) async throws -> TemporaryDaemon {
        guard let program = ProgramOutput.path(ofOwn: "announced") else {
            StandardError.print("announce: announced was not found beside this program; install both in one folder")
            throw Exit.noDaemon
        }
        var arguments = ["--connection", "0", "--log-level", "error"]
        if let wav { arguments += ["--wav", wav] }
        do {
            let process = try ConnectedProcess.start(program, arguments: arguments)
            return TemporaryDaemon(connection: try await Connection.connect(descriptor: process.descriptor), process: process)
        } catch {
            StandardError.print("announce: \(error)")
            throw Exit.noDaemon
        }
    }

    /// Returns why a command on this daemon failed. If the daemon could not run, reports that on standard error; the daemon itself has
    /// printed the reason.
    func explained(_ error: any Error) async -> any Error {
        guard case .lost? = error as? Connection.Failure else { return error }
        switch await process.reap() {
        // It can't write the sound file, and has printed what to do.
        case .exited(code: Exit.cannotWrite.rawValue): return Exit.cannotWrite
        case .exited(let code) where code != 0:
            StandardError.print("announce: the temporary daemon could not run: it exited with code \(code)")
        case .exited, .killed, nil: return error
        }
        return Exit.noDaemon
    }
}
