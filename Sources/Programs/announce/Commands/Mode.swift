import AnnounceProtocol
import ArgumentParser
import Messages

/// Shows or chooses the speech mode (N9).
struct Mode: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mode", abstract: "Show or choose the speech mode.",
        discussion: """
            MODE is one of:
              talk        everything is spoken
              on-demand   only what you do or ask for is spoken; `announce missed` shows the rest
              beeps       a short tone in place of each text
              off         nothing is spoken

            The new mode is spoken. It applies until the configuration is reloaded or the daemon is stopped; `announce settings mode MODE \
            --save` keeps it. An app's own mode in the configuration takes precedence.

            EXAMPLES
              announce mode
              announce mode on-demand
              announce mode talk
              announce mode --json | jq -r .mode
            """)
    @Argument(help: "The new mode (default: show the mode).") var mode: SpeechMode?
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() throws {
        let reply = try daemon.ask(.settings(UserSettings(mode: mode)))
        guard case .settings(let report) = reply.result, let current = report.settings.mode else { return }
        if json { return StandardOutput.print(json: UserSettings(mode: current).jsonText) }
        StandardOutput.print(current.rawValue)
    }
}
