import TestSupport

/// The cost of silent systems: how often their own processes and the sound server wake up, before they spoke and from 7 s
/// after, when nothing is left to be closed or returned.
enum WakeUps {
    /// The wake-ups of one system on a sound server of its own.
    private struct Counted {
        let system: String
        let kind: SoundRoute.Kind
        /// Wake-ups a second, in each interval.
        var values: [(measure: String, value: Double)] = []
    }

    private static let interval = Duration.milliseconds(250)

    /// Measures announced and speech-dispatcher at the same time, each on a sound server that nothing else uses.
    static func measure(programs: String, runs: Int, _ figures: inout Figures) async throws {
        progress("wake-ups")
        let all = try await withThrowingTaskGroup(of: Counted.self) { group in
            for kind in SoundRoute.Kind.allCases {
                group.addTask { try await count(kind, runs) { try await Announced(programs: programs, $0) } }
                group.addTask { try await count(kind, runs) { try await SpeechDispatcher(output: kind == .pipeWire ? .alsa : .pulse, $0) } }
            }
            return try await group.reduce(into: [Counted]()) { $0.append($1) }
        }
        for kind in SoundRoute.Kind.allCases {
            for counted in all.sorted(by: { $0.system < $1.system }) where counted.kind == kind {
                for (measure, value) in counted.values { figures.add(value, measure, of: counted.system, in: kind.rawValue) }
            }
        }
    }

    private static func count(
        _ kind: SoundRoute.Kind, _ runs: Int, _ start: (SoundRoute) async throws -> any SpeechSystem
    ) async throws -> Counted {
        let route = try await SoundRoute.start(kind)
        let system = try await start(route)
        var counted = Counted(system: system.name, kind: kind)
        // PipeWire suspends a sink after five seconds of silence.
        try await Task.sleep(for: .seconds(6))
        try await count("before it spoke", runs, system, route, &counted)
        try await system.speakToEnd("OK")
        try await Task.sleep(for: .seconds(7))
        try await count("after", runs, system, route, &counted)
        return counted
    }

    private static func count(
        _ time: String, _ runs: Int, _ system: any SpeechSystem, _ route: SoundRoute, _ counted: inout Counted
    ) async throws {
        func counts() -> [Int] { [wakeUps(of: system.processIDs), wakeUps(of: route.server.processIDs)] }
        for _ in 0..<runs {
            let (start, first) = (SuspendingClock.now, counts())
            try await Task.sleep(for: interval)
            let (seconds, second) = (start.duration(to: .now) / .seconds(1), counts())
            for (measure, index) in [("its own, \(time)", 0), ("the sound server's, \(time)", 1)] {
                counted.values.append((measure, Double(second[index] - first[index]) / seconds))
            }
        }
    }
}
