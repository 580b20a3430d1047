import Messages
import Narration
import Testing

@Suite struct VoiceCatalogTests {
    static let catalog = VoiceCatalog(
        voices: [
            VoiceDescription(identifier: "gmw/de", name: "German", languages: ["de"]),
            VoiceDescription(identifier: "gmw/en", name: "English (Great Britain)", languages: ["en-gb", "en"]),
            VoiceDescription(identifier: "gmw/en-US", name: "English (America)", languages: ["en-us", "en"]),
            VoiceDescription(identifier: "sit/cmn", name: "Chinese (Mandarin)", languages: ["cmn", "zh-cmn", "zh"]),
            VoiceDescription(identifier: "gmw/en-GB-scotland", name: "English (Scotland)", languages: ["en-gb-scotland", "en"]),
        ],
        variants: [
            VoiceDescription(identifier: "!v/f3", name: "female3", languages: []),
            VoiceDescription(identifier: "!v/Storm", name: "Storm", languages: []),
            VoiceDescription(identifier: "+m1", name: "male1", languages: []),
        ])

    @Test(arguments: [
        ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de_AT.UTF-8", "de"), ("de_DE@euro", "de"), ("en_GB.UTF-8", "en-gb"), ("en-AU", "en"),
        ("en-GB-Scotland", "en-gb-scotland"), ("en-gb-x-rp", "en-gb"), ("zh-Hans-CN", "zh"),
    ])
    func `A language is the longest beginning of its tag that a voice has`(_ asked: String, _ found: String) throws {
        #expect(try Self.catalog.resolve(SpeechAttributes(language: asked)) == SpeechAttributes(language: found))
    }

    @Test(arguments: [
        ("gmw/en-US", "gmw/en-US"), ("English (America)", "gmw/en-US"), ("english (america)", "gmw/en-US"), ("gmw/EN_us", "gmw/en-US"),
        ("German+f3", "gmw/de+f3"), ("gmw/de+female3", "gmw/de+f3"), ("en-us+STORM", "en-us+Storm"), ("German+m1", "gmw/de+m1"),
        ("de+male1", "de+m1"), ("de", "de"),
    ])
    func `A voice is known by its identifier, its name or its language, in any case, with a variant`(_ asked: String, _ found: String)
        throws
    {
        #expect(try Self.catalog.resolve(SpeechAttributes(voice: asked)).voice == found)
    }

    @Test func `Everything else stays as it is`() throws {
        let asked = SpeechAttributes(language: "de", rate: 200, pitch: 1, volume: 2, punctuation: .all, capitals: .say, spell: true)
        #expect(try Self.catalog.resolve(asked) == asked)
        #expect(try Self.catalog.resolve(SpeechAttributes()) == SpeechAttributes())
    }

    @Test(arguments: [
        (SpeechAttributes(language: "dee"), #"language: "dee" is unknown; near matches: de; `announce voices` lists all"#),
        (SpeechAttributes(language: "qqqqqq"), #"language: "qqqqqq" is unknown; `announce voices` lists all"#),
        (SpeechAttributes(voice: "Germann"), #"voice: "Germann" is unknown; near matches: German; `announce voices` lists all"#),
        (
            SpeechAttributes(voice: "German+f33"),
            #"voice: the variant "+f33" is unknown; near matches: German+f3; `espeak-ng --voices=variant` lists all"#
        ),
        (
            SpeechAttributes(voice: "German+"),
            #"voice: the variant "+" is unknown; `espeak-ng --voices=variant` lists all"#
        ),
        (SpeechAttributes(voice: "+f3"), #"voice: "+f3" is unknown"#),
    ])
    func `An unknown language or voice is reported with near matches`(_ asked: SpeechAttributes, _ message: String) throws {
        let error = try #require(throws: UnknownVoice.self) { try Self.catalog.resolve(asked) }
        #expect(error.description.hasPrefix(message), "\(error)")
    }

    @Test func `The voices of a language are those of its dialects too`() throws {
        func names(_ language: String) throws -> [String] { try Self.catalog.voices(speaking: language).map(\.identifier) }
        #expect(try names("en") == ["gmw/en", "gmw/en-US", "gmw/en-GB-scotland"])
        #expect(try names("en-GB") == ["gmw/en", "gmw/en-GB-scotland"])
        #expect(try names("de-AT") == ["gmw/de"])
        #expect(throws: UnknownVoice.self) { try names("e") }
    }
}
