import TestSupport

/// A system, a sound server, and what is heard of the three sentences.
final class FaultStage {
    let server: any SoundServer
    let system: any FaultedSystem
    /// A program that has the device open.
    private(set) var deviceHolder: ChildProcess?

    private var capture: Capture
    private let device: ExclusivePCM?
    private var others: [Flood] = []
    /// How the system says each sentence: the part by which that is recognized.
    private var sounds: [Sound] = []
    /// How long no one could listen, because there was no sound server.
    private var deafness = Duration.zero

    private static let sentences = [
        "While this is being said a great deal may happen that no one has asked for.", "What had to wait is said now.",
        "Everything works once more.",
    ]
    /// How long to listen after a fault.
    private static let patience = Duration.seconds(20)
    /// The correlation at which a sound counts as heard.
    private static let recognized = 0.8

    init(isDeviceBusy: Bool, _ start: (SoundRoute) async throws -> any FaultedSystem) async throws {
        let server = try await PulseAudioServer(idling: .fiftyMillisecondsAhead)
        self.server = server
        var route = SoundRoute(to: server)
        device = isDeviceBusy ? try await ExclusivePCM(of: server) : nil
        if let device {
            route = SoundRoute(to: server, device: "default")
            route.environment = device.environment
        }
        capture = try Capture(of: server)
        try await capture.ready()
        system = try await start(route)
        for sentence in Self.sentences {
            let start = SuspendingClock.now
            try system.post(sentence)
            let heard = try await capture.heard(after: start, untilQuiet: .milliseconds(800))
            // The end of it shows that all of it was heard.
            sounds.append(Sound(heard.sound.samples.suffix(Sound.samples(in: .milliseconds(900)))))
        }
    }

    deinit { for other in others { other.end() } }

    /// Returns what was heard, the longest silence, and what became of the daemon.
    func run(_ inject: (FaultStage) async throws -> Void) async throws -> [String] {
        if let device {
            // The system has let go of the device by then.
            try await Task.sleep(for: .seconds(2))
            let holder = try ChildProcess(
                "aplay", ["-f", "S16_LE", "-r", "22050", "-c", "1", "/dev/zero"], environment: .inherited(with: device.environment),
                output: .null, error: .pipe)
            deviceHolder = holder
            guard try await holder.error.firstLine(where: { $0.hasPrefix("Playing") }) != nil else {
                throw MeasureFailed(description: "the device is busy already")
            }
        }
        var posted: [Bool] = []
        let start = SuspendingClock.now
        for sentence in Self.sentences.prefix(2) { posted.append((try? system.post(sentence)) != nil) }
        if device == nil {
            _ = try await capture.firstSound(after: start)
            try await Task.sleep(for: .seconds(1))
        }
        let injected = SuspendingClock.now
        try await inject(self)
        posted.append((try? system.post(Self.sentences[2])) != nil)

        var heard = Sound([])
        var places: [Sound.Match] = []
        repeat {
            try await Task.sleep(for: .seconds(1))
            heard = capture.samples(since: injected)
            places = sounds.map { heard.find($0) }
        } while places.contains { $0.correlation < Self.recognized } && injected.duration(to: .now) < Self.patience
        let words = zip(places, posted).map { place, isPosted in
            place.correlation >= Self.recognized ? "heard" : isPosted ? "**lost**" : "**not accepted**"
        }
        let last = places.filter { $0.correlation >= Self.recognized }.map(\.offset).max()
        let silence = last.map { "\(tenths(deafness + longestSilence(heard.samples.prefix($0)))) s" } ?? "until the end"
        return words + [silence, system.state]
    }

    /// Starts the sound server again, and listens to it.
    func restartServer() async throws {
        let start = SuspendingClock.now
        try await server.restart()
        capture = try Capture(of: server)
        deafness = .seconds(2) + start.duration(to: .now)
    }

    /// Has another client do something, which lasts.
    func misbehave(_ misbehaviour: Misbehaviour) throws {
        let bytes = system.bytes(misbehaviour)
        let isRepeated = misbehaviour == .flood || misbehaviour == .unread
        others.append(try Flood(to: system.socket, isRead: misbehaviour != .unread, rounds: isRepeated ? .max : 1) { _ in bytes })
    }

    private func longestSilence(_ samples: ArraySlice<Int16>) -> Duration {
        var (longest, current) = (0, 0)
        for sample in samples {
            current = sample > 100 || sample < -100 ? 0 : current + 1
            longest = max(longest, current)
        }
        return .seconds(1) * longest / Sound.rate
    }

    private func tenths(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
