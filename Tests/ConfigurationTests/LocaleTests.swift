import Configuration
import Testing

@Suite struct LocaleTests {
    @Test(arguments: [
        ("de_AT.UTF-8", "de-at"), ("en_US", "en-us"), ("fr", "fr"), ("ca_ES@valencia", "ca-es"), ("sr_RS.UTF-8@latin", "sr-rs"),
        ("C", "en"),
        ("C.UTF-8", "en"), ("POSIX", "en"), ("", "en"), (".UTF-8", "en"), ("EN_gb", "en-gb"),
    ])
    func `A locale's name has a language tag`(_ locale: String, _ language: String) {
        #expect(Configuration.language(ofLocale: locale) == language)
    }

    @Test(arguments: [
        (["LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "en_US"], "de-de"),
        (["LC_MESSAGES": "fr_FR", "LANG": "en_US"], "fr-fr"),
        (["LC_ALL": "", "LANG": "es_ES"], "es-es"), (["LC_ALL": "C", "LANG": "es_ES"], "en"), ([:], "en"),
    ])
    func `The first of LC_ALL, LC_MESSAGES and LANG that is set counts`(_ environment: [String: String], _ language: String) {
        #expect(Configuration.language { environment[$0] } == language)
    }
}
