import JSONLines
import Messages
import TestSupport
import Testing
import VoiceProtocol

/// The end of speech that is cut, as a real sound server plays it.
struct CutTests {
    /// A sound that stays at one level: wherever it is cut, an abrupt end is a step of this height.
    private static let level: Int16 = 16_000
    /// A step that can be heard as a click: 5 % of full scale.
    private static let click = 1638
    /// The frames of a fade of 3 ms.
    private static let fade = 66

    /// Plays the level, stops it `delay` after its beginning was heard, twice at once in every second case, and returns what was heard.
    private func cut(_ voice: VoiceUnderTest, _ id: UInt64, after delay: Duration, _ capture: Capture) async throws -> [Int] {
        let start = SuspendingClock.now
        try voice.speak(id, [SpeechSegment(text: "level", icon: "level")])
        try await voice.events(until: .started(id: id))
        try await capture.awaitRecording(until: capture.firstSound(after: start) + delay)
        // The second stop, of a sound that has not begun, must not lose the first one's fade.
        let stops: [VoiceCommand] = id.isMultiple(of: 2) ? [.stop, .earcon(.pageBorder, volume: nil), .stop] : [.stop]
        try voice.process.write(stops.flatMap { ($0).jsonLine })
        try await voice.events(until: .stopped(id: id, position: TextPosition(segment: 0, offset: 0)))
        return try await capture.heard(after: start, untilQuiet: .milliseconds(200)).sound.samples.map(Int.init)
    }

    @Test(arguments: [500, 0]) func `Q14: on PipeWire a stop fades over 3 ms without a step`(linger: Int) async throws {
        let server = try await SoundSystem.pipeWire.start()
        let icons = try IconFolder()
        let sound = WAVBytes.of([Int16](repeating: Self.level, count: 5 * Sound.rate))
        try icons.write(sound, to: "sounds/speech-dispatcher/level.wav")
        // With more than the usual 40 ms in the buffer, no sound is missing on a busy machine.
        let options = ["--linger", "\(linger)", "--buffer-ms", "200"]
        let voice = try await VoiceUnderTest(options, environment: icons.environment.merging(server.environment) { $1 })
        let capture = try Capture(of: server)
        try await capture.ready()
        for (id, delay) in zip(UInt64(1)..., [200, 207, 213, 219, 226]) {
            let heard = try await cut(voice, id, after: .milliseconds(delay), capture)
            let end = heard.suffix(3 * Self.fade)
            let steps = zip(end, end.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { abs($0) < Self.click }, "cut \(id): \(end.suffix(80))")
            // PipeWire's resampler leaves a ripple.
            #expect(steps.suffix(Self.fade).allSatisfy { $0 < 100 }, "cut \(id): \(end.suffix(80))")
            // It is no slower than it should be.
            #expect(try #require(heard.dropLast(Self.fade + 8).last) > Int(Self.level) * 9 / 10, "cut \(id): \(end.suffix(80))")
        }
        try await voice.end()
    }
}
