import AnnounceProtocol
import ArgumentParser
import Messages

/// Prints the announcements that the user has missed, or has them spoken.
struct ShowMissed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "missed", abstract: "List the announcements that you have missed, newest first.",
        discussion: """
            Lists announcements that waited and were never spoken, because they became too old, too many waited, or a newer one replaced \
            them after a pause or a recording. The last \(HistoryEntry.mostMissed) are kept. With --json, times are seconds since the \
            daemon started.

            EXAMPLES
              announce missed
              announce missed --speak
              announce missed --json | jq -r '.[].text'
            """)
    @Flag(help: "Speak the announcements instead of listing them.") var speak = false
    @Flag(help: "Show ids, classes, reasons and rules, and whole texts.") var codes = false
    @Flag(help: "Print a JSON array.") var json = false
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if codes, speak || json { throw ValidationError("--codes: expected no --speak and no --json") }
        if speak, json { throw ValidationError("--json: not with --speak, which prints nothing") }
    }

    func run() async throws {
        if speak { return try await SpeakingCommand.run(.missed(speaks: true), until: .ended, at: daemon) }
        let reply = try daemon.ask(.missed(speaks: false))
        guard case .missed(let entries) = reply.result else { return }
        if json { return StandardOutput.print(json: entries.jsonText) }
        guard let clock = try DaemonClock.of(daemon) else { return }
        for entry in entries { StandardOutput.print(entry.line(clock, codes: codes)) }
    }
}
