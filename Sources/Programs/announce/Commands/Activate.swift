import ArgumentParser
import Messages

/// Reports an activation.
struct Activate: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Report that the user activated an element, and repeat its label.",
        discussion: """
            If the element starts a media session, speech is silent, and the command keeps running, until the session ends.

            \(elementDiscussion)

            EXAMPLES
              announce focus --id play --label Play --trait button
              announce activate --id play
              announce activate --id play --wait

            \(exitCodes)
            """)
    @Option(help: ArgumentHelp("The element's identifier.", valueName: "id")) var id: String
    @OptionGroup var waiting: WaitOption
    @OptionGroup var client: ClientOptions

    func validate() throws { try requireName(id, "--id") }

    func run() async throws {
        try await SpeakingCommand.run(.notification(.elementActivated(id: id)), until: waiting.wait ? .heard : .ended, at: client.daemon)
    }
}
