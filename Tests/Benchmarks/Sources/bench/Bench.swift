// bench drives announced and other speech systems on Linux, interleaved in one run, on sound servers in real time, and prints the delays
// that a listener notices. The method is described below the tables that it prints.

import ArgumentParser
import Glibc
import TestSupport

@main struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures announced against speech-dispatcher, espeak-ng and a bare loop.")

    @Option(help: "The folder of announced and announced-voice, as .ci/build-release says it.")
    var programs: String

    @Option(help: "How often each system does each thing.")
    var runs = 15

    @Option(help: "Only this sound server: pulse or pipewire.")
    var only: ServerKind?

    @Option(help: "The order of the systems: a number that an earlier run printed.")
    var seed: UInt64?

    func validate() throws {
        if runs < 1 { throw ValidationError("--runs \(runs): expected 1 or more") }
    }

    func run() async throws {
        let seed = seed ?? .random(in: 0..<1_000_000)
        var random = SeededGenerator(seed: seed)
        let servers = ServerKind.allCases.filter { only == nil || $0 == only }
        progress("seed \(seed), \(runs) runs, load \(loadAverage())")

        show("# announced, measured\n\nSeed \(seed); \(runs) runs; load average before \(loadAverage()).\n")
        for kind in servers {
            let latencies = try await Latencies.measure(on: kind, programs: programs, runs: runs, random: &random)
            show(latencies.report(server: kind))
        }
        let figures = try await ProcessFigures.measure(on: servers, programs: programs)
        let starts = try await Starts.measure(programs: programs, runs: runs, random: &random)
        let throughput = try await Throughput.measure(programs: programs)
        let commands = try await Commands.measure(programs: programs, runs: runs, random: &random)
        show(figures.report(starts: starts, throughput: throughput, commands: commands))
        show(Method.text)
        progress("done, load \(loadAverage())")
    }
}

/// Reports progress on standard error.
func progress(_ text: String) {
    writeLine("bench: \(text)", to: STDERR_FILENO)
}

/// Writes a part of the report to standard output, at once.
private func show(_ text: String) {
    writeLine(text, to: STDOUT_FILENO)
}

private func writeLine(_ text: String, to descriptor: Int32) {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(descriptor, line, line.count)
}

/// Returns the load average of the last minute.
func loadAverage() -> String {
    var loads = [0.0]
    return unsafe getloadavg(&loads, 1) == 1 ? "\(loads[0])" : "unknown"
}
