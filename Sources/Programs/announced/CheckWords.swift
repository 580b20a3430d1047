import ArgumentParser
import Configuration
import Glibc
import System
import TerminalText

/// Checks word tables.
struct CheckWords: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-words",
        abstract: "Check tables of the words that announced adds, and report each mistake with its file, line and what is expected.",
        discussion: """
            A table LANGUAGE.toml adds a language, or replaces the built-in words of one. It must contain every word of the tables in \
            ../share/announced/words, which you can copy, or list the words that it lacks: missing = ["link"]. Reports words that are \
            missing or unknown, placeholders such as {count} that a text must contain, and plural categories that the language does not \
            have. For a table with more than 20 mistakes, the last line counts the rest.

            Without FILE, checks the tables that the daemon would read at its start and on HUP: the tables in \
            $XDG_CONFIG_HOME/announced/words (~/.config/announced/words), /etc/xdg/announced/words and ../share/announced/words, next to \
            the folder of this program.

            EXAMPLES
              announced check-words ./nl.toml
              announced check-words && systemctl --user reload announced

            EXIT CODES
              0 no mistakes, 64 usage, 78 mistakes: a line on standard error for each
            """)

    @Argument(help: "The tables to check (default: the tables that the daemon would read).", completion: .file(extensions: ["toml"]))
    var files: [String] = []

    func run() throws {
        let folders = WordFiles.folders(share: Environment.share, environment: Environment.value)
        let found = files.isEmpty ? WordFiles.files(in: folders) : (files: files, mistakes: [])
        let mistakes = found.mistakes + WordFiles.tables(in: found.files).mistakes
        for mistake in mistakes { StandardError.print("\(mistake)") }
        guard mistakes.isEmpty else { throw ExitCode(EX_CONFIG) }
        for file in found.files { print("\(file): no mistakes".visible) }
        if found.files.isEmpty { print("no word tables: the built-in ones apply") }
    }
}
