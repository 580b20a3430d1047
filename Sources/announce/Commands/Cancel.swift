import ArgumentParser
import Messages

/// Cancels an announcement or a group.
struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Give up one announcement, whether it waits or is spoken, or a group of announce's own.",
        discussion: """
            EXAMPLES
              announce cancel announce-4711
              announce cancel --group build
            """)
    @Argument(help: "The announcement's id, as `announce status` shows it.", completion: .waitingIDs)
    var id: String?
    @Option(help: ArgumentHelp("All of this group instead.", valueName: "name"))
    var group: String?
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if (id == nil) == (group == nil) { throw ValidationError("expected an ID or --group") }
    }

    func run() throws {
        let target = id.map(CancelTarget.id) ?? .group(group ?? "")
        _ = try daemon.ask(.cancel(target), as: "announce")
    }
}
