import ArgumentParser
import Glibc
import Messages
import Narration
import System

/// Detects misspelt command names.
enum MisspeltCommand {
    /// Checks the command in `announce help nope`; otherwise ArgumentParser would show the help of another.
    /// - Throws: a usage error that suggests a command.
    static func expectKnown(inHelp arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        var command: any ParsableCommand.Type = Announce.self
        for word in arguments.dropFirst() where !word.hasPrefix("-") {
            let names = command.configuration.subcommands.map { $0._commandName } + (command == Announce.self ? ["help"] : [])
            if word == "help", command == Announce.self { return }
            guard let below = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
                // ArgumentParser ignores words after a command without subcommands.
                if command.configuration.subcommands.isEmpty { return }
                throw ValidationError("help: \"\(word)\" is not a command; \(NearMatches.hint(for: word, in: names))")
            }
            command = below
        }
    }

    /// Returns the command to run instead of speaking a single word that resembles its name, if a person at a terminal says so.
    static func chosen(by arguments: [String]) -> String? {
        guard asksFirst, let word = arguments.first, let meant = meant(by: word, of: Announce.commandNames) else { return nil }
        StandardError.print("announce: \"\(word)\" is not a command. Run `announce \(meant)` instead of speaking it? [y/N] ", end: "")
        var answer = [UInt8](repeating: 0, count: 4096)
        // A terminal gives a line at a time; what is typed after it is the command's.
        let count = unsafe read(STDIN_FILENO, &answer, answer.count)
        if count <= 0 { StandardError.print("") }
        let words = String(decoding: answer.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return ["y", "yes"].contains(words.first?.lowercased()) ? meant : nil
    }

    /// Whether a person can be asked about a word that is all of the command line.
    private static var asksFirst: Bool { CommandLine.arguments.count == 2 && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Reports that a spoken single word resembles a command's name, to a person at a terminal, and wherever an input was not read.
    static func remark(on words: [String]) {
        guard words.count == 1, !asksFirst else { return }
        if StandardInput.isGiven, NearMatches.slips(from: words[0], to: Pipe._commandName) == 1 {
            StandardError.print("announce: \"\(words[0])\" was spoken as a text, and the input was not read; did you mean `announce pipe`?")
        } else if isatty(STDERR_FILENO) == 1, let meant = meant(by: words[0], of: Announce.commandNames) {
            StandardError.print("announce: \"\(words[0])\" was spoken as a text; did you mean `announce \(meant)`?")
        }
    }

    /// Returns the name that a word resembles: one slip away, or two if it is long. Short words resemble too many names.
    static func meant(by word: String, of names: [String]) -> String? {
        guard word.count >= 4, word.allSatisfy({ $0.isASCII && ($0.isLowercase || $0 == "-") }), !names.contains(word) else { return nil }
        return NearMatches.of(word, in: names).first { NearMatches.slips(from: word, to: $0) <= (word.count >= 6 ? 2 : 1) }
    }
}
