import ArgumentParser
import Messages

/// Repeats the last utterances.
struct Repeat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat", abstract: "Repeat the last utterances.",
        discussion: """
            Returns once the utterances have been heard or cut.

            EXAMPLES
              announce repeat
              announce repeat 3
            """)
    @Argument(help: ArgumentHelp("The number of utterances, which are repeated in their original order.", valueName: "n")) var count = 1
    @OptionGroup var waiting: WaitOption
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        guard (1...HistoryEntry.mostRemembered).contains(count) else {
            throw ValidationError("<n>: expected 1 to \(HistoryEntry.mostRemembered)")
        }
    }

    func run() async throws { try await SpeakingCommand.run(.repeat(count: count), until: waiting.wait ? .heard : .ended, at: daemon) }
}
