import Testing
import VoiceProtocol

@testable import ESpeak

struct InstalledVoicesTests {
    private let installed = InstalledVoices(
        voices: [
            voice("gmw/de", "German", ("de", 5)),
            voice("gmw/en-029", "English (Caribbean)", ("en-029", 5), ("en", 10)),
            voice("gmw/en", "English (Great Britain)", ("en-gb", 2), ("en", 2)),
            voice("gmw/en-GB-x-rp", "English (Received Pronunciation)", ("en-gb-x-rp", 5), ("en-gb", 4), ("en", 5)),
            voice("gmw/en-US", "English (America)", ("en-us", 2), ("en", 3)),
            voice("roa/pt", "Portuguese (Portugal)", ("pt", 5), ("pt-pt", 5)),
            voice("roa/pt-BR", "Portuguese (Brazil)", ("pt-br", 5), ("pt", 6)),
        ],
        variants: [voice("f3", "female3"), voice("Mr serious", "Mr Serious")])

    private static func voice(_ identifier: String, _ name: String, _ languages: (String, UInt8)...) -> InstalledVoice {
        InstalledVoice(identifier: identifier, name: name, languages: languages.map { .init(tag: $0.0, priority: $0.1) })
    }

    @Test(arguments: [
        ("en", "gmw/en"), ("EN_us", "gmw/en-US"), ("en-GB", "gmw/en"), ("en-GB-x-rp", "gmw/en-GB-x-rp"), ("en-AU", "gmw/en"),
        ("de-DE", "gmw/de"), ("de_DE.UTF-8@euro", "gmw/de"), ("pt", "roa/pt"), ("pt-BR", "roa/pt-BR"), ("xx", nil), ("", nil), ("-", nil),
    ])
    func `A language finds the voice that suits it best`(language: String, identifier: String?) {
        #expect(installed.identifier(voice: nil, language: language) == identifier)
    }

    @Test(arguments: [
        ("gmw/en-US", "gmw/en-US"), ("GMW/EN-us", "gmw/en-US"), ("english (america)", "gmw/en-US"), ("en-us", "gmw/en-US"),
        ("de+f3", "gmw/de+f3"), ("de+FEMALE3", "gmw/de+f3"), ("de+mr serious", "gmw/de+Mr serious"), ("de+nobody", "gmw/de"),
        ("de+", "gmw/de"), ("+f3", nil), ("../../etc/passwd", nil), ("de+../../x", "gmw/de"), ("nobody", nil),
    ])
    func `A voice is found by identifier, name or language, and nothing else names a file`(voice: String, identifier: String?) {
        #expect(installed.identifier(voice: voice, language: nil) == identifier)
    }

    @Test func `The voice outranks the language, which stands in for a voice that is not there`() {
        #expect(installed.identifier(voice: "en-us", language: "de") == "gmw/en-US")
        #expect(installed.identifier(voice: "nobody", language: "de") == "gmw/de")
    }

    @Test func `The listing names the best language first and marks variants`() {
        let listing = installed.listing
        #expect(listing.first { $0.identifier == "gmw/en-GB-x-rp" }?.languages == ["en-gb", "en-gb-x-rp", "en"])
        #expect(listing.filter(\.isVariant).map(\.identifier) == ["+f3", "+Mr serious"])
    }
}
