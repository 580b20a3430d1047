import AnnounceProtocol
import ArgumentParser
import Messages

/// Explains why something was spoken, waited or was dropped.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Why an utterance was spoken, waited or was dropped.",
        discussion: """
            The time is that of the clock when it was posted, as `announce history` shows it; what was decided about it is told with the \
            seconds since then. With --json times are in seconds since the daemon began.

            EXAMPLES
              announce explain announce-4711
              announce explain '#17' --json
            """)
    @Argument(help: "Its id, as `announce history` shows it.", completion: .postedIDs) var id: String
    @Flag(help: "As one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if id.isEmpty || id.unicodeScalars.count > RequestLine.longestID {
            throw ValidationError("<id>: expected 1 to \(RequestLine.longestID) characters")
        }
    }

    func run() throws {
        let reply = try daemon.ask(.explain(target: id))
        guard case .explanation(let explanation) = reply.result else { return }
        if json { return StandardOutput.print(ServerLine.json(of: explanation)) }
        guard let clock = try DaemonClock.of(daemon) else { return }
        for line in explanation.lines(timeOfDay: clock.timeOfDay) {
            StandardOutput.print(StandardOutput.visible(line))
        }
    }
}
