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
                    #expect(throws: Never.self, "\(example.line)") { try parse(called, arguments) }
                }
            }
            // Another command may come first.
            let ofItsOwn = shown.count { $0.calls.contains { $0.program == program && tree.path(of: $0.arguments).starts(with: words) } }
            let name = words.joined(separator: " ")
            #expect(ofItsOwn >= 2, "\(name) --help: \(ofItsOwn) lines below EXAMPLES show it; expected two or more")
        }
    }

    /// Completions and plain announcements know the commands by these names.
    @Test func `Every command says its name`() {
        var commands: [any ParsableCommand.Type] = [Announce.self, Announced.self, AnnouncedVoice.self, AnnouncedWatch.self]
        while let command = commands.popLast() {
            #expect(command.configuration.commandName != nil, "\(command)")
            commands += command.configuration.subcommands
        }
    }

    private func parse(_ program: String, _ arguments: [String]) throws {
        switch program {
        case "announce": _ = try Announce.parseAsRoot(arguments)
        case "announced": _ = try Announced.parseAsRoot(arguments)
        case "announced-watch": _ = try AnnouncedWatch.parseAsRoot(arguments)
        default: _ = try AnnouncedVoice.parseAsRoot(arguments)
        }
    }
}
