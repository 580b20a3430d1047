import TestSupport

/// The cost of silent systems: their own processes, and the sound server's work for them.
struct ProcessFigures {
    /// The figures of one system on one sound server.
    struct Figures {
        var server: ServerKind
        var system: String
        /// Wake-ups a second, of the system and of the sound server, before it spoke and from a second after.
        var idleBefore: Double
        var idleAfter: Double
        var serverBefore: Double
        var serverAfter: Double
    }

    let all: [Figures]

    /// How long to count wake-ups.
    private static let counted = Duration.seconds(5)

    /// Measures announced and speech-dispatcher, each on a sound server that nothing else uses.
    static func measure(on servers: [ServerKind], programs: String) async throws -> ProcessFigures {
        progress("wake-ups")
        return try await withThrowingTaskGroup(of: Figures.self) { group in
            for kind in servers {
                group.addTask { try await figures(on: kind) { try await Announced(programs: programs, server: $0) } }
                group.addTask { try await figures(on: kind) { try await SpeechDispatcher(output: .pulse, server: $0) } }
            }
            var all: [Figures] = []
            for try await figures in group { all.append(figures) }
            return ProcessFigures(all: all)
        }
    }

    private static func figures(
        on kind: ServerKind, _ start: (any SoundServer) async throws -> any SpeechSystem
    ) async throws -> Figures {
        let server = try await kind.start()
        let system = try await start(server)
        // PipeWire suspends a sink after five seconds of silence.
        try await Task.sleep(for: .seconds(6))
        let before = try await wakeUpsPerSecond(of: system, server)
        try await system.speakToEnd("OK")
        try await Task.sleep(for: .seconds(1))
        let after = try await wakeUpsPerSecond(of: system, server)
        return Figures(
            server: kind, system: system.name, idleBefore: before.system, idleAfter: after.system, serverBefore: before.server,
            serverAfter: after.server)
    }

    private static func wakeUpsPerSecond(
        of system: any SpeechSystem, _ server: any SoundServer
    ) async throws -> (system: Double, server: Double) {
        func counts() -> (Int, Int) { (wakeUps(of: system.processIDs), wakeUps(of: server.processIDs)) }
        let (start, first) = (SuspendingClock.now, counts())
        try await Task.sleep(for: counted)
        let (seconds, second) = (start.duration(to: .now) / .seconds(1), counts())
        return (Double(second.0 - first.0) / seconds, Double(second.1 - first.1) / seconds)
    }
}
