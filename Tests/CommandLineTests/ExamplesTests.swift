import ArgumentParser
import TestSupport
import Testing

@testable import announce
@testable import announced
@testable import announced_voice
@testable import announced_watch

/// Each command's help shows how it is used, and what it shows can be typed.
@Suite(.timeLimit(.minutes(1))) struct ExamplesTests {
    @Test(arguments: ["announce", "announced", "announced-voice", "announced-watch"])
    func `Every command's help has two examples that the command takes`(_ program: String) async throws {
        let tree = try await HelpTree.of(program)
        let commands = tree.all()
        var examples = try await ShellExample.read(commands.flatMap(\.command.examples))[...]
        for (words, command) in commands {
            let shown = examples.prefix(command.examples.count)
            examples = examples.dropFirst(shown.count)
            for example in shown {
                #expect(example.complaints.isEmpty, "\(example.line)")
                // ArgumentParser wraps longer lines, indented by two, on a terminal of 80 columns.
                #expect(example.line.split(separator: "\n").allSatisfy { $0.count < 78 }, "\(example.line)")
                for (called, arguments) in example.calls {
                    await #expect(throws: Never.self, "\(example.line)") { try await parse(called, arguments) }
                }
            }
            // Another command may come first.
            let ofItsOwn = shown.count { $0.calls.contains { $0.program == program && tree.path(of: $0.arguments).starts(with: words) } }
            let name = words.joined(separator: " ")
            #expect(ofItsOwn >= 2, "\(name) --help: \(ofItsOwn) lines below EXAMPLES show it; expected two or more")
        }
    }

    /// ArgumentParser would make the name of the type's, which looks through all types of the program: 4 ms of each command.
    @Test func `Every command says its name`() {
        var commands: [any ParsableCommand.Type] = [Announce.self, Announced.self, AnnouncedVoice.self, AnnouncedWatch.self]
        while let command = commands.popLast() {
            #expect(command.configuration.commandName != nil, "\(command)")
            commands += command.configuration.subcommands
        }
    }

    /// Does what the program would do first, with the meant command as root: at each parse, ArgumentParser looks through all below it.
    private func parse(_ program: String, _ arguments: [String]) async throws {
        var command: any ParsableCommand.Type =
            switch program {
            case "announce": Announce.self
            case "announced": Announced.self
            case "announced-watch": AnnouncedWatch.self
            default: AnnouncedVoice.self
            }
        var arguments = (program == "announce" ? Announce.commandFirst(arguments) : arguments)[...]
        while let below = command.configuration.subcommands.first(where: { $0._commandName == arguments.first }) {
            command = below
            arguments = arguments.dropFirst()
        }
        command = command.configuration.defaultSubcommand ?? command
        if let command = command as? any AsyncParsableCommand.Type {
            _ = try await command.asyncParse(Array(arguments))
        } else {
            _ = try command.parse(Array(arguments))
        }
    }
}
