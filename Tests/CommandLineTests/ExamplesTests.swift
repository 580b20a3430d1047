import ArgumentParser
import TestSupport
import Testing

@testable import announce
@testable import announced
@testable import announced_voice

/// Each command's help shows how it is used, and what it shows can be typed.
@Suite(.timeLimit(.minutes(1))) struct ExamplesTests {
    @Test(arguments: ["announce", "announced", "announced-voice"])
    func `Every command's help has two examples that the command takes`(_ program: String) async throws {
        let tree = try await HelpTree.of(program)
        for (words, command) in tree.all() {
            var ofItsOwn = 0
            for line in command.examples {
                let example = try await ShellExample(line)
                #expect(example.complaints.isEmpty, "\(line)")
                for (called, arguments) in example.calls {
                    #expect(throws: Never.self, "\(line)") { try parse(called, arguments) }
                }
                // What comes first may be another command.
                let isOwn = example.calls.contains { $0.program == program && tree.path(of: $0.arguments).starts(with: words) }
                ofItsOwn += isOwn ? 1 : 0
            }
            let name = words.joined(separator: " ")
            #expect(ofItsOwn >= 2, "\(name) --help: \(ofItsOwn) lines below EXAMPLES show it; expected two or more")
        }
    }

    /// What the program would do first.
    private func parse(_ program: String, _ arguments: [String]) throws {
        switch program {
        case "announce": _ = try Announce.parseAsRoot(Announce.commandFirst(arguments))
        case "announced": _ = try Announced.parseAsRoot(arguments)
        default: _ = try AnnouncedVoice.parseAsRoot(arguments)
        }
    }
}
