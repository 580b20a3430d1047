import ArgumentParser
import TestSupport

/// Compares announced with the bare loop of the same run, for CI: a ratio says what announced adds, whatever the machine's speed.
enum Ratios {
    private static let measures: [Latencies.Measure] = [.rest, .word, .sentence, .char]
    /// How many times as long announced may take. Measured were 1.4 to 1.8, at load averages from 3 to 12 on two cores.
    private static let bound = 2.5

    /// Prints the values, and fails if their sum is too large. A single one may be near zero for the bare loop: a sink that just takes sound.
    static func check(programs: String, runs: Int, random: inout SeededGenerator) async throws {
        var figures = Figures()
        try await Latencies(.pulse, measures: measures, rest: .milliseconds(800), runs: runs).measure(
            programs: programs, onlyBareLoop: true, &figures, &random)
        var sums = (announced: 0.0, bare: 0.0)
        for measure in measures {
            let (announced, bare) = (figures.middle(measure.rawValue, of: "announced"), figures.middle(measure.rawValue, of: "bare loop"))
            print("ratios: \(measure.rawValue): announced \(hundredths(announced)) ms, bare loop \(hundredths(bare)) ms")
            sums = (sums.announced + announced, sums.bare + bare)
        }
        let ratio = sums.announced / sums.bare
        print("ratios: together \(hundredths(ratio)), at most \(bound)")
        if !(ratio <= bound) { throw ExitCode.failure }
    }

    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
