// bench drives announced and other speech systems on Linux, interleaved in one run, on sound servers in real time, and writes the delays
// that a listener notices as JSON. scripts/bench-pages.py makes docs/BENCHMARKS.md from it, which also describes the method.

import ArgumentParser
import FoundationEssentials
import Glibc
import TestSupport

@main struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures announced against speech-dispatcher, espeak-ng and a bare loop.")

    /// The parts that can be measured by themselves.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case latency, processes, commands, growth, waits, load, faults
    }

    @Option(help: "The folder of announced and announced-voice, as scripts/build-release.sh says it.")
    var programs: String

    @Option(help: "Where to write the figures, as JSON.")
    var output: String?

    @Option(help: "How often each system does each thing.")
    var runs = 30

    @Option(help: "A part to measure: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated.")
    var only: [Part] = [.latency, .processes, .commands, .growth, .waits]

    @Option(help: "Only this way to a sound server for the latency: \(SoundRoute.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var server: SoundRoute.Kind?

    @Option(help: "The order of the systems: a number that an earlier run printed.")
    var seed: UInt64?

    @Flag(help: "Only compare announced with the bare loop, and fail if it is much slower.")
    var check = false

    func validate() throws {
        if runs < 1 { throw ValidationError("--runs \(runs): expected 1 or more") }
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1_000_000)
        var random = SeededGenerator(seed: seed)
        progress("seed \(seed), \(runs) runs, load \(loadAverage())")
        if check { return try await Ratios.check(programs: programs, runs: runs, random: &random) }

        var parts: [String: MeasuredPart] = [:]
        for part in only {
            progress("\(part.rawValue)")
            let load = loadAverage()
            let figures = try await measure(part, &random)
            parts[part.rawValue] = MeasuredPart(seed: seed, runs: runs, loadBefore: load, series: figures.series, rows: figures.rows)
            // After each part, because the next one may fail.
            if let output { try encoded(parts).write(to: URL(filePath: output)) }
        }
        if output == nil { print(String(decoding: try encoded(parts), as: UTF8.self)) }
        progress("done, load \(loadAverage())")
    }

    private func encoded(_ parts: [String: MeasuredPart]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try encoder.encode(parts)
    }

    private func measure(_ part: Part, _ random: inout SeededGenerator) async throws -> Figures {
        var figures = Figures()
        switch part {
        case .latency:
            for kind in SoundRoute.Kind.allCases where server == nil || kind == server {
                try await Latencies(kind, runs: runs).measure(programs: programs, &figures, &random)
            }
        case .load:
            for isGrouped in ControlGroup.isPermitted ? [false, true] : [false] {
                // A word in between, or a sentence might follow itself too soon (Q10).
                try await Latencies(.pulse, measures: [.word, .sentence], busyLoops: 4, isGrouped: isGrouped, runs: runs)
                    .measure(programs: programs, &figures, &random)
            }
        case .processes:
            try await Starts.measure(programs: programs, runs: runs, &figures, &random)
            try await WakeUps.measure(programs: programs, runs: runs, &figures)
            try await Throughput.measure(programs: programs, runs: runs, &figures)
        case .commands: try await Commands.measure(programs: programs, runs: runs, &figures, &random)
        case .growth: try await Growth.measure(programs: programs, runs: runs, &figures)
        case .waits: try await LongTexts.measure(programs: programs, runs: runs, &figures)
        case .faults: try await Faults.measure(programs: programs, &figures)
        }
        return figures
    }
}

/// Reports progress on standard error.
func progress(_ text: String) {
    let line = Array("bench: \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}

/// Returns the load average of the last minute.
private func loadAverage() -> Double {
    var loads = [0.0]
    return unsafe getloadavg(&loads, 1) == 1 ? loads[0] : .nan
}
