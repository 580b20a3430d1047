import ArgumentParser
import Messages

/// UIAccessibilityScreenChanged.
struct ScreenChanged: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen-changed", abstract: "Tell that all of the screen is new, and where the focus is.",
        discussion: """
            The elements that were known are forgotten. Two tones are heard, then --title, then --text or the element's description.

            \(elementDiscussion)

            EXAMPLES
              announce screen-changed --title Inbox --id m1 --label Ada --container list --index 1 --count 2
              announce screen-changed --title Settings

            \(exitCodes)
            """)
    @OptionGroup(title: "Element") var element: ElementOptions
    @Option(help: ArgumentHelp("The screen's title.", valueName: "text")) var title: String?
    @Option(help: "A text to be spoken instead of an element.") var text: String?
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if text != nil, element.reference != nil { throw ValidationError("--text: stands beside an element; expected one of the two") }
        if case .id(let id) = element.reference {
            throw ValidationError("--id: the new screen has no element \"\(id)\" yet; expected its --label too")
        }
    }

    func run() async throws {
        var change = ScreenChange(argument: text.map(ChangeArgument.text) ?? .none, title: title)
        if case .element(let element) = element.reference { change.elements = [element] }
        try await FollowedRequest.follow(.notification(.screenChanged(change)), until: waiting.wait ? .heard : .ended, at: daemon)
    }
}
