import ArgumentParser
import Messages

/// UIAccessibilityScreenChanged.
struct ScreenChanged: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen-changed", abstract: "Report that the whole screen changed, and which element has focus.",
        discussion: """
            Discards the previous screen's elements. Plays two tones, then speaks --title, then --text or the element's description.

            \(elementDiscussion)

            EXAMPLES
              announce screen-changed --title Inbox --label Ada --container list
              announce screen-changed --title Settings

            \(exitCodes)
            """)
    @OptionGroup(title: "Element") var element: ElementOptions
    @Option(help: ArgumentHelp("The screen's title.", valueName: "text")) var title: String?
    @Option(help: "Speak this text instead of an element.") var text: String?
    @OptionGroup var waiting: WaitOption
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if text != nil, element.reference != nil { throw ValidationError("--text: expected a text or an element, not both") }
        if case .id(let id) = element.reference {
            throw ValidationError("--id: the new screen has no element \"\(id)\" yet; expected its --label too")
        }
    }

    func run() async throws {
        var change = ScreenChange(argument: text.map(ChangeArgument.text) ?? .none, title: title)
        if case .element(let element) = element.reference { change.elements = [element] }
        try await SpeakingCommand.run(.notification(.screenChanged(change)), until: waiting.wait ? .heard : .ended, at: client.daemon)
    }
}
