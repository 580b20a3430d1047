import TestSupport
import Testing
import VoiceProtocol

/// The voice's description of a text instead of its speech.
@Suite(.serialized)
struct TranscriptionTests {
    private func transcription(_ segments: SpeechSegment...) async throws -> [VoiceEvent.Transcription] {
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest([], environment: pcm.environment)
        try voice.send(.transcribe(id: 1, segments: segments))
        guard case .transcription(1, let all) = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "no answer") }
        try await voice.end()
        #expect(try pcm.samples().samples.isEmpty)
        return all
    }

    @Test(arguments: [
        ("en-us", "Hello world, this is one. And \"two\": 3 (four)!"), ("de", "Guten Morgen – wie geht's? 12,5 Grad."),
        ("fr", "Bonjour à tous, «ça va»?"), ("ja", "こんにちは。"), ("ru", "Привет, мир. Hello."), ("en", "Mr. Smith's e.g. 1st\n\nparagraph"),
    ])
    func `The phonemes are eSpeak NG's own`(language: String, text: String) async throws {
        let folder = try TemporaryFolder()
        let program = try ChildProcess(
            "espeak-ng", ["-q", "--ipa", "-v", language, "--stdin"], input: .file(folder.write(text, to: "text")))
        let expected = try await program.output.remainingLines()
        let found = try await transcription(SpeechSegment(text: text, language: language))
        #expect(found.count == 1 && found[0].phonemes == expected.map { $0 + "\n" }.joined())
    }

    @Test func `The text is what the synthesizer gets, for each segment with its voice`() async throws {
        let long = String(repeating: "a", count: 150)
        let found = try await transcription(
            SpeechSegment(text: "ＡＢＣ ⠋ \(long)"), SpeechSegment(text: "Straße", language: "de"), SpeechSegment(text: "O K", spell: true),
            SpeechSegment(text: "x", language: "en-us", ipa: "təˈmeɪɾoʊ"))
        let texts = ["ABC   \(long.prefix(100)) \(long.dropFirst(100))", "Straße", "O   K", "[[t|@|m|'eI|t|oU]]"]
        #expect(found.map(\.text) == texts)
        #expect(found.map(\.voice) == ["gmw/en", "gmw/de", "gmw/en", "gmw/en-US"])
        #expect(found[3].phonemes == "təmˈeɪɾoʊ\n" && found[1].phonemes == "ʃtɾˈɑːsə\n", "\(found)")
    }

    @Test func `It waits until the synthesizer is free, and changes nothing of what is heard`() async throws {
        let pcm = try ALSAFilePCM()
        // Other voices flutter.
        let steady = "en-us+michel"
        let voice = try await VoiceUnderTest([], environment: pcm.environment)
        try voice.speak(1, [SpeechSegment(text: "First.", voice: steady)])
        try voice.send(.transcribe(id: 2, segments: [SpeechSegment(text: "Zwei", language: "de")]))
        try voice.speak(3, [SpeechSegment(text: "Third.", voice: steady)])
        let events = try await voice.events(until: .finished(id: 3))
        #expect(events.contains(.transcription(id: 2, [.init(voice: "gmw/de", text: "Zwei", phonemes: "tsvˈaɪ\n")])), "\(events)")
        try await voice.end()
        #expect(try await pcm.samples() == reference("First.", voice: steady) + reference("Third.", voice: steady))
    }
}
