import JSONLines
import TestSupport
import Testing
import VoiceProtocol

@testable import ESpeak

/// T12: a run that says its pronunciation, with the real eSpeak NG.
@Suite(.serialized)
struct PronunciationTests {
    /// Words whose text sounds to the sample as the phonemes that eSpeak NG makes of it.
    private static let spelledWords: [(language: String, words: [String])] = [
        ("en-us", ["tomato", "hello", "bottle", "caramel"]), ("en", ["computer"]),
        ("de", ["Straße", "Mädchen", "Kirche"]), ("fr", ["bonjour", "brun", "garçon"]),
    ]

    @Test("T12: a word's IPA sounds as the word does", arguments: spelledWords)
    func sameSound(language: String, words: [String]) async throws {
        for word in words {
            let ipa = try await ESpeakReference.phonemes(of: word, "--ipa", voice: language)
            let sound = try await played([SpeechSegment(text: "something else", language: language, ipa: ipa)])
            #expect(sound == (try await reference(word, voice: language)), "\(word): \(ipa)")
        }
    }

    /// Spanish words have weaker vowels at their ends than any phonemes can say.
    @Test("T12: a word's IPA sounds as the phonemes that eSpeak NG makes of it", arguments: ["casa", "lluvia"])
    func samePhonemes(word: String) async throws {
        let ipa = try await ESpeakReference.phonemes(of: word, "--ipa", voice: "es")
        let mnemonics = try await ESpeakReference.phonemes(of: word, "-x", voice: "es")
        let sound = try await played([SpeechSegment(text: "other", language: "es", ipa: ipa)])
        #expect(sound == (try await reference("[[\(mnemonics)]]", voice: "es")))
    }

    /// The program takes what stands in double brackets for mnemonics.
    @Test(
        "T12: notations of one pronunciation sound the same, and what a voice lacks is near",
        arguments: [
            ("en-us", ["tə.ˈmeɪɾo͡ʊ", "[tə'meɪɾoʊ]", "təˈme\u{361}ɪɾoʊ\u{32F}"], "[[t|@|m|'eI|t|oU]]"),
            ("en-us", ["t͡ʃɜːt͡ʃ", "tʃɜ:tʃ"], "[[tS|3:|tS]]"), ("en-us", ["ˈɡoʊ ɡoʊ", "'goʊ|goʊ", " /ˈgoʊ  ‖ goʊ/ "], "[[g|'oU]] [[g|oU]]"),
            ("en-us", ["ˈsˤaʊ̯nˠ"], "[[s|'aU|n]]"), ("de", ["ˈʁoːt", "ˈroːt"], "[[r|'o:|t]]"), ("fr", ["ˈbɔ\u{303}", "ˈbɔ̃"], "[[b|'O~]]"),
            ("de", ["ˈaç", "ˈac\u{327}"], "[['a|C]]"),
        ])
    func notations(language: String, notations: [String], markup: String) async throws {
        let expected = try await reference(markup, voice: language)
        for notation in notations {
            #expect(try await played([SpeechSegment(text: "x", language: language, ipa: notation)]) == expected, "\(notation)")
        }
    }

    @Test("T12: what can't be spoken is said as its text, at once and whole")
    func fallback() async throws {
        let text = "Text instead"
        let expected = try await played([SpeechSegment(text: text)])
        let long = String(repeating: "a", count: 1001)
        for ipa in ["ma˧", "[[h@l'oU]]", "日本", "", "ˈ/./", "\u{301}", "ʘa", "a\u{1}", long] {
            #expect(try await played([SpeechSegment(text: text, ipa: ipa)]) == expected, "\(ipa.prefix(20))")
        }
        // Spelling outranks it.
        #expect(try await played([SpeechSegment(text: "ok", spell: true, ipa: "a")]) == played([SpeechSegment(text: "ok", spell: true)]))
    }

