import ArgumentParser
import Messages

/// Renews a session's lease.
struct MediaExtend: PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend", abstract: "Renew the lease of a session that announce began.",
        discussion: """
            EXAMPLES
              announce media extend
              announce media extend --session dictation --lease 120
            """)
    @Option(help: ArgumentHelp("The session's name; may be omitted if there is only one.", valueName: "name"), completion: .mediaSessions)
    var session: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seconds from now until the session ends (default: the previous lease).", valueName: "seconds"))
    var lease: Double?
    @OptionGroup var client: ClientOptions

    func validate() throws {
        try requireName(session, "--session")
        try requireLease(lease)
    }

    func run() throws { try client.ask(.mediaSession(.extend(name: session, lease: lease))) }
}
