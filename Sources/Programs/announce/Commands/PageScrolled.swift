import ArgumentParser
import Messages

/// UIAccessibilityPageScrolled.
struct PageScrolled: AsyncParsableCommand, PostingCommand {
    static let configuration = CommandConfiguration(
        commandName: "page-scrolled", abstract: "Report that a page was scrolled, and speak its new position.",
        discussion: """
            EXAMPLES
              announce page-scrolled "Page 3 of 9"
              announce page-scrolled --wait "Rows 10 to 20"

            \(exitCodes)
            """)
    @Argument(help: "The new position; several words are joined by spaces.") var text: [String]
    @OptionGroup var waiting: WaitOption
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if text.allSatisfy(\.isEmpty) { throw ValidationError("expected a text") }
    }

    func run() async throws {
        let request = Request.notification(.pageScrolled(text.joined(separator: " ")))
        try await SpeakingCommand.run(request, until: waiting.wait ? .heard : .accepted, at: client.daemon)
    }
}
