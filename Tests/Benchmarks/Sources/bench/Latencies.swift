import Glibc
import TestSupport

/// Measures the delays that a listener notices, for several systems on one sound server.
struct Latencies {
    /// The kinds of delays.
    enum Measure: String, CaseIterable {
        case rest, char, word, sentence, silence, replacement
    }

    let kind: SoundRoute.Kind
    let runs: Int
    /// In this order; a sentence is stopped, which measures ``Measure/silence`` too. The same text too soon would be a repeat for announced (Q10).
    let measures: [Measure]
    /// The silence before ``Measure/rest``. After 7 s, announced has also returned its memory.
    let rest: Duration
    /// How many programs keep the processors busy meanwhile.
    let busyLoops: Int
    /// Whether each system has a control group, as on a desktop with systemd, and the busy loops have one together.
    let isGrouped: Bool

    init(
        _ kind: SoundRoute.Kind, measures: [Measure] = [.rest, .word, .sentence, .replacement, .char], rest: Duration = .seconds(7),
        busyLoops: Int = 0, isGrouped: Bool = false, runs: Int
    ) {
        self.kind = kind
        self.measures = measures
        self.rest = rest
        self.busyLoops = busyLoops
        self.isGrouped = isGrouped
        self.runs = runs
    }

    /// Measures all systems on a new sound server: in each round each does everything once, in a different order.
    func measure(
        programs: String, onlyBareLoop: Bool = false, _ figures: inout Figures, _ random: inout SeededGenerator
    ) async throws {
        let group = busyLoops == 0 ? kind.rawValue : isGrouped ? "With systemd's control groups" : "Without control groups"
        let route = try await SoundRoute.start(kind)
        let capture = try Capture(of: route.server)
        try await capture.ready()
        var systems: [any SpeechSystem] = [try await Announced(programs: programs, route)]
        if !onlyBareLoop { systems += try await others(programs: programs, route) }
        for opening in BareLoop.Opening.allCases { systems.append(try await BareLoop(opening: opening, route)) }

        var listeners: [Listener] = []
        for system in systems {
            do {
                listeners.append(try await Listener(to: system, capture: capture, rest: rest))
            } catch {
                throw MeasureFailed(description: "\(kind.rawValue), \(system.name): \(error)")
            }
        }
        // On a desktop sound servers are real-time processes, so here too; only the systems compete with the loops.
        if busyLoops > 0, !makeRealTime(["pulseaudio", "parec"]) {
            throw MeasureFailed(description: "the sound server can't be given real-time priority; try again as root")
        }
        let loops = try (0..<busyLoops).map { _ in try ChildProcess("sh", ["-c", "while :; do :; done"]) }
        defer { for loop in loops { loop.close() } }
        var groups: [ControlGroup] = []
        if isGrouped {
            groups.append(try ControlGroup(weight: 100, of: loops.map(\.processID)))
            // announced's unit asks for ten times the usual.
            for system in systems where !system.processIDs.isEmpty {
                groups.append(try ControlGroup(weight: system.name.hasPrefix("announced") ? 1000 : 100, of: system.processIDs))
            }
        }
        defer { groups = [] }
        for run in 1...runs {
            if run % 10 == 1 { progress("\(kind.rawValue), run \(run) of \(runs)") }
            for listener in listeners.shuffled(using: &random) {
                for measure in measures where listener.system.measures.contains(measure) {
                    // Spread requests over the interval between two of the sink's.
                    try await Task.sleep(for: .microseconds(Int.random(in: 0..<10_000, using: &random)))
                    do {
                        for (measure, duration) in try await listener.measure(measure) {
                            figures.add(duration.milliseconds, measure.rawValue, of: listener.system.name, in: group)
                        }
                    } catch {
                        throw MeasureFailed(description: "\(kind.rawValue), \(listener.system.name), \(measure.rawValue): \(error)")
                    }
                }
            }
        }
    }

    private func others(programs: String, _ route: SoundRoute) async throws -> [any SpeechSystem] {
        var systems: [any SpeechSystem] = [try await AnnouncedSSIP(programs: programs, route)]
        for act in AnnouncedByHand.Act.allCases { systems.append(try await AnnouncedByHand(act, programs: programs, route)) }
        // Through ALSA and then PulseAudio's protocol, a desktop would not use it.
        if kind != .pipeWirePulse { systems.append(try await SpeechDispatcher(output: .alsa, route)) }
        // These speak to PulseAudio's protocol by themselves.
        if kind != .pipeWire {
            systems.append(try await SpeechDispatcher(output: .pulse, route))
            systems.append(ESpeakProgram(route))
        }
        return systems
    }
}

/// An error: something could not be measured.
struct MeasureFailed: Error, CustomStringConvertible {
    let description: String
}
