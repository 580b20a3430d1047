import ArgumentParser
import Messages

/// UIAccessibilityLayoutChanged.
struct LayoutChanged: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout-changed", abstract: "Tell that a part of the screen has changed.",
        discussion: """
            With an element the focus moves there. With --text that is spoken, and the focus stays. With neither, what has changed of the \
            focused element is spoken.

            \(elementDiscussion)

            EXAMPLES
              announce layout-changed --label Send --trait button
              announce layout-changed --text "3 results"

            \(exitCodes)
            """)
    @OptionGroup(title: "Element") var element: ElementOptions
    @Option(help: "A text to be spoken instead.") var text: String?
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if text != nil, element.reference != nil { throw ValidationError("--text: stands beside an element; expected one of the two") }
    }

    func run() async throws {
        let argument = element.reference.map(ChangeArgument.element) ?? text.map(ChangeArgument.text) ?? .none
        // A text is an announcement, which is spoken without us.
        let until: FollowedRequest.Until = waiting.wait ? .heard : text != nil ? .taken : .ended
        try await FollowedRequest.follow(.notification(.layoutChanged(argument)), until: until, at: daemon)
    }
}
