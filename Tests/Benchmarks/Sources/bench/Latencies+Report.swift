extension Latencies {
    /// Returns the tables: the measurements, and how the systems compare.
    func report(server: ServerKind) -> String {
        let measures = Measure.allCases
        let head = [""] + measures.map(\.title)
        let rows = names.map { name in [name] + measures.map { summary(name, $0).text } }
        let comparisons = [
            ratios("announced ÷ bare loop, opens for each", "announced", ["bare loop, opens for each"]),
            ratios("best speech-dispatcher ÷ announced", names.filter { $0.hasPrefix("speech-dispatcher") }, "announced"),
            ratios("best speech-dispatcher ÷ announced, SSIP", names.filter { $0.hasPrefix("speech-dispatcher") }, "announced, SSIP"),
            ratios("espeak-ng CLI ÷ announced", ["espeak-ng CLI"], "announced"),
        ]
        let count = measures.map { measure in names.map { summary($0, measure).count }.min() ?? 0 }.min() ?? 0
        return """
            ## \(server.name): milliseconds, median (p99), n ≥ \(count)

            \(table([head] + rows))
            Ratios of medians:

            \(table([head] + comparisons))
            """
    }

    private func ratios(_ title: String, _ numerator: String, _ denominators: [String]) -> [String] {
        [title] + Measure.allCases.map { ratio(summary(numerator, $0).median, best(denominators, $0)) }
    }

    private func ratios(_ title: String, _ numerators: [String], _ denominator: String) -> [String] {
        [title] + Measure.allCases.map { ratio(best(numerators, $0), summary(denominator, $0).median) }
    }

    private func best(_ systems: [String], _ measure: Measure) -> Double {
        systems.map { summary($0, measure) }.filter { !$0.isEmpty }.map(\.median).min() ?? .nan
    }

    /// Returns a ratio, unless the denominator is less than half a millisecond, which is below the resolution.
    private func ratio(_ numerator: Double, _ denominator: Double) -> String {
        denominator < 0.5 ? "–" : (numerator / denominator).oneDigit
    }
}
