import ArgumentParser
import Messages

/// Ends a session.
struct MediaEnd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End a session that announce has begun: what was held is spoken.",
        discussion: """
            EXAMPLES
              announce media end
              announce media end --session dictation
            """)
    @Option(help: ArgumentHelp("Its name; without it, announce's only one.", valueName: "name"), completion: .mediaSessions)
    var session: String?
    @OptionGroup var daemon: SocketOption

    func validate() throws { try requireName(session, "--session") }

    func run() throws { _ = try daemon.ask(.mediaSession(.end(name: session)), as: "announce") }
}
