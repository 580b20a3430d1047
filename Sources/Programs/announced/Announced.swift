import ArgumentParser
import Glibc
import Messages
import System

@main
struct Announced: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announced",
        abstract: "Speak announcements from a Unix socket as a good screen reader does.",
        discussion: """
            EXAMPLES
              announced &                             # listen on the default socket
              announced --wav out.wav --socket ./s &  # write the sound to a file
              announced check-config                  # check the configuration
              announced replay events.jsonl           # show what would be heard, and why

            `announced run --help` lists the daemon's options: socket, device, WAV file, configuration, log level.

            SIGNALS
              TERM, INT   end
              HUP         reload the configuration; one with mistakes changes nothing
              USR1        end, and leave everything to the next process (under systemd)

            EXIT CODES
              0    ended on request
              1    can't run, for example because another daemon listens at the socket
              64   the command line is wrong
              73   the file of --wav can't be written
              78   the configuration has mistakes, with --strict

            ENVIRONMENT
              ANNOUNCED_SOCKET   the socket, instead of the default one
              XDG_RUNTIME_DIR    the folder of the default socket
              XDG_CONFIG_HOME    instead of ~/.config, for the user's configuration
              XDG_STATE_HOME     instead of ~/.local/state, for saved settings
              HOME               the folder called ~ here
              LC_ALL, LC_MESSAGES, LANG   the language unless configured

            FILES
              $XDG_RUNTIME_DIR/announced/socket        the default socket
              $XDG_RUNTIME_DIR/speech-dispatcher/speechd.sock
                                                       for speech-dispatcher's clients
              ~/.config/announced/config.toml          the user's configuration
              /etc/xdg/announced/config.toml           for users without their own
              ~/.config/announced/dictionary.toml      the user's pronunciations
              ~/.config/announced/words/LANGUAGE.toml  the user's words of a language
              ~/.local/state/announced/settings.toml   what `announce settings` saved
              ../share/announced/words                 the built-in words (from the
                                                       folder of this program)
              ../share/doc/announced/examples          samples of both files
            """,
        version: Release.version,
        subcommands: [
            Run.self, ReplayCommand.self, RenderCommand.self, CheckConfig.self, CheckWords.self, CheckVoice.self,
            SpeechDispatcherCommand.self,
        ],
        defaultSubcommand: Run.self)

    static func main() {
        // A parent that ignores SIGCHLD passes that on; then no child could be awaited.
        signal(SIGCHLD, SIG_DFL)
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as CommandError {
            StandardError.print(lines: error.sentence)
            Glibc.exit(error.exitCode)
        } catch {
            exit(withError: error)
        }
    }
}
