import Messages
import TestSupport
import Testing
import VoiceProtocol

/// T11: text that crashes eSpeak NG, or might, is survived; the words after it are spoken.
@Suite(.serialized, .enabled(if: isFiltered, "\(whyFiltered)"))
struct HostileTextTests {
    private static let texts = crashing + scripts

    /// Text that is spelled, or foreign to the voice, is said in the same way for most scripts: a third of them will do.
    private static let fewTexts = crashing + scripts.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)

    private static let crashing: [String] =
        [
            String(repeating: "s'", count: 220), String(repeating: "s’", count: 220), String(repeating: "it's'", count: 300),
            "[[x]]", "[[" + String(repeating: "a", count: 500) + "]]",
            "<audio src=\"x\"/>", "<speak><audio src='|touch /tmp/x'>a</audio></speak>",
            String(repeating: "中", count: 400), String(repeating: "é", count: 1000),
            String(repeating: "𝐇", count: 400), String(repeating: "'", count: 400),
            String(repeating: "a\u{301}", count: 400), "a" + String(repeating: "\u{301}", count: 400),
            String(repeating: "👩‍👩‍👧‍👦", count: 50), String(repeating: "(", count: 400), String(repeating: "1,", count: 400),
            String(repeating: "a.", count: 400), String(repeating: "a. ", count: 500),
            String(repeating: "a.b, ", count: 300), String(repeating: "-", count: 400) + "a", String(repeating: "\n", count: 5000) + "a",
            "\u{200F}שלום\u{200E} \u{202E}hello\u{202C} \u{2066}x\u{2069} \u{FEFF}y",
            "\u{1}12P\u{1}300S loud \u{2} \u{1B}[0m",
            "Привет Γειά שלום مرحبا नमस्ते こんにちは 你好 안녕하세요 สวัสดี გამარჯობა Բարեւ ሰላም ᏣᎳᎩ မြန်မာ ខ្មែរ",
            "\u{FFFD}\u{FFFE}\u{E000}\u{10FFFF}\u{FDFA}",
            "&lt;&#0;&amp;&#x1F4A9;", "%s%n%d\\0\\x00", "$(id) `id` ; rm -rf /",
        ]

    /// Two of each hundred code points of Unicode, so all scripts.
    private static let scripts: [String] =
        stride(from: 0x20, to: 0x1_FA00, by: 0x200).map { start in
            String(String.UnicodeScalarView((start..<start + 0x200).lazy.filter { $0 % 50 == start % 7 }.compactMap(Unicode.Scalar.init)))
        }

    @Test(arguments: [nil, "ru", "cmn", "hi", "ja"])
    func `No text ends the voice`(language: String?) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        for (index, text) in (language == nil ? Self.texts : Self.fewTexts).enumerated() {
            let id = UInt64(index * 2 + 1)
            let punctuation: Punctuation = index % 2 == 0 ? .all : .none
            let segment = SpeechSegment(text: text, language: language, rate: 450, punctuation: punctuation, capitals: .say)
            try voice.speak(id, [segment])
            try voice.speak(id + 1, "OK")
            let events = try await voice.events(until: .finished(id: id + 1), within: .seconds(60))
            let outcome = events.filter { $0 == .finished(id: id) || $0.failure?.id == id }
            #expect(outcome.count == 1)
            #expect(events.allSatisfy { $0.failure?.reason ?? .unspeakable == .unspeakable })
        }
        try await voice.end()
    }

    /// Each ended eSpeak NG 1.51 or 1.52, by itself or by chance.
    private static let fatal: [(String, String, Bool)] = [
        ("ar", "⣟", false), ("ar", "⣿", false), ("fi", "⣿", false), ("tn", "⣿", false), ("fi", "⣿", true), ("si", "👧]", true),
        ("ga", "ꐣ🏬", true), ("vi", "𖜁-ᕈ", false), ("vi", "\"-a", false), ("ml", ", %", false), ("hi", "Ꮂ-ộ", false),
        ("smj", "\u{202E} #", false), ("en", "🇩🇪।", false),
        ("hy", "೑೑೑", false), ("ar", "\u{384}", false), ("cv", "👧]।", false), ("yue", "7283045327625", false),
        ("ka", "521.938.776.557.436.392.123", false), ("ky", "s's hello", false), ("ky", "http://a.b/", false), ("hi", "👆", true),
        ("ml", "🔄", true),
        ("vi", "⭀⭀⭀⭀⭀⭀", false), ("vi", "★ /", false), ("vi", "၎_", false), ("ml", "🤃 %", false), ("mr", "◭-\u{31B}", false),
        ("ky", ":(", false), ("ky", ":( салам", false), ("ba", "안. \u{351}\u{368}-\u{31C}\u{365}", false), ("da", "¤¤¤¤¤", false),
        ("gu", "⁂⁂⁂⁂⁂⁂⁂⁂⁂⁂⁂", false), ("ml", "₡₡₡₡₡", false),
        ("si", "🔩\u{200D}Ն", false), ("hi", "🇳ǽ👍🏽👈🌶-", false),
        ("da", "!", false), ("da", "hello! world", false), ("da", "***", false), ("hi", "%", false), ("hi", "hi. %", false),
        ("hi", "नमस्ते। %", false), ("gu", "===", false), ("ml", "a, b", false), ("ml", "%.", false), ("mr", "$5.", false), ("bn", "♥", false),
        ("vi", "/", false), ("vi", "`", false), ("vi", "(", true), ("vi", "'", true), ("vi", "Bạn ơi! (Có)", false), ("ti", "±", true),
    ]

    @Test(arguments: fatal)
    func `T11, T13: a text that ended the voice is survived, at each level of punctuation`(language: String, text: String, spell: Bool)
        async throws
    {
        let voice = try await VoiceUnderTest(["--device", "null"])
        for (index, punctuation) in [Punctuation.none, .some, .most, .all].enumerated() {
            let id = UInt64(index * 2 + 1)
            try voice.speak(id, [SpeechSegment(text: text, language: language, rate: 450, punctuation: punctuation, spell: spell)])
            try voice.speak(id + 1, [SpeechSegment(text: "OK", language: language, rate: 450)])
            try await voice.events(until: .finished(id: id + 1))
        }
        try await voice.end()
    }

    private static let symbols = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~€£©®™°±§«»“”–—…♥★👍😀".map(String.init)
    private static let ordinary =
        symbols + ["===", "---", "...", "?!", "50 %", "hi. %", "a, b", "hello! world", "(!) (?)", "https://a.b/c?d=e&f#g", "-5", "% %"]

    /// The class of the marks without a position: symbols alone, and ordinary texts with all marks named, in each voice.
    @Test func `T11: ordinary symbols are survived in every language, named and spelled`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.send(.voices)
        guard case .voices(let voices) = try await voice.next() else { throw VoiceUnderTest.Unexpected(description: "no voices") }
        // No level: spelled.
        let levels = [nil] + [Punctuation.none, .some, .most, .all].map(Optional.init)
        let languages = Set(voices.compactMap { $0.languages.first?.tag }).sorted()
        #expect(languages.count > 100)
        for (index, language) in languages.enumerated() {
            // In the voices that died most, all of them.
            let isFragile = ["da", "gu", "hi", "ml", "mr", "vi"].contains(language)
            let texts = isFragile ? Self.ordinary : ["%", "!", "/", "♥", "±", "(", "a, b", "hello! world", "hi. %", "% ♥", "½", "ñ"]
            let segments = texts.flatMap { text in
                levels.map { level in
                    SpeechSegment(text: text, language: language, rate: 900, volume: 0, punctuation: level, spell: level == nil)
                }
            }
            try voice.speak(UInt64(index + 1), segments)
            let events = try await voice.events(until: .finished(id: UInt64(index + 1)), within: .seconds(60))
            #expect(events.allSatisfy { $0.failure == nil }, "\(language)")
        }
        try await voice.end()
    }

    /// A text may leave the library in a state in which the next one ends it. What is freed is overwritten.
    @Test func `T11: texts that ended the voice are survived one after another, each pair in both orders`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"], environment: ["MALLOC_PERTURB_": "165"])
        let segments = Self.fatal.map { language, text, spell in
            SpeechSegment(text: text, language: language, rate: 900, punctuation: .all, spell: spell)
        }
        let speakable = SpeechSegment(text: "OK", language: "en", rate: 900)
        var id: UInt64 = 0
        for (index, one) in segments.enumerated() {
            for other in segments[(index + 1)...] {
                id += 1
                try voice.speak(id, [one, other, speakable])
                let events = try await voice.events(until: .finished(id: id), within: .seconds(60))
                #expect(events.allSatisfy { $0.failure == nil }, "\(one.text) \(other.text)")
            }
        }
        try await voice.end()
    }

    /// The class of the dictionaries that are freed too early: each alphabet of eSpeak NG, in voices that read another one. What is freed is
    /// overwritten.
    @Test(arguments: ["en", "hy", "ar", "ka", "hi"])
    func `Scripts that make the voice change its dictionary within a text are survived`(language: String) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"], environment: ["MALLOC_PERTURB_": "165"])
        let scripts: [String] = stride(from: UInt32(0x370), to: 0x1400, by: 0x40).map { start in
            let letters: [Unicode.Scalar] = (start..<start + 0x40).compactMap { $0.isMultiple(of: 9) ? Unicode.Scalar($0) : nil }
            return String(String.UnicodeScalarView(letters))
        }
        for (index, text) in scripts.enumerated() {
            try voice.speak(UInt64(index * 2 + 1), [SpeechSegment(text: text + " a" + text, language: language, rate: 900)])
            try voice.speak(UInt64(index * 2 + 2), [SpeechSegment(text: "OK", language: language, rate: 900)])
            try await voice.events(until: .finished(id: UInt64(index * 2 + 2)), within: .seconds(60))
        }
        try await voice.end()
    }

    /// The class of the names that are too long: all emoji, in the languages with the longest names.
    @Test(arguments: ["ka", "ml", "si", "hi", "de"])
    func `Emoji with long names are survived, alone, in words and spelled`(language: String) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        let emoji = (UInt32(0xA9)...0x1FAFF).compactMap(Unicode.Scalar.init).filter { $0.properties.isEmoji && $0.value % 23 == 0 }
        for (index, symbol) in emoji.enumerated() {
            let segments = [
                SpeechSegment(
                    text: "a\(symbol)b \(symbol)-\(symbol)\u{200D}\(symbol)!", language: language, rate: 900, volume: 0, punctuation: .all),
                SpeechSegment(text: "\(symbol)", language: language, rate: 900, volume: 0, spell: true),
                SpeechSegment(text: "OK", language: language, rate: 900),
            ]
            try voice.speak(UInt64(index + 1), segments)
            try await voice.events(until: .finished(id: UInt64(index + 1)), within: .seconds(60))
        }
        try await voice.end()
    }

    @Test(arguments: [String(repeating: "x", count: 20_000), String(repeating: "7", count: 100_000)])
    func `Very long words are spoken in pieces, and can be stopped`(text: String) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        try voice.speak(1, [SpeechSegment(text: text, rate: 450)], words: true)
        var words = 0
        while words < 20 { words += try await voice.next().word == nil ? 0 : 1 }
        try voice.send(.stop)
        while try await voice.next().stopped != 1 {}
        try voice.speak(2, "OK")
        try await voice.events(until: .finished(id: 2))
        try await voice.end()
    }

    /// eSpeak NG 1.51 crashes when it is to name some of these in some of these languages.
    @Test(arguments: ["en", "de", "fr", "es", "ru", "hi", "ar", "el", "da", "gu", "ml", "mr", "vi"])
    func `T7: spelled symbols are survived and heard`(language: String) async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        for (index, symbol) in "👆🔄☝🔠🔡😊☀♥☺⚠❕©®™°★".enumerated() {
            let id = UInt64(index + 1)
            try voice.speak(id, [SpeechSegment(text: "\(symbol)", language: language, rate: 450, spell: true)])
            try voice.speak(id + 100, "OK")
            let events = try await voice.events(until: .finished(id: id + 100))
            #expect(events.allSatisfy { $0.failure == nil }, "\(symbol) is silent")
        }
        try await voice.end()
    }

    @Test func `Spelling survives the same`() async throws {
        let voice = try await VoiceUnderTest(["--device", "null"])
        for (index, text) in Self.fewTexts.enumerated() {
            let id = UInt64(index * 2 + 1)
            try voice.speak(id, [SpeechSegment(text: String(text.prefix(20)), rate: 450, spell: true)])
            try voice.speak(id + 1, "OK")
            try await voice.events(until: .finished(id: id + 1), within: .seconds(60))
        }
        try await voice.end()
    }
}
