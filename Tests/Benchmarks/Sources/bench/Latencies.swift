import TestSupport

/// The delays that a listener notices, for several systems on one sound server.
struct Latencies {
    /// The kinds of delays.
    enum Measure: CaseIterable {
        case char, word, sentence, silence, replacement

        var title: String {
            switch self {
            case .char: "char \"a\""
            case .word: "\"OK\""
            case .sentence: "sentence"
            case .silence: "stop → silence"
            case .replacement: "stop+speak → the new one"
            }
        }
    }

    private(set) var names: [String] = []
    private var values: [String: [Measure: [Double]]] = [:]

    func summary(_ system: String, _ measure: Measure) -> Summary {
        Summary(values[system]?[measure] ?? [])
    }

    /// Measures all systems on a new sound server: in each round each does everything once, in a different order.
    static func measure(
        on kind: ServerKind, programs: String, runs: Int, random: inout SeededGenerator
    ) async throws -> Latencies {
        let server = try await kind.start()
        let capture = try Capture(of: server)
        try await capture.ready()
        var systems: [any SpeechSystem] = [
            try await Announced(programs: programs, server: server), try await AnnouncedSSIP(programs: programs, server: server),
        ]
        for output in SpeechDispatcher.Output.allCases {
            systems.append(try await SpeechDispatcher(output: output, server: server))
        }
        systems.append(ESpeakProgram(server: server))
        for opening in BareLoop.Opening.allCases {
            systems.append(try await BareLoop(opening: opening, server: server))
        }
        var listeners: [Listener] = []
        for system in systems {
            do {
                listeners.append(try await Listener(to: system, capture: capture))
            } catch {
                throw MeasureFailed(description: "\(kind.name), \(system.name): \(error)")
            }
        }

        var latencies = Latencies()
        latencies.names = systems.map(\.name)
        for run in 1...runs {
            if run % 5 == 1 { progress("\(kind.name), run \(run) of \(runs), load \(loadAverage())") }
            for listener in listeners.shuffled(using: &random) {
                for measure in [Measure.char, .word, .sentence, .replacement] {
                    // Spread requests over the interval between two of the sink's.
                    try await Task.sleep(for: .microseconds(Int.random(in: 0..<10_000, using: &random)))
                    do {
                        for (measure, duration) in try await listener.measure(measure) {
                            latencies.values[listener.system.name, default: [:]][measure, default: []].append(duration.milliseconds)
                        }
                    } catch {
                        throw MeasureFailed(description: "\(kind.name), \(listener.system.name), \(measure.title): \(error)")
                    }
                }
            }
        }
        return latencies
    }
}

/// An error: something could not be measured.
struct MeasureFailed: Error, CustomStringConvertible {
    let description: String
}
