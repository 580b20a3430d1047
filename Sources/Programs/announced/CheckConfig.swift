import ArgumentParser
import Configuration
import Glibc
import System
import TerminalText

/// Checks a configuration.
struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config",
        abstract: "Check a configuration file, and report each mistake with its file, line, column and the allowed values.",
        discussion: """
            Without FILE, checks the first that exists: $XDG_CONFIG_HOME/announced/config.toml (~/.config/announced/config.toml), then \
            /etc/xdg/announced/config.toml; otherwise the built-in defaults. Also checks the settings saved by `announce settings --save`, \
            the pronunciation dictionary that the file names, the word tables (`announced check-words`) and, if announced-voice is \
            installed, whether eSpeak NG has the voice and the language. Warns about regular expressions that may take too long. For a \
            file with more than 20 mistakes, the last line counts the rest.

            EXAMPLES
              announced check-config ./announced.toml
              announced check-config && systemctl --user reload announced

            EXIT CODES
              0 no mistakes, 64 usage, 78 mistakes: a line on standard error for each
            """)

    @Argument(help: "The file to check (default: the file that the daemon would read).", completion: .file(extensions: ["toml"]))
    var file: String?

    func run() throws {
        let loaded = ConfigurationLocation.load(file: file, share: Environment.share, environment: Environment.value)
        let configuration: Configuration
        do {
            configuration = try loaded.withoutMistakes()
        } catch {
            throw CommandError("\(error)", exitCode: EX_CONFIG)
        }
        if let file = loaded.file ?? (loaded.hasSettings ? loaded.settingsFile : nil), let mistake = VoiceNames.mistake(in: configuration) {
            throw CommandError("\(file): \(mistake)", exitCode: EX_CONFIG)
        }
        for warning in DictionaryTrial.warnings(about: configuration) { StandardError.print(warning) }
        let saved = loaded.hasSettings ? loaded.settingsFile.map { "; with the settings saved in \($0)" } : nil
        print(((loaded.file.map { "\($0): no mistakes" } ?? "no configuration file: the built-in defaults apply") + (saved ?? "")).visible)
    }
}
