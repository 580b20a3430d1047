import Messages
import Testing

@Suite struct LanguageTagTests {
    @Test(arguments: [
        ("de_AT.UTF-8", "de-at"), ("en_US", "en-us"), ("fr", "fr"), ("ca_ES@valencia", "ca-es"), ("sr_RS.UTF-8@latin", "sr-rs"),
        ("C", "en"),
        ("C.UTF-8", "en"), ("POSIX", "en"), ("", "en"), (".UTF-8", "en"), ("EN_gb", "en-gb"),
    ])
    func `A locale's name has a language tag`(_ locale: String, _ language: String) {
        #expect(LanguageTag(locale: locale).text == language)
    }

    @Test(arguments: [
        (["LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "en_US"], "de-de"),
        (["LC_MESSAGES": "fr_FR", "LANG": "en_US"], "fr-fr"),
        (["LC_ALL": "", "LANG": "es_ES"], "es-es"), (["LC_ALL": "C", "LANG": "es_ES"], "en"), ([:], "en"),
    ])
    func `The first of LC_ALL, LC_MESSAGES and LANG that is set counts`(_ environment: [String: String], _ language: String) {
        #expect(LanguageTag { environment[$0] }.text == language)
    }

    @Test func `However a tag is written, it is the same, and within all that it is a dialect of`() {
        let tag = LanguageTag("en_GB-Scotland.UTF-8@euro")
        #expect(tag == LanguageTag("EN-gb_scotland"))
        #expect(tag.base == "en")
        #expect(tag.beginnings == ["en-gb-scotland", "en-gb", "en"])
        #expect(tag.beginnings.allSatisfy { tag.belongs(to: LanguageTag($0)) && (LanguageTag($0).belongs(to: tag) == ($0 == tag.text)) })
        #expect(!tag.belongs(to: LanguageTag("e")) && !tag.belongs(to: LanguageTag("")))
        #expect(LanguageTag("").beginnings.isEmpty && LanguageTag("-").base.isEmpty)
    }
}
