import AnnounceProtocol
import ArgumentParser
import Messages
import System

/// Explains why something was spoken, waited or was dropped.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain why an utterance was spoken, waited or was dropped.",
        discussion: """
            Shows when the utterance was posted, in the format of `announce history`, and each decision with the seconds since then. With \
            --json, times are seconds since the daemon started.

            Without <id>, explains the latest utterance. With --silent, explains the last request that was not heard: it was dropped, \
            muted, expired or held, or is a notification that causes no speech.

            EXAMPLES
              announce explain
              announce explain --silent
              announce explain announce-4711
              announce explain '#17' --json
            """)
    @Argument(help: "The utterance's id, as shown by `announce history --codes`.", completion: .postedIDs) var id: String?
    @Flag(help: "Explain the last request that was not heard.") var silent = false
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if silent, id != nil { throw ValidationError("--silent: expected no <id>") }
        if let id, id.isEmpty || id.unicodeScalars.count > Request.longestID {
            throw ValidationError("<id>: expected 1 to \(Request.longestID) characters")
        }
    }

    func run() throws {
        let reply = try daemon.ask(.explain(target: silent ? nil : id ?? latest()))
        guard case .explanation(let explanation) = reply.result else { return }
        if json { return StandardOutput.print(json: explanation.jsonText) }
        guard let clock = try DaemonClock.of(daemon) else { return }
        for line in explanation.lines(timeOfDay: clock.timeOfDay) {
            StandardOutput.print(line)
        }
    }

    /// Returns the id of the latest utterance.
    private func latest() throws -> String {
        if case .history(let entries) = try daemon.ask(.history(limit: 1)).result, let id = entries.last?.id { return id }
        throw CommandError(Exit.refused, "nothing to explain: nothing was posted yet")
    }
}
