import ArgumentParser
import Messages

/// Describes the element that has the focus.
struct Where: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "where", abstract: "Describe the element that has the focus.",
        discussion: """
            Returns once the description has been heard or cut.

            EXAMPLES
              announce where
              announce where --wait || echo "not heard"
            """)
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func run() async throws { try await SpeakingCommand.run(.where, until: waiting.wait ? .heard : .ended, at: daemon) }
}
