import ArgumentParser

@main
struct Announce: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce",
        abstract: "Has text spoken by announced, and tells what became of it.",
        discussion: """
            EXAMPLES
              announce "Build finished"
              make 2>&1 | tail -1 | announce --priority high --wait
              announce --group build --supersede pending "50 percent"
              announce stop
            """,
        version: "0.1.0",
        subcommands: [
            Say.self, Stop.self, Skip.self, Pause.self, Resume.self, Cancel.self, ShowStatus.self, Voices.self, Settings.self,
        ],
        defaultSubcommand: Say.self)
}
