import ArgumentParser
import Messages

/// Ends a session.
struct MediaEnd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End a session that announce began, and speak what was held.",
        discussion: """
            EXAMPLES
              announce media end
              announce media end --session dictation
            """)
    @Option(help: ArgumentHelp("The session's name; may be omitted if there is only one.", valueName: "name"), completion: .mediaSessions)
    var session: String?
    @OptionGroup var daemon: SocketOption

    func validate() throws { try requireName(session, "--session") }

    func run() throws { _ = try daemon.ask(.mediaSession(.end(name: session)), as: "announce") }
}
