import ArgumentParser
import Messages
import System

/// Continues with the next sentence.
struct Next: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go on with the next sentence of what is read aloud.",
        discussion: """
            After the last sentence of a text, the next one follows: in `announce say --file`, the next part of the file.

            Exits with 3 if there is nothing to go to.

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
        commandName: "previous", abstract: "Go back to the previous sentence of what is read aloud, and on from there.",
        discussion: """
            When nothing is spoken, the text that was heard last is read again from there.

            Exits with 3 if there is nothing to go to.

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
        commandName: "again", abstract: "Read the current sentence again, and on from there.",
        discussion: """
            When nothing is spoken, the last sentence of the text that was heard last is read again.

            Exits with 3 if there is nothing to read again.

            EXAMPLES
              announce again
              announce again --paragraph
            """)
    @OptionGroup var step: StepOptions
    func run() throws { try step.run(.again) }
}

/// The options of the commands for sentences.
struct StepOptions: ParsableArguments {
    @Flag(help: "Step by paragraphs, between which are blank lines.")
    var paragraph = false
    @OptionGroup var daemon: SocketOption

    func run(_ direction: ReadingStep.Direction) throws {
        let unit: ReadingStep.Unit = paragraph ? .paragraph : .sentence
        let reply = try daemon.ask(.step(ReadingStep(direction, by: unit)))
        if reply.state == .silent { throw CommandError(Exit.notHeard, "there is no \(unit.rawValue) to go to") }
    }
}
