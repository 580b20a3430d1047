import Accessibility
import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc

/// Which daemon a command talks to.
struct SocketOption: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket, instead of the usual one.", valueName: "path"), completion: .file())
    var socket: String?

    var path: String { socket ?? Self.standardPath }

    func validate() throws {
        if let mistake = SocketPath.mistake(in: path) { throw ValidationError(mistake) }
    }

    /// The usual one.
    static var standardPath: String {
        SocketPath.standard(
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            }, user: getuid())
    }

    /// Connects to the daemon there.
    /// - Throws: ``Exit/noDaemon``, after a line on standard error.
    func connect() async throws -> Connection {
        guard let connection = try? await Connection.connect(to: path) else { throw noDaemon() }
        try await connection.expectAnswer(at: path)
        return connection
    }

    /// Tells that nobody listens there, and is the exit code for it.
    func noDaemon() -> ExitCode {
        StandardError.print(
            "announce: no daemon listens at \(path); start it with `systemctl --user start announced`, or run `announced &`")
        return Exit.noDaemon
    }

    /// Asks the daemon there for one thing, and returns its reply.
    /// - Parameter app: the app whose groups the request means.
    /// - Throws: an exit code, after a line on standard error.
    func ask(_ request: Request, as app: String? = nil) throws(ExitCode) -> Reply {
        let connection: UnixConnection
        do {
            connection = try UnixConnection(to: path)
        } catch {
            throw error == .late ? Connection.noAnswer(at: path) : noDaemon()
        }
        return try DirectRequest.reply(to: request, as: app, over: connection, at: path)
    }
}
