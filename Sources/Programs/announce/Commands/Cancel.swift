import ArgumentParser
import Messages

/// Cancels an announcement or a group.
struct Cancel: PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel an announcement that is waiting or being spoken, or one of announce's groups.",
        discussion: """
            EXAMPLES
              announce --id tea --queue "Your tea is ready" && announce cancel tea
              announce cancel --group build
            """)
    @Argument(help: "The announcement's id, as shown by `announce status`.", completion: .waitingIDs)
    var id: String?
    @Option(help: ArgumentHelp("Cancel all announcements of this group instead.", valueName: "name"))
    var group: String?
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if (id == nil) == (group == nil) { throw ValidationError("expected either an ID or --group") }
        try requireName(group, "--group")
    }

    func run() throws {
        let target = id.map(CancelTarget.id) ?? .group(group ?? "")
        try client.ask(.cancel(target))
    }
}
