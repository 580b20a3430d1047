import ArgumentParser
import Messages

/// Reports an activation.
struct Activate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Tell that the user has activated an element: its label is said again.",
        discussion: """
            One that starts a media session silences speech until the session ends, and so long lasts the command.

            \(elementDiscussion)

            EXAMPLES
              announce focus --id play --label Play --trait button
              announce activate --id play
              announce activate --id play --wait

            \(exitCodes)
            """)
    @Option(help: ArgumentHelp("Which element.", valueName: "id")) var id: String
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func validate() throws { try requireName(id, "--id") }

    func run() async throws {
        try await FollowedRequest.follow(.notification(.elementActivated(id: id)), until: waiting.wait ? .heard : .ended, at: daemon)
    }
}
