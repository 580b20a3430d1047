import ArgumentParser
import Messages

/// Ends sessions.
struct MediaEnd: PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End media sessions, and speak the held announcements.",
        discussion: """
            Without --all and --of, ends a session that announce began. An app whose sessions were ended with --all or --of can't begin \
            another for 60 s, unless you activate an element of the app that starts one.

            EXAMPLES
              announce media end --session dictation
              announce media end --all
              announce media end --of org.example.recorder
            """)
    @Option(help: ArgumentHelp("The session's name; may be omitted if there is only one.", valueName: "name"), completion: .mediaSessions)
    var session: String?
    @Flag(help: "End the sessions of all apps.") var all = false
    @Option(
        help: ArgumentHelp("End the sessions of this app, named as in `announce media list`.", valueName: "app"), completion: .mediaApps)
    var of: String?
    @OptionGroup var client: ClientOptions

    func validate() throws {
        try requireName(session, "--session")
        try requireName(of, "--of")
        if [session != nil, all, of != nil].filter({ $0 }).count > 1 { throw ValidationError("expected one of --session, --all, --of") }
    }

    func run() throws {
        let request: MediaSessionRequest = all || of != nil ? .endAll(of: of) : .end(name: session)
        try client.ask(.mediaSession(request))
    }
}
