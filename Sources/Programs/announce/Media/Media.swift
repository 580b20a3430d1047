import ArgumentParser
import Messages

/// Keeps speech silent for a media session.
struct Media: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Keep speech silent while something plays or is recorded.",
        discussion: """
            EXAMPLES
              announce media run --mode record -- arecord -d 10 memo.wav
              announce media begin --lease 60 &
            """,
        subcommands: [MediaRun.self, MediaBegin.self, MediaExtend.self, MediaEnd.self, MediaList.self])
}

/// A new session's properties.
struct MediaOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The session's name.", valueName: "name"))
    var session: String?
    @Option(
        help: "What to let through. play: high announcements and what you focus yourself; record, listen: only announcements with --force.")
    var mode = MediaSession.Mode.play
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds until the session ends by itself, up to the configuration's media.longest-lease.", valueName: "seconds"))
    var lease = MediaSession.usualLease

    func validate() throws {
        try requireName(session, "--session")
        try requireLease(lease)
    }

    var request: Request { .mediaSession(.begin(MediaSession(name: session, mode: mode, lease: lease))) }
}

/// Throws if `lease` is not allowed for a session.
func requireLease(_ lease: Double?) throws {
    let allowed = MediaSession.shortestLease...MediaSession.longestLease
    guard let lease, !(allowed ~= lease) else { return }
    throw ValidationError("--lease: expected \(Int(allowed.lowerBound)) to \(Int(allowed.upperBound)) seconds")
}
