import TestSupport

/// Sends requests to a system and listens to the result.
final class Listener {
    let system: any SpeechSystem

    private let capture: Capture
    /// The silence before ``Latencies/Measure/rest``.
    private let rest: Duration
    /// The sound of ``next`` in this system.
    private let expected: Sound

    private static let char = "a"
    private static let word = "OK"
    /// Voiced throughout, so that a stop never coincides with a silence within it.
    private static let sentence = "Now we are all in a row along a lonely lane in May, and no one will ever know why."
    /// The text to be replaced. It differs from `sentence`, because announced does not speak an immediate repeat.
    private static let replaced = "We were away in a narrow valley, and only you and I know where we may have been."
    private static let next = "Six"

    /// The correlation at which two sounds count as the same.
    private static let recognized = 0.85

    /// The silence before each request.
    private static let quiet = Duration.milliseconds(100)

    /// When the system was heard last.
    private var fellSilent = SuspendingClock.now

    /// Listens to the system once, to learn the sound to look for later.
    init(to system: any SpeechSystem, capture: Capture, rest: Duration) async throws {
        self.system = system
        self.capture = capture
        self.rest = rest
        expected = try await Self.heard(from: system, capture)
    }

    /// Makes the system say everything once, and the last text until it sounds the same twice; returns the beginning of that sound.
    private static func heard(from system: any SpeechSystem, _ capture: Capture) async throws -> Sound {
        for text in [char, sentence] {
            let start = SuspendingClock.now
            try system.speak(text)
            _ = try await capture.firstPlayed(after: start, within: .seconds(10))
            try await silence(of: system, capture)
        }
        var former = Sound([])
        for _ in 0..<10 {
            let start = SuspendingClock.now
            try system.speak(next)
            // Enough silence that announced does not take the next one for a repeat.
            let heard = try await capture.heard(after: start, untilQuiet: .milliseconds(800))
            try await silence(of: system, capture)
            let beginning = heard.sound.part(from: .zero, for: .milliseconds(140))
            if beginning.correlation(with: former) >= 0.97 { return beginning }
            former = beginning
        }
        throw MeasureFailed(description: "\(system.name) says \"\(next)\" in another way each time")
    }

    /// Measures one delay; the sentence is stopped, which is measured too.
    func measure(_ measure: Latencies.Measure) async throws -> [(Latencies.Measure, Duration)] {
        defer { fellSilent = .now }
        switch measure {
        case .rest:
            try await Task.sleep(until: fellSilent + rest, clock: .suspending)
            return [(.rest, try await firstSound(of: Self.char))]
        case .char: return [(.char, try await firstSound(of: Self.char))]
        case .word: return [(.word, try await firstSound(of: Self.word))]
        case .sentence, .silence:
            let start = SuspendingClock.now
            try system.speak(Self.sentence)
            let played = try await capture.firstPlayed(after: start)
            try await Task.sleep(for: .milliseconds(50))
            return [(.sentence, start.duration(to: played)), (.silence, try await silence())]
        case .replacement:
            let start = SuspendingClock.now
            try system.speak(Self.replaced)
            _ = try await capture.firstPlayed(after: start)
            try await Task.sleep(for: .milliseconds(50))
            let replacing = SuspendingClock.now
            try system.replace(with: Self.next)
            var played = try await capture.played(expected, after: replacing, within: .milliseconds(40))
            // Most are heard by then; the others take longer.
            if played.correlation < Self.recognized {
                played = try await capture.played(expected, after: replacing, within: .milliseconds(300))
            }
            try await silence()
            guard played.correlation >= Self.recognized else {
                progress("\(system.name): what replaced the sentence was not recognized: \(played.correlation)")
                return []
            }
            return [(.replacement, replacing.duration(to: played.at))]
        }
    }

    private func firstSound(of text: String) async throws -> Duration {
        let start = SuspendingClock.now
        try system.speak(text)
        let played = try await capture.firstPlayed(after: start)
        try await silence()
        return start.duration(to: played)
    }

    /// Stops the system, and returns how long it takes until nothing is heard.
    @discardableResult
    private func silence() async throws -> Duration {
        try await Self.silence(of: system, capture)
    }

    @discardableResult
    private static func silence(of system: any SpeechSystem, _ capture: Capture) async throws -> Duration {
        let start = SuspendingClock.now
        try system.stop()
        let last = try await capture.lastPlayed(after: start, untilQuiet: quiet)
        return max(last.map { start.duration(to: $0) } ?? .zero, .zero)
    }
}
