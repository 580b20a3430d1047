import AnnounceProtocol
import ArgumentParser
import Messages

/// Prints the daemon's state.
struct ShowStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show current and waiting speech, and the state of the voice and the sound device.",
        discussion: """
            Shows the current sentence of a text that is being spoken. Lists each media session with its client, the speech that it \
            silences, and the time left; `announce media end` ends sessions. Texts over 200 characters are shortened; with --json, over \
            1000.

            EXAMPLES
              announce status
              announce status --json | jq .device.state
            """)
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() throws {
        let reply = try daemon.ask(.status)
        guard case .status(let status) = reply.result else { return }
        if json { return StandardOutput.print(json: status.jsonText) }
        let others = "\(status.clients - 1) other client\(status.clients == 2 ? "" : "s")"
        let most = status.mostClients < Status.mostClients ? " of at most \(status.mostClients - 1) (`ulimit -n` allows no more)" : ""
        StandardOutput.print("announced \(status.version), process \(status.processID), \(others)\(most)")
        if status.paused { StandardOutput.print("paused    until `announce resume`") }
        if status.mode != .talk { StandardOutput.print("mode      \(status.mode.rawValue), until `announce mode talk`") }
        if let speaking = status.speaking {
            // The utterance is in progress, but nothing is heard until the device is available again (O4).
            let what = status.device.state == .unavailable ? "waits for the sound device: " : "speaking  "
            StandardOutput.print("\(what)\(Self.line(speaking))")
        } else {
            StandardOutput.print("speaking  nothing")
        }
        let waiting = status.waiting.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        StandardOutput.print("waiting   \(waiting.isEmpty ? "nothing" : waiting.joined(separator: ", "))")
        for one in status.next { StandardOutput.print("          \(Self.line(one))") }
        for session in status.media { StandardOutput.print("media     \(session.line)") }
        if !status.media.isEmpty { StandardOutput.print("          `announce media end --all` ends all sessions") }
        let voice = status.voice
        StandardOutput.print(
            "voice     \(voice.state.rawValue)\(voice.synthesizer.map { ", \($0)" } ?? "")\(voice.restartsPhrase)")
        if let message = voice.message { StandardOutput.print("          \(message)") }
        if let unknown = voice.unknownSetting {
            StandardOutput.print("          \(unknown.sentence); its default speaks")
        }
        StandardOutput.print("device    \(status.device.name): \(status.device.state.rawValue)")
        if let message = status.device.message { StandardOutput.print("          \(message)") }
        if !status.muted.isEmpty { StandardOutput.print("muted     \(status.muted.joined(separator: ", "))") }
        for note in status.notes { StandardOutput.print("note      \(note.client): \(note.note)") }
        for mistake in status.mistakes { StandardOutput.print("mistake   \(mistake.sentence)") }
    }
}

extension Status.Voice {
    /// How often the voice process was restarted, as a phrase to append to its state; empty if never.
    var restartsPhrase: String {
        switch restarts {
        case 0: ""
        case 1: ", restarted once"
        default: ", restarted \(restarts) times"
        }
    }
}

extension ShowStatus {
    fileprivate static func line(_ one: Status.Speaking) -> String {
        let text = StandardOutput.shortened(one.sentence ?? one.text, to: longestText)
        return "\(one.id) (\(one.client.isEmpty ? "" : "\(one.client), ")\(one.class)): \(text)"
    }

    /// The number of characters of a text that are shown.
    private static let longestText = 200
}