    /// eSpeak NG makes no sound of these phonemes unless others stand beside them.
    @Test("T12: where a notation makes no sound, the text is heard", arguments: ["ɫ", "ʔ"])
    func silentPhonemes(ipa: String) async throws {
        let text = try await played([SpeechSegment(text: "Laut", language: "de")])
        #expect(try await played([SpeechSegment(text: "Laut", language: "de", ipa: ipa)]) == text)
        let beside = try await played([SpeechSegment(text: "Laut", language: "de", ipa: "a" + ipa)])
        #expect(beside != text && beside.samples.contains { $0 != 0 })
        // A muted one has nothing to give way to.
        let muted = SpeechSegment(text: "Laut", language: "de", volume: 0, ipa: ipa)
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, [muted], words: true)
        let events = try await voice.events(until: .finished(id: 1))
        #expect(events.count { $0.word != nil } == 1)
        try await voice.end()
    }

    @Test("T12: its words are the text's, and it resumes from its beginning")
    func wordEvents() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        let segments = [
            SpeechSegment(text: "say"), SpeechSegment(text: " two words ", ipa: "tuː wɜːdz"), SpeechSegment(text: "", ipa: "a"),
        ]
        try voice.speak(1, segments, words: true)
        let words = try await voice.events(until: .finished(id: 1)).filter { $0.word != nil }
        #expect(words == [.word(1, 0, 3), .word(1, 1, 9, segment: 1)])
        try await voice.end()
        let whole = try await played([segments[1]])
        for offset in [0, 1] { #expect(try await played([segments[1]], from: TextPosition(segment: 0, offset: offset)) == whole) }
    }

    @Test("T12: markup in a plain text stays text, also after a run of phonemes")
    func markup() async throws {
        // In a voice that does not flutter: the second utterance of a process sounds as the first of another.
        let plain = SpeechSegment(text: "[[h@l'oU]]", voice: "en-us+michel")
        let phonemes = SpeechSegment(text: "x", voice: "en-us+michel", ipa: "həlˈoʊ")
        let pcm = try ALSAFilePCM()
        let voice = try await VoiceUnderTest([], environment: pcm.environment)
        try voice.speak(1, [phonemes])
        try voice.speak(2, [plain])
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
        let text = try await played([plain])
        #expect(try await text != reference(plain.text, voice: "en-us+michel"))
        #expect(try await pcm.samples() == played([phonemes]) + text)
    }

    @Test("T12: no notation ends the voice")
    func randomNotation() async throws {
        var generator = SeededGenerator(seed: SeededGenerator.seed(for: "notation"))
        let letters = Array(
            "aeiouyɑɒæɐəɜɛɪɔøœʊʌʏɨʉpbtdkɡmnŋfvθðszʃʒçxχhɹrɾʁʀljwɥʎɲʔβɣʲʰːˑˈˌ.| \u{361}\u{303}\u{329}\u{325}˞ɚɝɫʘǀ˥[]/'_@0".unicodeScalars)
        let sounds = Array("aeiouəɛɪɔtdkmnszʃlrː".unicodeScalars)
        let voice = try await VoiceUnderTest(["--device", "null"])
        for round in 0..<80 {
            let language = ["en-us", "de", "fr", "es", "ru", "cmn", "hi", "ja", "it", "pl"][round % 10]
            let alphabet = round % 2 == 0 ? sounds : letters
            let length = Int.random(in: 1...(round % 20 < 2 ? 1000 : 30), using: &generator)
            let scalars = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
            let ipa = String(String.UnicodeScalarView(scalars))
            let id = UInt64(round * 2 + 1)
            try voice.speak(id, [SpeechSegment(text: "text", language: language, rate: 900, ipa: ipa)])
            try voice.speak(id + 1, "OK")
            let events = try await voice.events(until: .finished(id: id + 1), within: .seconds(60))
            #expect(events.contains(.finished(id: id)), "\(language) \(ipa)")
        }
        try await voice.end()
    }
}

/// The input that may reach the synthesizer.
struct PhonemeTextTests {
    @Test("T12: no phonetic text has more phonemes in a bracket than eSpeak NG bears, and only its own mnemonics")
    func limits() {
        let text = PhonemeText(words: [Array(repeating: .init(mnemonic: .schwa, stress: .primary), count: 1000)])
        #expect(text.markup.split(separator: " ").count == 25)
        #expect(text.markup.split(separator: " ").allSatisfy { $0.split(separator: "|").count == 40 })
        #expect(Mnemonic.installed(in: "/nonexistent").isEmpty && Mnemonic.installed(in: "/etc").isEmpty)
    }
}

extension ESpeakReference {
    /// How eSpeak NG pronounces a word, in its own words.
    /// - Parameter form: the option that asks for it: `--ipa`, or `-x` for its mnemonics.
    static func phonemes(of word: String, _ form: String, voice: String) async throws -> String {
        let program = try ChildProcess("espeak-ng", ["-q", form, "-v", voice, "--", word])
        let lines = try await program.output.remainingLines(within: .seconds(60))
        return lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
}
