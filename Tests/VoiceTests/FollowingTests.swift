import TestSupport
import Testing
import VoiceProtocol

/// E11: the pause between utterances that follow one another.
@Suite(.enabled(if: isFiltered, "\(whyFiltered)"))
struct FollowingTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path("heard.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Speaks two texts as fast as their sound is made, and returns the longest silence inside.
    private func pause(
        between first: String, and second: String = "Two", rate: Int = 175, follows: Double? = 0, stops: Bool = false
    ) async throws -> Duration {
        let voice = try await VoiceUnderTest(["--wav", file, "--unpaced"])
        try voice.send(.speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: first, rate: rate)])))
        try await voice.events(until: .finished(id: 1))
        if stops { try voice.send(.stop) }
        try voice.send(.speak(SpeakCommand(id: 2, segments: [SpeechSegment(text: second, rate: rate)], follows: follows)))
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
        return try Sound(wavFile: file).longestSilence
    }

    @Test(arguments: [("One.", 175), ("One,", 175), ("One?", 110), ("One!", 220), ("One.", 300), ("One,", 450)])
    func `E11: The pause between two utterances is the one that a text has at the same mark`(text: String, rate: Int) async throws {
        let between = try await pause(between: text, rate: rate)
        let voice = try await VoiceUnderTest(["--wav", file, "--unpaced"])
        try voice.speak(1, [SpeechSegment(text: "\(text) Two", rate: rate)])
        try await voice.events(until: .finished(id: 1))
        try await voice.end()
        let within = try Sound(wavFile: file).longestSilence
        #expect(
            between > within * 0.8 - .milliseconds(15) && between < within * 1.25 + .milliseconds(15), "\(between), within a text \(within)"
        )
    }

    @Test func `E11: A text without a mark is followed at once, and time that has passed is part of the pause`() async throws {
        #expect(try await pause(between: "One") < .milliseconds(120))
        #expect(try await pause(between: "One.", follows: 0.2) < .milliseconds(180))
        #expect(try await pause(between: "One.", follows: 3) < .milliseconds(120))
    }

    @Test func `E11: An utterance that does not follow begins at once, and so does one after a stop`() async throws {
        #expect(try await pause(between: "One.", follows: nil) < .milliseconds(120))
        #expect(try await pause(between: "One.", stops: true) < .milliseconds(120))
    }

    @Test(arguments: [VoiceCommand.stop, .pause]) func `E11: A stop or a pause ends the pause between utterances`(
        command: VoiceCommand
    ) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.send(.speak(SpeakCommand(id: 1, segments: [SpeechSegment(text: "One.", rate: 80)])))
        try await voice.events(until: .finished(id: 1))
        try voice.send(.speak(SpeakCommand(id: 2, segments: [SpeechSegment(text: "Two")], follows: 0)))
        try voice.send(.ping)
        #expect(try await voice.next() == .pong)
        try voice.send(command)
        let start = TextPosition(segment: 0, offset: 0)
        #expect(try await voice.next() == (command == .stop ? .stopped(id: 2, position: start) : .paused(id: 2, position: start)))
        try voice.send(.resume)
        try await voice.end()
    }
}

extension Sound {
    /// The longest time for which it is quiet, between its first loud sample and its last.
    fileprivate var longestSilence: Duration {
        var (longest, quiet) = (0, 0)
        for sample in trimmed().samples {
            quiet = sample.magnitude < 100 ? quiet + 1 : 0
            longest = max(longest, quiet)
        }
        return .seconds(1) * longest / Self.rate
    }
}
