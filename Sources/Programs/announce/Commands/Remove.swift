import ArgumentParser
import Messages

/// Reports that an element was removed.
struct Remove: PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Report that an element was removed, and stop speaking about it.",
        discussion: """
            EXAMPLES
              announce remove --id play
              announce focus --id a --label A && announce remove --id a
            """)
    @Option(help: ArgumentHelp("The element's identifier.", valueName: "id")) var id: String
    @OptionGroup var client: ClientOptions

    func validate() throws { try requireName(id, "--id") }

    func run() throws { try client.ask(.notification(.elementRemoved(id: id))) }
}
