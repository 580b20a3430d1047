import ArgumentParser
import Messages

/// Renews a session's lease.
struct MediaExtend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend", abstract: "Let the lease of a session that announce has begun start anew.",
        discussion: """
            EXAMPLES
              announce media extend
              announce media extend --session dictation --lease 120
            """)
    @Option(help: ArgumentHelp("Its name; without it, announce's only one.", valueName: "name"), completion: .mediaSessions)
    var session: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("How long from now; without it, as long as before.", valueName: "seconds"))
    var lease: Double?
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        try requireName(session, "--session")
        try requireLease(lease)
    }

    func run() throws { _ = try daemon.ask(.mediaSession(.extend(name: session, lease: lease)), as: "announce") }
}
