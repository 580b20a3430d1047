import ArgumentParser
import Messages

/// Resumes speech.
struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume speech at the word where `announce pause` stopped it.",
        discussion: """
            EXAMPLES
              announce resume
              announce resume --socket /tmp/other
            """)
    @OptionGroup var daemon: SocketOption
    func run() throws { _ = try daemon.ask(.resume) }
}
