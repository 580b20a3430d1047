import Accessibility
import ArgumentParser

/// Silences everything.
struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Silence now: what is spoken and all that waits is given up.",
        discussion: """
            EXAMPLES
              announce stop
              announce stop --socket /tmp/other
            """)
    @OptionGroup var daemon: SocketOption
    func run() async throws { _ = try await daemon.ask(.stop) }
}

/// Gives up what is spoken now.
struct Skip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give up what is spoken now; what waits follows.",
        discussion: """
            EXAMPLES
              announce skip
              announce skip && announce status
            """)
    @OptionGroup var daemon: SocketOption
    func run() async throws { _ = try await daemon.ask(.skip) }
}

/// Holds speech.
struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Stop speaking until `announce resume`; what waits keeps waiting, and grows old. It pauses speech, not other assistive technology.",
        discussion: """
            EXAMPLES
              announce pause
              announce pause; sleep 5; announce resume
            """)
    @OptionGroup var daemon: SocketOption
    func run() async throws { _ = try await daemon.ask(.pause) }
}

/// Goes on speaking.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go on speaking at the word where `announce pause` stopped.",
        discussion: """
            EXAMPLES
              announce resume
              announce resume --socket /tmp/other
            """)
    @OptionGroup var daemon: SocketOption
    func run() async throws { _ = try await daemon.ask(.resume) }
}

/// Gives up one announcement or a group.
struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give up one announcement, whether it waits or is spoken, or a group of announce's own.",
        discussion: """
            EXAMPLES
              announce cancel announce-4711
              announce cancel --group build
            """)
    @Argument(help: "The announcement's id, as `announce status` shows it.")
    var id: String?
    @Option(help: ArgumentHelp("All of this group instead.", valueName: "name"))
    var group: String?
    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if (id == nil) == (group == nil) { throw ValidationError("expected an ID or --group") }
    }

    func run() async throws {
        let target = id.map(CancelTarget.id) ?? .group(group ?? "")
        _ = try await daemon.ask(.cancel(target), as: "announce")
    }
}
