import ArgumentParser
import Messages

/// Silences everything.
struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop speech now, and end all waiting utterances.",
        discussion: """
            EXAMPLES
              announce stop
              announce stop --socket /tmp/other
            """)
    @OptionGroup var daemon: SocketOption
    func run() throws { _ = try daemon.ask(.stop) }
}
