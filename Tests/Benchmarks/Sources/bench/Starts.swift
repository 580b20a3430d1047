import TestSupport

/// The cost of a daemon: the time from its start to the first connection, and its memory after it spoke and at rest. Only one runs at a
/// time, because processes of the same program share memory.
enum Starts {
    /// Starts each system `runs` times, in a different order in each round.
    static func measure(programs: String, runs: Int, _ figures: inout Figures, _ random: inout SeededGenerator) async throws {
        let route = try await SoundRoute.start(.pulse)
        for run in 0..<runs {
            // A rest takes long, and its memory varies little.
            let rests = run % 3 == 0
            for isFromDaemon in [true, false].shuffled(using: &random) {
                if isFromDaemon {
                    let system = try await Announced(programs: programs, route)
                    try await measure(system, startup: system.startup, rests: rests, &figures)
                } else {
                    let system = try await SpeechDispatcher(output: .pulse, route)
                    try await measure(system, startup: system.startup, rests: rests, &figures)
                }
            }
        }
    }

    private static func measure(
        _ system: any SpeechSystem, startup: Duration, rests: Bool, _ figures: inout Figures
    ) async throws {
        figures.add(startup.milliseconds, "ready after exec, ms", of: system.name)
        try await system.speakToEnd("OK")
        addMemory(of: system, "", &figures)
        guard rests else { return }
        try await Task.sleep(for: .seconds(7))
        addMemory(of: system, " after 7 s", &figures)
    }

    private static func addMemory(of system: any SpeechSystem, _ time: String, _ figures: inout Figures) {
        figures.add(megabytes("Pss:", of: system.processIDs), "PSS\(time), MB", of: system.name)
        figures.add(megabytes("Private_Dirty:", of: system.processIDs), "private dirty\(time), MB", of: system.name)
    }
}
