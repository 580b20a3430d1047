import ArgumentParser
import Messages
import System

/// Continues with the next sentence.
struct Next: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Continue with the next sentence of the text being read.",
        discussion: """
            After a text's last sentence, continues with the next text: in `announce say --file`, with the next part of the file.

            Exits with 3 if there is no sentence to go to.

            EXAMPLES
              announce next
              announce next --paragraph
            """)
    @OptionGroup var step: StepOptions
    func run() throws { try step.run(.next) }
}

/// Goes back to the previous sentence.
struct Previous: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Go back to the previous sentence of the text being read, and continue from there.",
        discussion: """
            If nothing is being spoken, the text that was heard last is read again from there.

            Exits with 3 if there is no sentence to go to.

            EXAMPLES
              announce previous
              announce previous --paragraph
            """)
    @OptionGroup var step: StepOptions
    func run() throws { try step.run(.previous) }
}

/// Reads the current sentence again.
struct Again: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "again", abstract: "Read the current sentence again, and continue from there.",
        discussion: """
            If nothing is being spoken, the last sentence of the text that was heard last is read again.

            Exits with 3 if there is no sentence to read again.

            EXAMPLES
              announce again
              announce again --paragraph
            """)
    @OptionGroup var step: StepOptions
    func run() throws { try step.run(.again) }
}

/// The options of the commands for sentences.
struct StepOptions: ParsableArguments {
    @Flag(help: "Step by paragraphs (separated by blank lines).")
    var paragraph = false
    @OptionGroup var daemon: SocketOption

    func run(_ direction: ReadingStep.Direction) throws {
        let unit: ReadingStep.Unit = paragraph ? .paragraph : .sentence
        let reply = try daemon.ask(.step(ReadingStep(direction, by: unit)))
        if reply.state == .silent { throw CommandError(Exit.notHeard, "there is no \(unit.rawValue) to go to") }
    }
}
