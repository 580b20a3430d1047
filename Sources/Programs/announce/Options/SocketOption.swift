import AnnounceClient
import AnnounceProtocol
import ArgumentParser
import Glibc
import Messages
import System

/// The daemon that a command uses.
struct SocketOption: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket, instead of the default one.", valueName: "path"), completion: .file())
    var socket: String?
    @Option(
        help: ArgumentHelp(
            "The app that speaks: its settings in the configuration apply, such as muted. By default $ANNOUNCED_APP, else announce. "
                + "Commands that post nothing ignore it.",
            valueName: "name"))
    var app: String?

    var path: String { socket ?? AnnounceClient.standardSocket() }

    func validate() throws {
        if socket == "" { throw ValidationError("--socket: expected a path, found nothing") }
        if let mistake = SocketPath.mistake(in: path) { throw ValidationError(mistake) }
        if let app {
            guard ClientIdentity.allows(app) else { throw ValidationError("--app: expected 1 to 256 characters") }
            unsafe setenv(ClientIdentity.variable, app, 1)
        }
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
