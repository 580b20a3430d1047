import SoundOutput
import TestSupport
import Testing
import VoiceProtocol

/// Stop, pause and resume, in real time, by a WAV file.
@Suite(.serialized)
struct StoppingTests {
    private static let text = "One two three four five six seven eight."
    private let folder: TemporaryFolder
    private var file: String { folder.path("heard.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A voice that is speaking ``text`` and has just begun its third word.
    private func inTheThirdWord() async throws -> VoiceUnderTest {
        let voice = try await VoiceUnderTest(["--wav", file])
        try voice.speak(1, Self.text, words: true)
        try await voice.events(until: .word(1, 8, 5))
        return voice
    }

    @Test func `Speech is paced in real time and the file is what was made`() async throws {
        let voice = try await VoiceUnderTest(["--wav", file])
        try voice.speak(1, Self.text)
        try await voice.events(until: .started(id: 1))
        let stopwatch = Stopwatch()
        let began = ContinuousClock.now
        try await voice.events(until: .finished(id: 1))
        let took = ContinuousClock.now - began
        let waited = stopwatch.waited
        let sound = try Sound(wavFile: file)
        #expect(sound == (try await reference(Self.text)))
        #expect(took > sound.duration - .milliseconds(50) - waited && took < sound.duration + .milliseconds(500) + waited)
        try await voice.end()
    }

    @Test func `Words are reported when they are heard`() async throws {
        let voice = try await VoiceUnderTest(["--wav", file])
        try voice.speak(1, Self.text, words: true)
        try await voice.events(until: .started(id: 1))
        let stopwatch = Stopwatch()
        let began = ContinuousClock.now
        try await voice.events(until: .word(1, 14, 4))
        let fourth = ContinuousClock.now - began
        let tolerance = .milliseconds(150) + stopwatch.waited
        // The third word's end is silence's beginning in no voice; so the sound of the first three measures it.
        let three = try await reference("One two three").trimmed().duration
        #expect(fourth > three - tolerance && fourth < three + tolerance)
        try voice.send(.stop)
        try await voice.end()
    }

    @Test func `Stop is silence at once, after a fade of 3 ms, and ends all that waits`() async throws {
        let voice = try await inTheThirdWord()
        try voice.speak(2, "never")
        try voice.speak(3, "heard")
        try voice.send(.stop)
        #expect(try await voice.events(until: .stopped(id: 1)) == [.stopped(id: 1)])
        #expect(try await voice.next() == .stopped(id: 2))
        #expect(try await voice.next() == .stopped(id: 3))
        try await voice.end()
        let heard = try Sound(wavFile: file).samples
        let whole = try await reference(Self.text).samples
        let fade = 66
        #expect(heard.count < whole.count / 2)
        #expect(heard.dropLast(fade).elementsEqual(whole.prefix(heard.count - fade)))
        #expect(heard.suffix(fade).elementsEqual(FadeOut.applied(to: whole[(heard.count - fade)..<heard.count])))
    }

    @Test func `What comes after a stop is spoken`() async throws {
        let voice = try await inTheThirdWord()
        try voice.send(.stop)
        try voice.speak(2, "OK")
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
    }

    @Test func `O5 pause stops in a word, and resume continues with it`() async throws {
        let voice = try await inTheThirdWord()
        try voice.send(.pause)
        #expect(try await voice.next() == .paused(id: 1, position: TextPosition(segment: 0, offset: 8)))
        let before = try Sound(wavFile: file).samples.count
        try voice.speak(2, "Later")
        try voice.send(.resume)
        #expect(try await voice.next() == .started(id: 1))
        #expect(try await voice.events(until: .word(1, 8, 5)).count == 2)
        let events = try await voice.events(until: .finished(id: 2))
        #expect(events.contains(.finished(id: 1)))
        try await voice.end()
        let rest = try Sound(wavFile: file).samples.dropFirst(before)
        let lengths = try await reference("three four five six seven eight.").samples.count + reference("Later").samples.count
        #expect(abs(rest.count - lengths) < 200)
    }

    @Test func `Stop while paused forgets, and the pause remains`() async throws {
        let voice = try await inTheThirdWord()
        try voice.send(.pause)
        try voice.speak(2, "Later")
        try await voice.events(until: .paused(id: 1, position: TextPosition(segment: 0, offset: 8)))
        try voice.send(.stop)
        #expect(try await voice.next() == .stopped(id: 1))
        #expect(try await voice.next() == .stopped(id: 2))
        try voice.speak(3, "OK")
        try voice.send(line: "?")  // answered after all that came before
        guard case .invalid = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "spoken in a pause") }
        try voice.send(.resume)
        #expect(try await voice.next() == .started(id: 3))
        try await voice.end()
    }

    @Test func `Silence between utterances is not written`() async throws {
        let voice = try await VoiceUnderTest(["--wav", file, "--linger", "20"])
        try voice.speak(1, "OK")
        try await voice.events(until: .device(.init(state: .closed, name: file)))
        try voice.speak(2, "OK")
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
        let difference = try await abs(Sound(wavFile: file).samples.count - 2 * reference("OK").samples.count)
        #expect(difference < 100)
    }
}
