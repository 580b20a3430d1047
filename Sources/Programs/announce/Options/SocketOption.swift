import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Messages
import System

/// The daemon that a command uses.
struct SocketOption: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket, instead of the default one.", valueName: "path"), completion: .file())
    var socket: String?

    var path: String { socket ?? Announcer.standardSocket() }

    func validate() throws {
        if socket == "" { throw ValidationError("--socket: expected a path, found nothing") }
        if let mistake = SocketPath.mistake(in: path) { throw ValidationError(mistake) }
    }

    /// Connects to the daemon.
    func connect() async throws(Connection.Failure) -> Connection {
        let connection = try await Connection.connect(to: path)
        try await connection.expectAnswer(from: path)
        return connection
    }

    /// Sends a request to the daemon, and returns the reply. Prints the reply's warnings on standard error.
    /// - Parameter app: the app whose groups the request means.
    func ask(_ request: Request, as app: String? = nil) throws(Connection.Failure) -> Reply {
        let reply = try BlockingConnection.reply(to: request, as: app, from: path)
        StandardError.print(warnings: reply.warnings)
        return reply
    }
}
