import ArgumentParser
import Messages

/// UIAccessibilityLayoutChanged.
struct LayoutChanged: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout-changed", abstract: "Report that a part of the screen changed.",
        discussion: """
            With an element, moves the focus there. With --text, speaks the text, and the focus stays. With neither, speaks changes to the \
            focused element.

            \(elementDiscussion)

            EXAMPLES
              announce layout-changed --label Send --trait button
              announce layout-changed --text "3 results"

            \(exitCodes)
            """)
    @OptionGroup(title: "Element") var element: ElementOptions
    @Option(help: "Speak this text instead.") var text: String?
    @OptionGroup var waiting: WaitOption
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if text != nil, element.reference != nil { throw ValidationError("--text: expected a text or an element, not both") }
    }

    func run() async throws {
        let argument = element.reference.map(ChangeArgument.element) ?? text.map(ChangeArgument.text) ?? .none
        // A text becomes an announcement, which is spoken even after this command has ended.
        let until: SpeakingCommand.Until = waiting.wait ? .heard : text != nil ? .accepted : .ended
        try await SpeakingCommand.run(.notification(.layoutChanged(argument)), until: until, at: client.daemon)
    }
}
