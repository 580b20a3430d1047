import ArgumentParser
import Messages

/// Pauses speech.
struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause speech until `announce resume`.",
        discussion: """
            Waiting announcements keep waiting, and may expire. Only announced's speech pauses, not other assistive technology.

            EXAMPLES
              announce pause
              announce pause; sleep 5; announce resume
            """)
    @OptionGroup var daemon: SocketOption
    func run() throws { _ = try daemon.ask(.pause) }
}
