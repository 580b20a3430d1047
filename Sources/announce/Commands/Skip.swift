import ArgumentParser
import Messages

/// Skips the current utterance.
struct Skip: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Give up what is spoken now; what waits follows.",
        discussion: """
            EXAMPLES
              announce skip
              announce skip && announce status
            """)
    @OptionGroup var daemon: SocketOption
    func run() throws { _ = try daemon.ask(.skip) }
}
