import AnnounceProtocol
import ArgumentParser
import Messages

/// Lists the voices.
struct Voices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices", abstract: "List the available voices.",
        discussion: """
            EXAMPLES
              announce voices --language en
              announce voices --json | jq -r '.[].name'
            """)
    @Option(help: ArgumentHelp("List only voices for this language.", valueName: "tag"), completion: .languages) var language: String?
    @Flag(help: "Print a JSON array.") var json = false
    @OptionGroup var daemon: SocketOption

    func run() throws {
        let reply = try daemon.ask(.voices(language: language))
        guard case .voices(let voices) = reply.result else { return }
        if json { return StandardOutput.print(json: voices.jsonText) }
        let width = voices.map(\.identifier.count).max() ?? 0
        for voice in voices {
            let gap = String(repeating: " ", count: width - voice.identifier.count + 2)
            StandardOutput.print("\(voice.identifier)\(gap)\(voice.name) (\(voice.languages.joined(separator: ", ")))")
        }
    }
}
