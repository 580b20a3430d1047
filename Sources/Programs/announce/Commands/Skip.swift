import ArgumentParser
import Messages

/// Skips the current utterance.
struct Skip: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Stop the current utterance, and continue with the next.",
        discussion: """
            EXAMPLES
              announce skip
              announce skip && announce status
            """)
    @OptionGroup var daemon: SocketOption
    func run() throws { _ = try daemon.ask(.skip) }
}
