import Messages
import Testing

@Suite struct VoiceCatalogTests {
    private static let catalog = VoiceCatalog(
        voices: [
            voice("gmw/de", "German", ("de", 5)),
            voice("gmw/en-029", "English (Caribbean)", ("en-029", 5), ("en", 10)),
            voice("gmw/en", "English (Great Britain)", ("en-gb", 2), ("en", 2)),
            voice("gmw/en-GB-scotland", "English (Scotland)", ("en-gb-scotland", 5), ("en", 4)),
            voice("gmw/en-GB-x-rp", "English (Received Pronunciation)", ("en-gb-x-rp", 5), ("en-gb", 4), ("en", 5)),
            voice("gmw/en-US", "English (America)", ("en-us", 2), ("en", 3)),
            voice("sit/cmn", "Chinese (Mandarin)", ("cmn", 5), ("zh-cmn", 5), ("zh", 5)),
            voice("sit/cmn-Latn-pinyin", "Chinese (Mandarin, latin as Pinyin)", ("cmn-latn-pinyin", 5), ("zh-cmn", 5), ("zh", 5)),
            voice("roa/pt", "Portuguese (Portugal)", ("pt", 5), ("pt-pt", 5)),
            voice("roa/pt-BR", "Portuguese (Brazil)", ("pt-br", 5), ("pt", 6)),
            voice("de", "German too", ("de-x-too", 5)),
        ],
        variants: [voice("f3", "female3"), voice("Mr serious", "Mr Serious"), voice("m1", "f3")])

    private static func voice(_ identifier: String, _ name: String, _ languages: (String, Int)...) -> InstalledVoice {
        InstalledVoice(identifier: identifier, name: name, languages: languages.map { .init($0.0, priority: $0.1) })
    }

    @Test(arguments: [
        ("de", "de", "gmw/de"), ("DE", "de", "gmw/de"), ("de-AT", "de", "gmw/de"), ("de_AT.UTF-8", "de", "gmw/de"),
        ("de_DE@euro", "de", "gmw/de"), ("en_GB.UTF-8", "en-gb", "gmw/en"), ("en-AU", "en", "gmw/en"), ("EN_us", "en-us", "gmw/en-US"),
        ("en-GB-Scotland", "en-gb-scotland", "gmw/en-GB-scotland"), ("en-GB-x-rp", "en-gb-x-rp", "gmw/en-GB-x-rp"),
        ("en-gb-x-west", "en-gb", "gmw/en"), ("zh-Hans-CN", "zh", "sit/cmn"), ("pt", "pt", "roa/pt"), ("pt-BR", "pt-br", "roa/pt-BR"),
    ])
    func `A language is the longest beginning of its tag that a voice has, and the voice that suits it best speaks it`(
        _ asked: String, _ tag: String, _ voice: String
    ) throws {
        #expect(try Self.catalog.resolve(SpeechAttributes(language: asked)) == SpeechAttributes(language: tag))
        #expect(Self.catalog.identifier(voice: nil, language: asked) == voice)
        #expect(Self.catalog.identifier(voice: nil, language: tag) == voice)
    }

    @Test(arguments: [
        ("gmw/en-US", "gmw/en-US"), ("GMW/EN-us", "gmw/en-US"), ("gmw/EN_us", "gmw/en-US"), ("English (America)", "gmw/en-US"),
        ("english (america)", "gmw/en-US"), ("en-us", "gmw/en-US"), ("en_GB", "gmw/en"), ("en", "gmw/en"), ("German", "gmw/de"),
        ("de", "de"), ("German+f3", "gmw/de+f3"), ("gmw/de+FEMALE3", "gmw/de+f3"), ("en-us+mr serious", "gmw/en-US+Mr serious"),
    ])
    func `A voice is its identifier, else its name, else its language, in any case, with a variant`(_ asked: String, _ found: String) throws
    {
        #expect(try Self.catalog.resolve(SpeechAttributes(voice: asked)).voice == found)
        #expect(Self.catalog.identifier(voice: asked, language: "pt") == found)
        #expect(Self.catalog.identifier(voice: found, language: nil) == found)
    }

