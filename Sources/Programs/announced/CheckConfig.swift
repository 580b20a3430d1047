import ArgumentParser
import Configuration
import Glibc
import System
import TerminalText

/// Checks a configuration.
struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config",
        abstract: "Check a configuration file, and report each mistake with its file, line, column and what is allowed.",
        discussion: """
            Without FILE, checks $XDG_CONFIG_HOME/announced/config.toml (~/.config/announced/config.toml), or else \
            /etc/xdg/announced/config.toml, or else the built-in defaults. Also checks the settings that `announce settings --save` has \
            saved, the pronunciation dictionary that it names, the word tables (`announced check-words`) and, if announced-voice is \
            installed, whether eSpeak NG has the voice and the language. Warns of regular expressions that may \
            take too long. Of a file with more than 20 mistakes, the last line counts the rest.

            EXAMPLES
              announced check-config ./announced.toml
              announced check-config && systemctl --user reload announced

            EXIT CODES
              0 no mistakes, 64 usage, 78 mistakes: a line on standard error for each
            """)

    @Argument(help: "The file to check; without it, the one that the daemon would read.", completion: .file(extensions: ["toml"]))
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
