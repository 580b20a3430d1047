import ArgumentParser
import Configuration
import Narration
import Synchronization
import System

/// A regular expression that chooses lines, in the syntax of the pronunciation dictionary.
final class LinePattern: Sendable {
    private let pattern: PCREPattern
    private let source: String
    private let wasTooSlow = Atomic(false)

    /// - Throws: `ValidationError`, which the command line reports with the option's name.
    init(_ source: String) throws {
        do { pattern = try PCREPattern(source) } catch { throw ValidationError(error.message) }
        self.source = source
    }

    /// Returns whether the pattern matches anywhere in a line.
    /// - Parameter ifTooSlow: the result if the search takes too long, which is reported once.
    func matches(_ line: String, ifTooSlow: Bool) -> Bool {
        var steps = PronunciationDictionary.stepsPerSearch
        do {
            return try !pattern.ranges(in: Array(line.utf8), steps: &steps).isEmpty
        } catch {
            if !wasTooSlow.exchange(true, ordering: .relaxed) {
                StandardError.print(
                    "announce: \"\(source)\" takes too long to match; expected an expression with fewer repetitions inside repetitions")
            }
            return ifTooSlow
        }
    }
}

/// Which lines are spoken. A line that can't be judged is spoken.
struct LineChoice: ParsableArguments {
    @Option(
        help: ArgumentHelp("Speak only lines in which this regular expression matches.", valueName: "regex"),
        transform: LinePattern.init)
    var match: LinePattern?
    @Option(
        help: ArgumentHelp("Do not speak lines in which this regular expression matches.", valueName: "regex"),
        transform: LinePattern.init)
    var not: LinePattern?
    @Option(
        help: ArgumentHelp("With --latest: never drop a line in which this regular expression matches.", valueName: "regex"),
        transform: LinePattern.init)
    var keep: LinePattern?

    var isGiven: Bool { match != nil || not != nil }

    func includes(_ line: String) -> Bool {
        match?.matches(line, ifTooSlow: true) != false && not?.matches(line, ifTooSlow: false) != true
    }

    func keeps(_ line: String) -> Bool { keep?.matches(line, ifTooSlow: true) == true }
}
