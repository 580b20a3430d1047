import TestSupport
import Testing
import VoiceProtocol

/// The silence before the first sound, by the sound server's sink (O1).
struct LeadInTests {
    /// Between the time to a first sound after 200 ms of silence, and the time to one without it. A sink may render 50 ms ahead.
    private static let between = Duration.milliseconds(150)

    @Test(arguments: SoundSystem.allCases)
    func `O1: on a Bluetooth sink 200 ms of silence come first, not before what follows, and none on another sink`(_ system: SoundSystem)
        async throws
    {
        let server = try await system.start()
        try await server.addSink("headset", properties: ["device.api": "bluez"])
        try await server.makeDefault("headset")
        #expect(try await delay(server, "headset") > Self.between)
        let stopwatch = Stopwatch()
        #expect(try await delay(server, "headset", ["--lead-in", "0"]) < Self.between + stopwatch.waited)
        try await server.makeDefault("nul")
        #expect(try await delay(server, "nul") < Self.between + stopwatch.waited)
        #expect(try await delay(server, "nul", ["--lead-in", "200"]) > Self.between)
    }

    /// Returns the time until the first sound arrives in the capture. It expects that the next utterance's is sooner.
    private func delay(_ server: any SoundServer, _ sink: String, _ options: [String] = []) async throws -> Duration {
        let capture = try Capture(of: server, sink: sink)
        try await capture.ready()
        let voice = try await VoiceUnderTest(options, environment: server.environment)
        let stopwatch = Stopwatch()
        var delays: [Duration] = []
        for id in UInt64(1)...2 {
            let start = SuspendingClock.now
            try voice.speak(id, "OK")
            delays.append(start.duration(to: try await capture.firstSound(after: start)))
            try await voice.events(until: .finished(id: id))
        }
        #expect(delays[1] < Self.between + stopwatch.waited, "\(delays)")
        try await voice.end()
        return delays[0]
    }
}
