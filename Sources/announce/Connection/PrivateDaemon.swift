import AnnounceClient
import ArgumentParser
import ConnectedProcess
import Glibc

/// A daemon for one command: it serves this connection alone, and ends when all was heard and the connection is closed.
struct PrivateDaemon {
    let connection: Connection
    private let process: ConnectedProcess

    /// Starts it and connects to it.
    /// - Parameter wav: a file to write the sound to; nil: it is heard.
    /// - Throws: an exit code, after a line on standard error.
    static func start(wav: String?) async throws -> PrivateDaemon {
        guard let program = ProgramOutput.path(ofOwn: "announced") else {
            StandardError.print("announce: announced is not beside this program; install it there")
            throw Exit.noDaemon
        }
        var arguments = ["--connection", "0", "--log-level", "error"]
        if let wav { arguments += ["--wav", wav] }
        do {
            let process = try ConnectedProcess.start(program, arguments: arguments)
            return PrivateDaemon(connection: try await Connection.connect(descriptor: process.descriptor), process: process)
        } catch {
            StandardError.print("announce: \(error)")
            throw Exit.noDaemon
        }
    }

    /// The exit code for a connection that was lost, after a line on standard error. A daemon that could not start has said there why: then
    /// what remains to be said is what to do.
    func lost() async -> ExitCode {
        switch await process.reap() {
        // It can't write the sound, and has said what to do.
        case .exited(code: 73): return Exit.failed
        case .exited(let code) where code != 0:
            StandardError.print("announce: the private daemon could not run: it exited with code \(code)")
        case .exited, .killed, nil: return connectionLost()
        }
        return Exit.noDaemon
    }
}
