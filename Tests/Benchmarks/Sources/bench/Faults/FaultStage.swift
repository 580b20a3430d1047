import TestSupport

/// A system, a sound server, and what is heard of the three sentences.
final class FaultStage {
    let server: any SoundServer
    private(set) var system: any FaultedSystem
    /// A program that has the device open.
    private(set) var deviceHolder: ChildProcess?

    private var capture: Capture
    private let device: ExclusivePCM?
    private var others: [Flood] = []
    /// The part of each sentence's sound that identifies it, as the system speaks it.
    private var sounds: [Sound] = []
    /// How long no one could listen, because there was no sound server.
    private var deafness = Duration.zero

    private static let sentences = [
        "While this is being said a great deal may happen that no one has asked for.", "What had to wait is said now.",
        "Everything works once more.",
    ]
    /// How long to listen after a fault.
    private static let patience = Duration.seconds(25)
    /// Gaps are no loss: sounds are compared in pieces of this length, of which most must be heard.
    private static let piece = Duration.milliseconds(150)
    /// The correlation at which a piece counts as heard.
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
            try await system.post(sentence)
            let heard = try await capture.heard(after: start, untilQuiet: .milliseconds(800))
            // The end of it shows that all of it was heard.
            sounds.append(Sound(heard.sound.samples.suffix(Sound.samples(in: .milliseconds(900)))))
        }
        guard let device else { return }
        system.end()
        let holder = try ChildProcess(
            "aplay", ["-f", "S16_LE", "-r", "22050", "-c", "1", "/dev/zero"], environment: .inherited(with: device.environment),
            output: .null, error: .pipe)
        deviceHolder = holder
        guard try await holder.error.firstLine(where: { $0.hasPrefix("Playing") }) != nil else {
            throw MeasureFailed(description: "the device is busy already")
        }
        system = try await start(route)
    }

    deinit { for other in others { other.end() } }

    /// Returns what was heard, the longest silence, and what became of the daemon.
    func run(_ inject: (FaultStage) async throws -> Void) async throws -> [String] {
        var posted: [Bool] = []
        let start = SuspendingClock.now
        for sentence in Self.sentences.prefix(2) { posted.append((try? await system.post(sentence)) != nil) }
        if device == nil {
            _ = try await capture.firstSound(after: start)
            try await Task.sleep(for: .seconds(1))
        }
        let injected = SuspendingClock.now
        try await inject(self)
        posted.append((try? await system.post(Self.sentences[2])) != nil)

        var heard = Sound([])
        var ends: [Int?] = []
        repeat {
            try await Task.sleep(for: .seconds(1))
            heard = capture.samples(since: injected)
            ends = sounds.map { Self.end(of: $0, in: heard) }
        } while ends.contains(nil) && injected.duration(to: .now) < Self.patience
        let words = zip(ends, posted).map { end, isPosted in end != nil ? "heard" : isPosted ? "**lost**" : "**not accepted**" }
        let silence = ends.compactMap(\.self).max().map { "\(tenths(deafness + longestSilence(heard.samples.prefix($0)))) s" }
        return words + [silence ?? "until the end", system.state]
    }

    /// Returns where a sound that was heard ends; nil if it was not.
    private static func end(of sound: Sound, in heard: Sound) -> Int? {
        let place = heard.find(sound)
        let around = heard.part(from: max(place.time - .milliseconds(300), .zero), for: sound.duration + .milliseconds(600))
        let length = Sound.samples(in: piece)
        let pieces = stride(from: 0, through: sound.samples.count - length, by: length).map { Sound(sound.samples[$0..<$0 + length]) }
        let found = pieces.count { around.find($0).correlation >= recognized }
        return found * 2 > pieces.count ? place.offset + sound.samples.count : nil
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
