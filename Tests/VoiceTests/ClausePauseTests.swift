import TestSupport
import Testing
import VoiceProtocol

/// E8, by what is heard.
@Suite(.serialized)
struct ClausePauseTests {
    private func played(_ text: String, rate: Int?) async throws -> Sound {
        try await VoiceTests.played([SpeechSegment(text: text, rate: rate)])
    }

    /// The longest quiet stretch inside a sound.
    private func longestPause(_ sound: Sound) -> Duration {
        var longest = 0
        var run = 0
        for sample in sound.trimmed(threshold: 31).samples {
            run = sample.magnitude < 32 ? run + 1 : 0
            longest = max(longest, run)
        }
        return .seconds(1) * longest / Sound.rate
    }

    @Test(
        arguments: [240, 300, 350, 400, 449, 450, 500, 600, 900],
        [("Yellow, mellow", 80), ("Yellow. Mellow", 150), ("yellow\n\nmellow", 150)])
    func `E8 no pause is shorter than 80 and 150 ms`(rate: Int, sample: (text: String, milliseconds: Int)) async throws {
        let own = try await longestPause(reference(sample.text, rate: rate))
        let pause = try await longestPause(played(sample.text, rate: rate))
        #expect(own < .milliseconds(sample.milliseconds) || pause == own)
        #expect(pause >= .milliseconds(sample.milliseconds) - .microseconds(46))
        #expect(pause < max(own, .milliseconds(sample.milliseconds)) + .milliseconds(10))
    }

    @Test(arguments: [
        (nil, "Hello, world. This is two; right? Dr. Smith"), (200, "Hello, world. This is two; right? Dr. Smith"), (280, "See St. John"),
        (600, "Prof. Up"), (300, ":\nWonderful news"), (300, "—\nWonderful news"),
        (350, "Dr. Smith has 3,500 of 1.5 e.g. here"), (900, "Dr. Smith has 3,500 of 1.5 here"), (450, "Mrs. Robinson and Mr. Bean"),
    ])
    func `E8 pauses that are long enough stay, and no pause comes where there was none`(rate: Int?, text: String) async throws {
        #expect(try await played(text, rate: rate) == (try await reference(text, rate: rate)))
    }

    @Test func `E8 between two segments too, where the first ends a clause`() async throws {
        for (mark, least) in [(".", 150), (",", 80), ("", 0)] {
            let segments = [SpeechSegment(text: "Yellow\(mark)", rate: 400), SpeechSegment(text: "mellow", rate: 400)]
            let pause = try await longestPause(VoiceTests.played(segments))
            #expect(pause >= .milliseconds(least) - .microseconds(46))
            #expect(pause < .milliseconds(least + 30))
        }
    }

    @Test func `E8 words after a longer pause are reported when they are heard`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("heard.wav")
        let voice = try await VoiceUnderTest(["--wav", file, "--unpaced"])
        try voice.speak(1, [SpeechSegment(text: "Yellow. Mellow. Go", rate: 400)], words: true)
        let words = try await voice.events(until: .finished(id: 1)).compactMap(\.word)
        try await voice.end()
        let samples = try Sound(wavFile: file).samples
        #expect(words.map(\.offset) == [0, 8, 16])
        for word in words.dropFirst() {
            let frame = try #require(word.frame)
            #expect(samples[(frame - 2200)..<frame].allSatisfy { $0.magnitude < 32 })
            #expect(samples[frame..<(frame + 800)].contains { $0.magnitude > 500 })
        }
    }
}
