import Messages
import TestSupport
import Testing
import VoiceProtocol

/// `--unpaced`, for `announced replay`.
@Suite(.serialized)
struct UnpacedFileTests {
    private static let utterances: [[SpeechSegment]] = [
        [SpeechSegment(text: "Inbox", earcon: .screenChanged), SpeechSegment(text: "three messages. Two of them new.", pause: 0.2)],
        [SpeechSegment(text: "Stop, look. And listen!", rate: 450)],
        [SpeechSegment(text: "ok", spell: true, earcon: .pageBorder)],
    ]

    /// Returns the sound that a voice writes of ``utterances``, and its reports.
    private func written(_ options: [String]) async throws -> (sound: Sound, events: [VoiceEvent]) {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        let voice = try await VoiceUnderTest(["--wav", file] + options)
        for (index, segments) in Self.utterances.enumerated() { try voice.speak(UInt64(index), segments, words: true) }
        let events = try await voice.events(until: .finished(id: 2))
        try await voice.end()
        return (try Sound(wavFile: file), events)
    }

    @Test func `It is the paced file's sound, without its time`() async throws {
        let paced = try await written([])
        let unpaced = try await written(["--unpaced", "--lead-in", "200"])
        #expect(unpaced.sound == paced.sound)
        let rendered = unpaced.events.compactMap { if case .rendered(_, let frames) = $0 { frames } else { nil } }
        #expect(rendered.count == 3)
        #expect(rendered.reduce(0, +) == unpaced.sound.samples.count)
        #expect(paced.events.allSatisfy { if case .rendered = $0 { false } else { true } })
        // But for frames and lengths it tells the same.
        let told = unpaced.events.compactMap { event -> VoiceEvent? in
            switch event {
            case .rendered, .device: return nil
            case .word(var span):
                span.frame = nil
                return .word(span)
            case .sentence(var span):
                span.frame = nil
                return .sentence(span)
            default: return event
            }
        }
        #expect(told == paced.events.filter { $0.deviceState == nil })
    }

    @Test func `Its sound takes no time: minutes of it are written long before they would have passed`() async throws {
        let folder = try TemporaryFolder()
        let voice = try await VoiceUnderTest(["--wav", folder.path("heard.wav"), "--unpaced"])
        try voice.speak(1, (1...3).map { SpeechSegment(text: "\($0)", pause: 60) })
        try await voice.events(until: .finished(id: 1), within: .seconds(60))
        try await voice.end()
        #expect(try Sound(wavFile: folder.path("heard.wav")).duration > .seconds(180))
    }

    @Test func `The same commands give the same file and the same events`() async throws {
        let first = try await written(["--unpaced"])
        let second = try await written(["--unpaced"])
        #expect(first.sound == second.sound)
        #expect(first.events.filter { $0.deviceState == nil } == second.events.filter { $0.deviceState == nil })
    }

    @Test func `An earcon by a command is written too`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        let voice = try await VoiceUnderTest(["--wav", file, "--unpaced"])
        try voice.send(.earcon(.pageBorder, volume: nil))
        try await voice.end()
        #expect(try Sound(wavFile: file) == (try await played([SpeechSegment(text: "", earcon: .pageBorder)])))
    }

    @Test(arguments: [["--unpaced"], ["--unpaced", "--append", "--wav", "x"]])
    func `It needs a file of its own`(options: [String]) async throws {
        let process = try ChildProcess(builtProduct("announced-voice"), options, error: .pipe)
        #expect(try await process.exit() == .code(64))
    }
}
