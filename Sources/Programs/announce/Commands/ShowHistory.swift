import AnnounceProtocol
import ArgumentParser
import Messages

/// Prints the latest utterances.
struct ShowHistory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the latest utterances, oldest first, and their outcomes.",
        discussion: """
            Shows when each utterance was posted (with the date, unless that was today), the app, the first 200 characters, and why it was \
            not heard. With --codes, also shows the id for `announce explain`, the class, the reason and the rule as codes, and the whole \
            text. Times before the computer's last sleep are shown later than they actually were. With --json, times are seconds since the \
            daemon started.

            EXAMPLES
              announce history --limit 5
              announce history --json | jq -r '.[].text'
            """)
    @Option(help: ArgumentHelp("List up to this many utterances.", valueName: "n")) var limit = HistoryEntry.mostRemembered
    @Flag(help: "Show ids, classes, reasons and rules, and whole texts.") var codes = false
    @Flag(help: "Print a JSON array.") var json = false
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        guard (1...HistoryEntry.mostRemembered).contains(limit) else {
            throw ValidationError("--limit: expected 1 to \(HistoryEntry.mostRemembered)")
        }
        if codes, json { throw ValidationError("--codes: not with --json, which has them") }
    }

    func run() throws {
        guard case .history(let entries) = try daemon.ask(.history(limit: limit)).result else { return }
        if json { return StandardOutput.print(json: entries.jsonText) }
        guard let clock = try DaemonClock.of(daemon) else { return }
        for entry in entries { StandardOutput.print(entry.line(clock, codes: codes)) }
    }
}

extension HistoryEntry {
    private static let longestText = 200

    /// Returns the entry as a readable line.
    /// - Parameter codes: whether to include all codes, and the whole text.
    func line(_ clock: DaemonClock, codes: Bool) -> String {
        let time = clock.timeOfDay(at: at)
        if codes {
            let client = self.client.isEmpty ? "" : "\(self.client), "
            let outcome = (reason.map(\.rawValue) ?? "not ended") + (rule.map { " (\($0))" } ?? "")
            return "\(time)  \(id) (\(client)\(self.class)) \(outcome): \(text)"
        }
        let client = self.client.isEmpty ? "" : "\(self.client): "
        let outcome = reason.map { $0 == .spoken ? "" : "; not heard to its end: \($0.sentence)" } ?? "; waits, or is being spoken"
        return "\(time)  \(client)\(StandardOutput.shortened(text, to: Self.longestText))\(outcome)"
    }
}
