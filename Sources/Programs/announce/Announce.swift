import ArgumentParser
import Glibc
import System

@main
struct Announce: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce",
        abstract: "Speak text through announced, and report the outcome.",
        discussion: """
            EXAMPLES
              announce "Build finished"
              make 2>&1 | tail -1 | announce --priority high --wait
              announce --group build --supersede pending "50 percent"
              announce stop

            \(exitCodes)

            ENVIRONMENT
              ANNOUNCED_SOCKET   the daemon's socket, instead of the default one
              ANNOUNCED_APP      the app that speaks, as with --app
              XDG_RUNTIME_DIR    the folder of the default socket
              LC_ALL, LC_MESSAGES, LANG   the language of `describe` and `run`
              NO_COLOR           if set, no colours, even on a terminal

            FILES
              $XDG_RUNTIME_DIR/announced/socket        the default socket
              ~/.local/state/announced/settings.toml   what `announce settings --save`
                                                       keeps; the daemon names it
            """,
        version: Release.version,
        subcommands: unsafe arguments.map(needed) ?? commands,
        defaultSubcommand: Say.self)

    /// The program's arguments; nil in tests, which try all commands.
    nonisolated(unsafe) private static var arguments: [String]?

    /// Each command gives its own name, because deriving one from its type costs 4 ms for every command.
    private static let commands: [any ParsableCommand.Type] = [
        Say.self, Pipe.self, RunCommand.self, LayoutChanged.self, ScreenChanged.self, Focus.self, Update.self, Activate.self, Remove.self,
        PageScrolled.self, Describe.self, Media.self, Stop.self, Skip.self, Next.self, Previous.self, Again.self, Pause.self, Resume.self,
        Repeat.self, Where.self, Cancel.self,
        ShowStatus.self, ShowHistory.self, ShowMissed.self, Explain.self, Monitor.self, Doctor.self, Voices.self, Settings.self,
    ]

    /// Returns the command that the arguments name, or the one for a text; all of them for help, completions and the like. ArgumentParser
    /// examines each command that it knows, which takes longer than all else that most commands do.
    private static func needed(by arguments: [String]) -> [any ParsableCommand.Type] {
        if let named = commands.first(where: { $0._commandName == arguments.first }) { return [named] }
        let isAboutAll =
            arguments.first == "help"
            || arguments.contains { argument in
                ["-h", "-help", "--help", "--version", "--generate", "--experimental", "---"].contains { argument.hasPrefix($0) }
            }
        return isAboutAll ? commands : [Say.self]
    }

    /// Runs a named command that only waits for system calls without Swift's executors, because libdispatch below them wakes the process
    /// once a second.
    static func main() {
        keepStandardDescriptors()
        // A closed reader is an error of `write`; it should not end the process.
        signal(SIGPIPE, SIG_IGN)
        // A parent that ignores SIGCHLD passes that on, and then no child could be awaited.
        signal(SIGCHLD, SIG_DFL)
        // Nor could `announce run` await the handlers of signals if a parent blocks this one.
        PassedOnSignals.unblockBarrier()
        var given = Array(CommandLine.arguments.dropFirst())
        if let command = MisspeltCommand.chosen(by: given) { given = [command] }
        do {
            if try PlainAnnouncement.post(given) { return }
        } catch {
            end(with: error)
        }
        if let script = CompletionScript.asked(by: given) { return StandardOutput.print(lines: script) }
        let arguments = commandFirst(given)
        unsafe Self.arguments = arguments
        if let named = named(by: arguments), !(named is any AsyncParsableCommand.Type) {
            do {
                var command = try parseAsRoot(arguments)
                try command.run()
            } catch {
                end(with: error)
            }
            return
        }
        Task.detached {
            do {
                try MisspeltCommand.expectKnown(inHelp: arguments)
                var command = try await asyncParseAsRoot(arguments)
                if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
            } catch {
                end(with: error)
            }
            Glibc.exit(0)
        }
        while true { pause() }
    }

    /// Makes closed standard descriptors unusable. Otherwise the next file opened, such as the daemon's socket, would take their place.
    private static func keepStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Opened in the wrong direction, so that using it remains an error.
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Returns the command named by the first words; nil if they name none, or one that only contains others.
    private static func named(by arguments: [String]) -> (any ParsableCommand.Type)? {
        var command: any ParsableCommand.Type = Self.self
        for word in arguments {
            guard let below = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            command = below
        }
        return command.configuration.subcommands.isEmpty ? command : nil
    }

    static var commandNames: [String] { commands.map { $0._commandName } + ["help"] }

    /// Moves a command before `--socket PATH`, `--app NAME` and `--no-start`, which are allowed on both sides. Otherwise the command's name would be a text to speak.
    static func commandFirst(_ arguments: [String]) -> [String] {
        var length = 0
        while length < arguments.count {
            if ["--socket", "--app"].contains(arguments[length]) {
                length += 2
            } else if arguments[length].hasPrefix("--socket=") || arguments[length].hasPrefix("--app=") || arguments[length] == noStart {
                length += 1
            } else {
                break
            }
        }
        guard length > 0, arguments.count > length else { return arguments }
        guard commandNames.contains(arguments[length]) else { return arguments }
        // Subcommands have the options, but their parent does not.
        let words = arguments[length] == Media._commandName ? 2 : 1
        let command = arguments[length...].prefix(words)
        // Other commands never start a daemon.
        let starts = [Say._commandName, Pipe._commandName, RunCommand._commandName].contains(arguments[length])
        return Array(command) + arguments[..<length].filter { starts || $0 != noStart } + arguments[command.endIndex...]
    }

    private static let noStart = "--no-start"
}
