import AnnounceClient
import ArgumentParser
import Messages

/// The daemon to which a command posts, and the app in whose name it posts.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Speak as this app, with its section of the configuration, such as muted (default: $ANNOUNCED_APP, otherwise announce).",
            valueName: "name"))
    var app: String?
    @OptionGroup
    var daemon: SocketOption

    func validate() throws {
        if let app, !ClientIdentity.allows(app) { throw ValidationError("--app: expected 1 to 256 characters") }
    }

    /// Sends a request in the app's name, and returns the reply. Prints the reply's warnings on standard error.
    @discardableResult
    func ask(_ request: Request) throws(Connection.Failure) -> Reply { try daemon.ask(request, as: ClientIdentity.app) }
}

/// A command that posts in an app's name.
protocol PostingCommand: ParsableCommand {
    var client: ClientOptions { get }
}
