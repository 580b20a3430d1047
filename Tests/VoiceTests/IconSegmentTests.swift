import Messages
import SoundIcons
import TestSupport
import Testing
import VoiceProtocol

/// Sound icons in utterances.
struct IconSegmentTests {
    private let icons: IconFolder
    private let tone = WAVBytes.tone(seconds: 0.3)

    init() throws {
        icons = try IconFolder()
        try icons.write(WAVBytes.of(tone), to: "sounds/speech-dispatcher/bell.wav")
    }

    private func heard(_ segments: SpeechSegment...) async throws -> Sound {
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest([], environment: icons.environment.merging(pcm.environment) { $1 })
        try voice.speak(1, segments)
        try await voice.events(until: .finished(id: 1))
        try await voice.end()
        return try pcm.samples()
    }

    @Test func `An icon's sound is heard instead of its name, or its name where there is none`() async throws {
        #expect(try await heard(SpeechSegment(text: "bell", icon: "bell")).samples == tone)
        #expect(try await heard(SpeechSegment(text: "bell", volume: 50, icon: "bell")).samples == tone.map { $0 / 2 })
        for name in ["horn", "../speech-dispatcher/bell"] {
            #expect(try await heard(SpeechSegment(text: "bell", icon: name)) == reference("bell"), "\(name)")
        }
    }

    @Test func `Adjacent segments with one icon are one text, and other text follows at once`() async throws {
        let segments = [SpeechSegment(text: "be", icon: "bell"), SpeechSegment(text: "ll", icon: "bell")]
        #expect(try await heard(segments[0], segments[1]).samples == tone)
        let text = try await reference("Settings")
        #expect(try await heard(segments[0], SpeechSegment(text: "Settings")) == Sound(tone) + text)
        #expect(try await heard(segments[0], SpeechSegment(text: "Settings"), segments[1]) == Sound(tone) + text + Sound(tone))
    }

    @Test func `Q14, O5: an icon is silent at once when it is stopped, and begins again after a pause`() throws {
        try icons.write(WAVBytes.of(WAVBytes.tone(seconds: 8)), to: "sounds/speech-dispatcher/long.wav")
        let player = SoundIcons(theme: .freedesktop) { [icons] in icons.environment[$0] }
        let speak = VoiceCommand.speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: "long", icon: "long")]))
        let stop = 5000
        let left = stop...stop + 2 * ClockedVoice.stepFrames + 66
        let stopped = try ClockedVoice([(0, [speak]), (stop, [.stop])], icons: player)
        #expect(stopped.events.last == .stopped(id: 1, position: TextPosition(segment: 0, offset: 0)))
        #expect(left.contains(stopped.sound.samples.count), "\(stopped.sound.samples.count)")
        let paused = try ClockedVoice([(0, [speak]), (stop, [.pause, .resume])], icons: player)
        #expect(paused.events.last == .finished(id: 1))
        #expect(left.contains(paused.sound.samples.count - 8 * Sound.rate), "\(paused.sound.samples.count)")
    }
}
