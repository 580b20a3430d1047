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
              announce where --full
              announce where --wait || echo "not heard"
            """)
    @Flag(help: "Say its details and the names of its actions too, whatever the verbosity.") var full = false
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        try await SpeakingCommand.run(.where(isFull: full), until: waiting.wait ? .heard : .ended, at: daemon)
    }
}

/// Speaks the details of the element that has the focus.
struct Details: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "details", abstract: "Speak the details of the element that has the focus.",
        discussion: """
            Details are what an app tells of an element besides its label and value, such as the age of a photo. Returns once they have \
            been heard or cut.

            EXAMPLES
              announce details
              announce focus --label Bella --content "Age=3 years"; announce details --wait
            """)
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func run() async throws { try await SpeakingCommand.run(.details, until: waiting.wait ? .heard : .ended, at: daemon) }
}
