import AnnounceDaemon
import ArgumentParser

/// Whether a configuration is right.
struct CheckConfig: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a configuration file: exit 0, or each mistake with its file, line, column and what is allowed.",
        discussion: """
            EXAMPLES
              announced check-config
              announced check-config ~/.config/announced/config.toml
            """)

    @Argument(help: "The file; without it, the one that the daemon would read.")
    var file: String?

    func run() throws {
        do {
            let loaded = try ConfigurationLocation.load(file: file, environment: Environment.value)
            print(loaded.file.map { "\($0): no mistakes" } ?? "no configuration file: the built-in defaults hold")
        } catch {
            throw failure("\(error)", exitCode: 78)
        }
    }
}
