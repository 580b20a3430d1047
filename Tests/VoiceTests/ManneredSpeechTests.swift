import Messages
import TestSupport
import Testing
import VoiceProtocol

/// Rate, pitch, volume, punctuation, capitals, spelling and voices, by what is heard.
@Suite(.serialized)
struct ManneredSpeechTests {
    private static let text = "Hello there, my good old friend."

    @Test(arguments: [80, 300, 450, 900])
    func `The rate is words a minute`(rate: Int) async throws {
        let text = "Hello there my good old friend."  // no pause in it (E8)
        let sound = try await played([SpeechSegment(text: text, rate: rate)])
        #expect(sound == (try await reference(text, rate: rate)))
    }

    @Test func `Rates outside the range are spoken at its ends`() async throws {
        let fastest = try await played([SpeechSegment(text: "Hello there", rate: 5000)])
        #expect(fastest == (try await reference("Hello there", rate: 900)))
    }

    @Test func `The pitch is heard, and the default is 50`() async throws {
        let own = try await played([SpeechSegment(text: Self.text, pitch: 50)])
        #expect(own == (try await reference(Self.text)))
        #expect(try await played([SpeechSegment(text: Self.text, pitch: 90)]) != own)
    }

    @Test func `The volume goes down to silence, which is not a failure`() async throws {
        let loud = try await played([SpeechSegment(text: Self.text)])
        let half = try await played([SpeechSegment(text: Self.text, volume: 50)])
        let none = try await played([SpeechSegment(text: Self.text, volume: 0)])
        #expect(half.rms < loud.rms * 0.6)
        #expect(none.rms == 0)
        #expect(none.samples.count > loud.samples.count - 100)
    }

    @Test func `T5 each level of punctuation says more than the one before`() async throws {
        var lengths: [Int] = []
        for level in Punctuation.allCases {
            let segment = SpeechSegment(text: "x @ y (z) stop! Yes.", punctuation: level)
            lengths.append(try await played([segment]).samples.count)
        }
        #expect(lengths == lengths.sorted() && Set(lengths).count == 4)
    }

    @Test(arguments: ["Hi", "Ä", "Ж"]) func `T6 spelled capitals are not marked unless the user wants it`(text: String) async throws {
        func sound(_ text: String, _ capitals: Capitals) async throws -> Sound {
            try await played([SpeechSegment(text: text, language: "en-us", capitals: capitals, spell: true)])
        }
        let small = try await sound(text.lowercased(), .none)
        #expect(try await sound(text, .none) == small)
        #expect(try await sound(text, .say).duration > small.duration)
    }

    @Test func `T6 capitals are marked by a word or by pitch`() async throws {
        func sound(_ capitals: Capitals) async throws -> Sound {
            try await played([SpeechSegment(text: "hello NASA", capitals: capitals)])
        }
        let plain = try await sound(.none)
        let said = try await sound(.say)
        let raised = try await sound(.pitch)
        #expect(said.duration > plain.duration + .milliseconds(300))
        #expect(raised != plain)
        #expect(try await sound(.sound) == raised)
    }

    @Test(arguments: ["h", "m", "y", "é", "7"])
    func `T7 a spelled letter or digit sounds as eSpeak NG says it alone`(letter: String) async throws {
        let spelled = try await played([SpeechSegment(text: letter, spell: true)])
        #expect(spelled.trimmed() == (try await reference(letter).trimmed()))
    }

    @Test func `T7 spelling names each character and tells where it is`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, [SpeechSegment(text: "aé .👍🏽", spell: true)], words: true)
        let words = try await voice.events(until: .finished(id: 1)).compactMap(\.word)
        #expect(words.map(\.offset) == [0, 1, 2, 3, 4])
        #expect(words.map(\.length) == [1, 1, 1, 1, 2])
        try await voice.end()
        let spelled = try await played([SpeechSegment(text: "ok", spell: true)])
        let letters = try await reference("o").duration + reference("k").duration
        #expect(spelled.duration > letters)
    }

    @Test(
        arguments: [
            ("de", nil, "de"), (nil, "gmw/en-US", "en-us"), ("de_AT", nil, "de"), (nil, "English (America)+f3", "en-us+f3"),
            (nil, "../../../etc/passwd", nil), ("nonsense", "nobody", nil), ("de", "nobody", "de"),
        ] as [(String?, String?, String?)])
    func `The voice is the one meant, or the default`(language: String?, voice: String?, reference name: String?) async throws {
        let sound = try await played([SpeechSegment(text: Self.text, language: language, voice: voice)])
        #expect(sound == (try await reference(Self.text, voice: name)))
    }

    @Test func `The default language can be chosen`() async throws {
        let sound = try await played([SpeechSegment(text: Self.text)], options: ["--language", "de"])
        #expect(sound == (try await reference(Self.text, voice: "de")))
    }

    @Test func `The voices are listed, variants too`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.send(.voices)
        guard case .voices(let voices) = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "no voices") }
        #expect(voices.contains { $0.identifier == "gmw/en-US" && $0.languages.map(\.tag) == ["en-us", "en"] && !$0.isVariant })
        #expect(voices.contains { $0.identifier == "f3" && $0.isVariant })
        #expect(Set(voices.map(\.identifier)).count == voices.count)
        try await voice.end()
    }
}