    @Test func `Everything else stays as it is`() throws {
        let asked = SpeechAttributes(language: "de", rate: 200, pitch: 1, volume: 2, punctuation: .all, capitals: .say, spell: true)
        #expect(try Self.catalog.resolve(asked) == asked)
        #expect(try Self.catalog.resolve(SpeechAttributes()) == SpeechAttributes())
    }

    @Test(arguments: [
        (SpeechAttributes(language: "dee"), UnknownVoice(.language, "dee", near: ["de"])),
        (SpeechAttributes(language: "qqqqqq"), UnknownVoice(.language, "qqqqqq", near: [])),
        (SpeechAttributes(language: ""), UnknownVoice(.language, "", near: [])),
        (SpeechAttributes(language: "-"), UnknownVoice(.language, "-", near: [])),
        (SpeechAttributes(voice: "Germann"), UnknownVoice(.voice, "Germann", near: ["German"])),
        (SpeechAttributes(voice: "pt-BRR"), UnknownVoice(.voice, "pt-BRR", near: ["pt", "pt-br"])),
        (SpeechAttributes(voice: "German+f33"), UnknownVoice(.variant, "+f33", near: ["German+f3"])),
        (SpeechAttributes(voice: "German+"), UnknownVoice(.variant, "+", near: [])),
        (SpeechAttributes(voice: "+f3"), UnknownVoice(.voice, "+f3", near: [])),
    ])
    func `An unknown language, voice or variant is refused with near matches`(_ asked: SpeechAttributes, _ refusal: UnknownVoice) throws {
        let error = try #require(throws: UnknownVoice.self) { try Self.catalog.resolve(asked) }
        #expect(error == refusal)
    }

    @Test(arguments: [
        ("German+nobody", "gmw/de"), ("German+", "gmw/de"), ("German+../../x", "gmw/de"), ("+f3", "roa/pt"), ("nobody", "roa/pt"),
        ("../../etc/passwd", "roa/pt"),
    ])
    func `Without the variant a voice still speaks, and without the voice the language's`(_ voice: String, _ speaker: String) {
        #expect(Self.catalog.identifier(voice: voice, language: "pt") == speaker)
    }

    @Test func `Nothing speaks an unknown language`() {
        for language in ["xx", "", "-"] { #expect(Self.catalog.identifier(voice: "nobody", language: language) == nil) }
    }

    @Test func `The voices of a language are those of its dialects too`() throws {
        func names(_ language: String) throws -> [String] { try Self.catalog.voices(speaking: language).map(\.identifier) }
        #expect(try names("en") == ["gmw/en-029", "gmw/en", "gmw/en-GB-scotland", "gmw/en-GB-x-rp", "gmw/en-US"])
        #expect(try names("en-GB") == ["gmw/en", "gmw/en-GB-scotland", "gmw/en-GB-x-rp"])
        #expect(try names("de-AT") == ["gmw/de", "de"])
        #expect(throws: UnknownVoice.self) { try names("e") }
    }

    @Test func `A voice speaks its languages and those that they are dialects of; the one it suits best is read in`() {
        for voice in ["gmw/en-GB-x-rp", "gmw/en-GB-x-rp+f3", "en-gb-x-rp"] {
            #expect(Self.catalog.language(ofVoice: voice) == "en-gb")
            #expect(["en", "EN_gb", "en-gb-x-rp"].allSatisfy { Self.catalog.voice(voice, speaks: $0) })
            #expect(!["de", "en-us", ""].contains { Self.catalog.voice(voice, speaks: $0) })
        }
        #expect(Self.catalog.language(ofVoice: "nobody") == nil && !Self.catalog.voice("nobody", speaks: "en"))
    }

    @Test func `Clients see a voice's languages with the best match first`() {
        #expect(Self.catalog.voices[4].described.languages == ["en-gb", "en-gb-x-rp", "en"])
    }
}
