import TestSupport

/// The cost of a daemon: the time from its start to the first connection, and its memory. Only one runs at a time, because processes of the
/// same program share memory.
struct Starts {
    /// The values of one system.
    struct Values {
        /// Milliseconds from the start to the first connection.
        var startup: [Double] = []
        /// MB of its processes after speaking.
        var memory: [Double] = []
    }

    private(set) var values: [String: Values] = [:]

    /// How often to measure the memory.
    private static let memoryRuns = 3

    /// Starts each system `runs` times, in a different order in each round.
    static func measure(programs: String, runs: Int, random: inout SeededGenerator) async throws -> Starts {
        progress("starts and memory")
        let server = try await PulseAudioServer()
        var starts = Starts()
        for run in 0..<runs {
            for isFromDaemon in [true, false].shuffled(using: &random) {
                let speaks = run < memoryRuns
                if isFromDaemon {
                    let system = try await Announced(programs: programs, server: server)
                    try await starts.add("announced", system.startup, system, speaks: speaks)
                } else {
                    let system = try await SpeechDispatcher(output: .pulse, server: server)
                    try await starts.add("speech-dispatcher", system.startup, system, speaks: speaks)
                }
            }
        }
        return starts
    }

    private mutating func add(_ name: String, _ startup: Duration, _ system: any SpeechSystem, speaks: Bool) async throws {
        values[name, default: Values()].startup.append(startup.milliseconds)
        guard speaks else { return }
        try await system.speakToEnd("OK")
        values[name, default: Values()].memory.append(proportionalMegabytes(of: system.processIDs))
    }
}
