import TestSupport
import Testing
import VoiceProtocol

/// The sound heard is the sound that eSpeak NG makes.
@Suite(.serialized)
struct SpeakingTests {
    @Test(arguments: [
        ("Hello, world. This is two.", nil), ("pat", nil), ("OK", nil), ("Guten Tag, die Herrschaften.", "de"), ("Yes.\n\nNo.", nil),
    ])
    func `O3 the samples are eSpeak NG's, without the silence before the first`(text: String, language: String?) async throws {
        let sound = try await played([SpeechSegment(text: text, language: language)])
        #expect(sound == (try await reference(text, voice: language)))
    }

    @Test func `Each utterance of a process sounds as the first one does`() async throws {
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest([], environment: pcm.environment)
        let text = "Hello, world. This is two."
        for id in 1...3 as ClosedRange<UInt64> { try voice.speak(id, text) }
        try await voice.events(until: .finished(id: 3))
        try await voice.end()
        // eSpeak NG's noise is random from the second on, and lets lengths differ by some samples.
        let difference = try await abs(pcm.samples().samples.count - 3 * reference(text).samples.count)
        #expect(difference < 100)
    }

    @Test func `Events come in order, and the device is opened for the first sound`() async throws {
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest(["--linger", "0"], environment: pcm.environment)
        try voice.speak(7, "One two. Three.", words: true)
        let events = try await voice.events(until: .finished(id: 7))
        func sentence(_ offset: Int) -> VoiceEvent { .sentence(.init(id: 7, segment: 0, offset: offset, length: 0)) }
        #expect(
            events == [
                .device(.init(state: .open, name: "default")), .started(id: 7), sentence(0), .word(7, 0, 3), .word(7, 4, 3), sentence(9),
                .word(7, 9, 5), .finished(id: 7),
            ])
        #expect(try await voice.next() == .device(.init(state: .closed, name: "default")))
        try await voice.end()
    }

    @Test func `Segments follow each other, each in its voice, with marks where they begin`() async throws {
        let segments = [
            SpeechSegment(text: "One", mark: "first"), SpeechSegment(text: "zwei.", language: "de", mark: "second"),
            SpeechSegment(text: "", mark: "end"),
        ]
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest([], environment: pcm.environment)
        try voice.speak(1, segments, words: true)
        let events = try await voice.events(until: .finished(id: 1)).filter { $0.word != nil || $0.isMark }
        #expect(
            events == [
                .mark(id: 1, name: "first"), .word(1, 0, 3), .mark(id: 1, name: "second"), .word(1, 0, 4, segment: 1),
                .mark(id: 1, name: "end"),
            ])
        try await voice.end()
    }

    @Test func `Speech begins at the requested position`() async throws {
        let segments = [SpeechSegment(text: "One two"), SpeechSegment(text: "three four.")]
        let rest = try await played(segments, from: TextPosition(segment: 1, offset: 6))
        #expect(rest == (try await reference("four.")))
    }

    @Test func `O1 a lead-in comes first, and not again while there is sound`() async throws {
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest(["--lead-in", "200"], environment: pcm.environment)
        try voice.speak(1, "OK")
        try voice.speak(2, "OK")
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
        let samples = try pcm.samples().samples
        let spoken = try await reference("OK").samples
        #expect(samples.prefix(4410).allSatisfy { $0 == 0 })
        #expect(samples.dropFirst(4410).prefix(spoken.count).elementsEqual(spoken))
        #expect(abs(samples.count - 4410 - 2 * spoken.count) < 100)
    }

    @Test(arguments: ["......", "", "\u{1}\u{2}"])
    func `T8 text without a sound fails, and the device stays closed`(text: String) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, text)
        #expect(try await voice.next() == .failed(.init(id: 1, reason: .unspeakable, message: "the text makes no sound")))
        #expect(try await voice.end().isEmpty)
    }

    @Test func `The rest of an utterance may be silence`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, "One", from: TextPosition(segment: 0, offset: 3))
        #expect(try await voice.next() == .finished(id: 1))
        try await voice.end()
    }
}

extension VoiceEvent {
    fileprivate var isMark: Bool {
        if case .mark = self { true } else { false }
    }
}
