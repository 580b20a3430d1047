import ArgumentParser

@main
struct Announced: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "announced",
        abstract: "Speaks announcements that come in on a Unix socket, as a good screen reader does.",
        discussion: """
            EXAMPLES
              announced &                          listen on $XDG_RUNTIME_DIR/announced/socket
              announce "Hello"                     be heard
              announced --wav out.wav --socket ./s   write what would be heard to a file
              announced check-config               is my configuration right?
              announced replay events.jsonl        what would be heard, and why

            `announced run --help` lists the daemon's options: socket, device, WAV file, configuration, log level.
            """,
        version: version,
        subcommands: [Run.self, Replay.self, CheckConfig.self],
        defaultSubcommand: Run.self)
}
