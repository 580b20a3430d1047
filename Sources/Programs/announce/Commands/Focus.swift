import ArgumentParser
import Messages

/// Moves the focus.
struct Focus: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Move the focus to an element, and describe it.",
        discussion: """
            \(elementDiscussion)

            EXAMPLES
              announce focus --id play --label Play --trait button
              announce focus --label Search --trait searchField --wait
              announce focus --id play --by app

            \(exitCodes)
            """)
    @OptionGroup(title: "Element") var element: ElementOptions
    @Option(help: "Who moves the focus: user (cuts current speech) or app (waits for announcements).") var by = FocusMover.user
    @OptionGroup var waiting: WaitOption
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if element.reference == nil { throw ValidationError("expected an element, for example its --label, or the --id of a known one") }
    }

    func run() async throws {
        guard let reference = element.reference else { return }
        try await SpeakingCommand.run(
            .notification(.elementFocused(reference, by: by)), until: waiting.wait ? .heard : .ended, at: client.daemon)
    }
}
