import TestSupport

/// The cost of a daemon: the time from its start to the first connection, and its memory after it spoke. Only one runs at a time, because
/// processes of the same program share memory.
enum Starts {
    /// Starts each system `runs` times, in a different order in each round.
    static func measure(programs: String, runs: Int, _ figures: inout Figures, _ random: inout SeededGenerator) async throws {
        let route = try await SoundRoute.start(.pulse)
        for _ in 0..<runs {
            for isFromDaemon in [true, false].shuffled(using: &random) {
                if isFromDaemon {
                    let system = try await Announced(programs: programs, route)
                    try await measure(system, startup: system.startup, &figures)
                } else {
                    let system = try await SpeechDispatcher(output: .pulse, route)
                    try await measure(system, startup: system.startup, &figures)
                }
            }
        }
    }

    private static func measure(_ system: any SpeechSystem, startup: Duration, _ figures: inout Figures) async throws {
        figures.add(startup.milliseconds, "ready after exec, ms", of: system.name)
        try await system.speakToEnd("OK")
        figures.add(megabytes("Pss:", of: system.processIDs), "PSS, MB", of: system.name)
        figures.add(megabytes("Private_Dirty:", of: system.processIDs), "private dirty, MB", of: system.name)
    }
}
