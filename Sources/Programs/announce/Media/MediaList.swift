import AnnounceProtocol
import ArgumentParser
import Messages

/// Lists the sessions of all apps.
struct MediaList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the media sessions of all apps, and the speech that they silence.",
        discussion: """
            EXAMPLES
              announce media list
              announce media list --json | jq -r '.[].client'
            """)
    @Flag(help: "Print one JSON array.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() throws {
        guard case .status(let status) = try daemon.ask(.status).result else { return }
        if json { return StandardOutput.print(json: status.media.jsonText) }
        for session in status.media { StandardOutput.print(session.line) }
    }
}

extension Status.Media {
    /// The client that silences speech, which speech, and for how long (M4).
    var line: String {
        let who = client.isEmpty ? "" : "\(client), "
        return "\(session) (\(who)\(mode.rawValue)): silences \(silenced), for \(Int(endsIn.rounded(.up))) s more"
    }

    /// The speech that the session silences (M2, M3).
    private var silenced: String {
        let holds = mode == .play ? "all announcements except highs" : "all announcements"
        switch (mute.isEmpty, announcements) {
        case (true, .holdLow): return "lows"
        case (false, .holdLow): return (mute + ["lows"]).joined(separator: ", ")
        case (true, .mode): return mode == .play ? "all except highs and what you focus" : "everything"
        case (true, .pass): return mode == .play ? "all except announcements and what you focus" : "all except announcements"
        case (false, .mode): return (mute + [holds]).joined(separator: ", ")
        case (false, .pass): return mute.joined(separator: ", ")
        }
    }
}
