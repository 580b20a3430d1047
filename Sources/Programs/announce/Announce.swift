import ArgumentParser
import Glibc
import System

@main
struct Announce: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce",
        abstract: "Speak text through announced, and report the outcome.",
        discussion: """
            EXAMPLES
              announce "Build finished"
              make 2>&1 | tail -1 | announce --priority high --wait
              announce --group build --supersede pending "50 percent"
              announce stop

            A command comes first; only --socket, --app and --no-start may precede it. After \
            another option, or without a command, the words are a text to speak.

            \(exitCodes)

            ENVIRONMENT
              ANNOUNCED_SOCKET   the daemon's socket, instead of the default one
              ANNOUNCED_APP      the app that speaks, as with --app
              XDG_RUNTIME_DIR    the folder of the default socket
              LC_ALL, LC_MESSAGES, LANG   the language of `describe` and `run`
              NO_COLOR           if set, no colours, even on a terminal

            FILES
              $XDG_RUNTIME_DIR/announced/socket        the default socket
              ~/.local/state/announced/settings.toml   the settings that were saved; the
                                                       daemon reports the path
            """,
        version: Release.version,
        subcommands: [
            Say.self, Pipe.self, RunCommand.self, LayoutChanged.self, ScreenChanged.self, Focus.self, Update.self, Activate.self,
            Remove.self, PageScrolled.self, Describe.self, Media.self, Stop.self, Skip.self, Next.self, Previous.self, Again.self,
            Pause.self, Resume.self, Repeat.self, Where.self, Details.self, Cancel.self, ShowStatus.self, ShowHistory.self, ShowMissed.self,
            Explain.self, Monitor.self, Doctor.self, Voices.self, Settings.self, Mode.self,
        ],
        defaultSubcommand: Say.self)

    /// Allows `--socket`, `--app` and `--no-start` also before a command. Otherwise the command's name would be a text to speak.
    @OptionGroup(visibility: .hidden) var starting: StartOptions

    static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"] }

    /// Runs a command that only waits for system calls without Swift's executors, because libdispatch, which these use, wakes the process
    /// once a second.
    static func main() {
        keepStandardDescriptors()
        // A reader that closed its end is an error of `write`, and must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // A parent that ignores SIGCHLD passes that on; then no child could be awaited.
        signal(SIGCHLD, SIG_DFL)
        // Similarly, `announce run` could not await the handlers of signals if a parent blocks this one.
        PassedOnSignals.unblockBarrier()
        do {
            if try PlainAnnouncement.post(Array(CommandLine.arguments.dropFirst())) { return }
            var command = try parseAsRoot()
            if let posting = command as? any PostingCommand { try ClientIdentity.adopt(posting.client.app) }
            guard let waiting = command as? any AsyncParsableCommand else { return try command.run() }
            run(waiting)
        } catch {
            end(with: error)
        }
    }

    private static func run(_ command: sending any AsyncParsableCommand) -> Never {
        Task.detached {
            do {
                var command = command
                try await command.run()
            } catch {
                end(with: error)
            }
            Glibc.exit(0)
        }
        while true { pause() }
    }

    /// Makes closed standard descriptors unusable. Otherwise the next opened file, such as the daemon's socket, would take their numbers.
    private static func keepStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Opened in the wrong direction, so that using it remains an error.
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
