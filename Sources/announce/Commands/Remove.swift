import ArgumentParser
import Messages

/// Reports that an element was removed.
struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Tell that an element is gone: what is said of it stops.",
        discussion: """
            EXAMPLES
              announce remove --id play
              announce focus --id a --label A && announce remove --id a
            """)
    @Option(help: ArgumentHelp("Which element.", valueName: "id")) var id: String
    @OptionGroup var daemon: SocketOption

    func validate() throws { try requireName(id, "--id") }

    func run() throws { _ = try daemon.ask(.notification(.elementRemoved(id: id)), as: "announce") }
}
