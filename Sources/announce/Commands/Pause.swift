import ArgumentParser
import Messages

/// Pauses speech.
struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract:
            "Stop speaking until `announce resume`; what waits keeps waiting, and grows old. It pauses speech, not other assistive technology.",
        discussion: """
            EXAMPLES
              announce pause
              announce pause; sleep 5; announce resume
            """)
    @OptionGroup var daemon: SocketOption
    func run() throws { _ = try daemon.ask(.pause) }
}
