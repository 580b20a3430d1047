import Configuration
import Messages
import Narration
import TestSupport
import Testing
import VoiceProtocol

/// Narration's reading as it is heard: why it exists, and how eSpeak NG would do without.
@Suite(.serialized)
struct ReadTextTests {
    private static let voices = VoiceCatalog(
        voices: ["en-us", "ru", "el", "he", "ar", "cmn", "ja", "ko", "hi"].map {
            InstalledVoice(identifier: $0, name: $0, languages: [.init($0)])
        }, variants: [])

    /// Returns the sound of a text that is read in American English.
    private static func read(_ text: String) async throws -> Sound {
        let run = SpeechRun(text: text, attributes: SpeechAttributes(language: "en-us"))
        var reading = Reading(lexicons: WordTables.lexicons)
        let read = reading.read([run], voices: voices)
        return try await played(
            read.runs.map {
                SpeechSegment(
                    text: $0.text, language: $0.attributes.language,
                    punctuation: $0.attributes.punctuation.flatMap { Punctuation(rawValue: $0.rawValue) })
            })
    }

    @Test(
        "T4, T8: symbols that eSpeak NG reads as silence are heard",
        arguments: ["----------", "....", "★★★★☆", "★★★☆☆", "★", "☆", "-", "...", "─────", "┌──┐", "•", "✓", "♪", "?", "_"])
    func symbols(_ text: String) async throws {
        #expect(try await silent(text), "eSpeak NG itself would do")
        #expect(try await Self.read(text).rms > 300)
    }

    /// Whether announced-voice finds nothing to say in a text.
    private func silent(_ text: String) async throws -> Bool {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, [SpeechSegment(text: text, language: "en-us")])
        var isSilent = false
        while true {
            let event = try await voice.next()
            if let failure = event.failure { isSilent = failure.reason == .unspeakable }
            if event.failure != nil || event == .finished(id: 1) { break }
        }
        try await voice.end()
        return isSilent
    }

    @Test("T4: a repeated emoji is a number and its name", arguments: ["❤️❤️❤️", "👍👍👍", "🎉🎉🎉🎉"])
    func emoji(_ text: String) async throws {
        // Without the emoji's style, with which eSpeak NG leaves out the last word.
        let once = String(text.unicodeScalars.prefix(1))
        #expect(try await Self.read(text) == (try await reference("\(text.count) times \(once)", voice: "en-us")))
    }

    @Test(
        "T16: joined emoji lose none of their words to styles and skin tones",
        arguments: [
            ("❤️", "red heart"), ("I ❤️ you", "I red heart you"), ("👍🏽", "thumbs up medium skin tone"), ("❤️‍🔥", "red heart fire"),
            ("🏳️‍🌈", "🏳‍🌈"), ("👩🏽‍💻", "woman laptop computer medium skin tone"),
            ("🏃🏽‍♀️", "person running female sign medium skin tone"),
        ])
    func joinedEmoji(_ text: String, _ words: String) async throws {
        #expect(try await Self.read(text) == (try await reference(words, voice: "en-us")))
    }

    @Test(
        "T17, T18: signs are heard as people say them",
        arguments: [
            ("pages 1–5", "pages 1 to 5"), ("a → b", "a to b"), ("☐ milk", "empty box milk"), ("☑️ milk", "checked box milk"),
        ])
    func signs(_ text: String, _ words: String) async throws {
        #expect(try await Self.read(text) == (try await reference(words, voice: "en-us")))
    }

    @Test(
        "T14, T15: times of day and numbers are heard as such",
        arguments: [
            ("14:05", Element.ValueKind.time, "fourteen oh five"), ("10:00", .time, "ten o'clock"), ("-5", .number, "minus five"),
            ("1,234.5", .number, "1234.5"),
        ])
    func values(_ value: String, _ kind: Element.ValueKind, _ words: String) async throws {
        let describer = Describer(words: Words(language: "en", texts: [:]), lexicons: WordTables.lexicons, userLanguage: "en")
        let said = describer.value(of: Element(value: value, valueKind: kind)).map(\.text).joined()
        #expect(try await Self.read(said) == (try await reference("\(words).", voice: "en-us")))
    }

    @Test(
        "T9: what another voice speaks as words is not spelled by this one",
        arguments: [
            ("ru", "Привет, мир."), ("el", "Καλημέρα σας."), ("he", "שלום עולם."), ("ar", "مرحبا بالعالم."), ("cmn", "你好世界。"),
            ("ja", "こんにちは。"),
        ])
    func scripts(_ language: String, _ text: String) async throws {
        let sound = try await Self.read(text)
        #expect(sound == (try await reference(text, voice: language)))
        #expect(sound.duration * 1.5 < (try await reference(text, voice: "en-us")).duration, "eSpeak NG itself would do")
    }

    @Test("T3: a duration is heard in words")
    func durations() async throws {
        let words = "one hour, two minutes, and fifty five seconds"
        #expect(try await Self.read("Lap 1:02:55 done.") == (try await reference("Lap \(words) done.", voice: "en-us")))
    }
}
