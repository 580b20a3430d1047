// CommandLineTests compares what the programs say of themselves in `--help` with what they do.

import FoundationEssentials
import TestSupport

/// A command of a program and those below it, as the program tells of them (`--experimental-dump-help`).
struct HelpTree: Decodable {
    var commandName: String
    var discussion: String?
    var defaultSubcommand: String?
    var subcommands: [HelpTree]?

    /// All of a program's commands.
    static func of(_ program: String) async throws -> HelpTree {
        struct Dump: Decodable { var command: HelpTree }
        let dump = try ChildProcess(builtProduct(program), ["--experimental-dump-help"])
        let text = try await dump.output.remainingLines().joined(separator: "\n")
        return try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    }

    /// Every command with the words that call it, this one first; `help`, which has no help, is left out.
    func all(above: [String] = []) -> [(words: [String], command: HelpTree)] {
        let words = above + [commandName]
        return [(words, self)] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.all(above: words) }
    }

    /// The words of the commands that are meant by a program's arguments.
    func path(of arguments: [String]) -> [String] {
        guard let first = arguments.first, let named = subcommands?.first(where: { $0.commandName == first }) else {
            let usual = subcommands?.first { $0.commandName == defaultSubcommand }
            return [commandName] + (usual.map { [$0.commandName] } ?? [])
        }
        return [commandName] + named.path(of: Array(arguments.dropFirst()))
    }

    /// The lines below EXAMPLES, each with what continues it.
    var examples: [String] {
        let lines = (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        guard let heading = lines.firstIndex(of: "EXAMPLES") else { return [] }
        var examples: [String] = []
        var isContinued = false
        for line in lines[(heading + 1)...].prefix(while: { $0.hasPrefix("  ") }).map({ $0.dropFirst(2) }) {
            if isContinued { examples[examples.count - 1] += "\n\(line)" } else { examples.append(String(line)) }
            isContinued = line.hasSuffix("\\")
        }
        return examples
    }
}
