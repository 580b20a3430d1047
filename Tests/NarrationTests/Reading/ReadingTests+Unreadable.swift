import Configuration
import Messages
import Narration
import Testing

// What a voice can't read: texts without a word, and scripts that are not its own.
extension ReadingTests {
    @Test(
        "T8: text without words is read at punctuation all, its silent symbols by name",
        arguments: [
            ("★★★★☆", "4 stars empty star", .all), ("★★★☆☆", "3 stars 2 empty stars", .all), ("★", "star", .all), ("-", "-", .all),
            ("...", "...", .all),
            ("----------", "10 dashes", .all), (" ? ", " ? ", .all), ("•", "•", .all), ("┌──┐", "line 2 lines line", .all),
            ("※", "※", .all),
            ("👍", "👍", nil), ("½", "½", nil), ("②", "②", nil), ("x★", "x★", nil), ("あ", "あ", nil),
        ] as [(String, String, Punctuation?)])
    func unspeakable(_ text: String, _ spoken: String, _ punctuation: Punctuation?) {
        let read = Self.read(text)
        #expect(read.runs.map(\.text) == [spoken])
        #expect(read.runs.map(\.attributes.punctuation) == [punctuation])
        #expect(!read.isUnspeakable)
    }

    @Test("T8: nothing at all is nothing to speak", arguments: ["", " ", "\n\t\u{A0}\u{2028}", "\u{200B}\u{FEFF}\u{200E}", "\u{1}\u{7F}"])
    func nothing(_ text: String) {
        #expect(Self.read(text).isUnspeakable)
        let spelled = SpeechRun(text: text, attributes: SpeechAttributes(spell: true))
        #expect(Reading(lexicons: WordTables.lexicons).reading([spelled], voices: nil).isUnspeakable)
    }

    @Test("T8: one run with words is enough for all; a spelled mark is spoken")
    func wordsElsewhere() {
        let mark = SpeechRun(text: "-", attributes: SpeechAttributes(language: "en"))
        let word = SpeechRun(text: "Save", attributes: SpeechAttributes(language: "en"))
        let spelled = SpeechRun(text: "?", attributes: SpeechAttributes(language: "en", spell: true))
        #expect(Reading(lexicons: WordTables.lexicons).reading([mark, word], voices: nil).runs == [mark, word])
        #expect(Reading(lexicons: WordTables.lexicons).reading([mark, spelled], voices: nil).runs == [mark, spelled])
    }

    @Test(
        "T9: each script goes to a voice that has it, with what belongs to it",
        arguments: [
            ("Привет, мир! Как дела?", "en-us", "ru:Привет, мир! Как дела?"),
            ("He said «Привет, мир» today", "en-us", "en-us:He said |ru:«Привет, мир» |en-us:today"),
            ("Γειά σου (2)", "en-us", "el:Γειά σου (2)"), ("the α and π", "en-us", "en-us:the α and π"), ("שלום", "de", "he:שלום"),
            ("مرحبا 123", "en-us", "ar:مرحبا 123"), ("你好，世界。", "en-us", "cmn-latn-pinyin:你好，世界。"),
            ("ひらがな OK", "en-us", "ja:ひらがな |en-us:OK"),
            ("안녕", "en-us", "ko:안녕"), ("नमस्ते दुनिया", "en-us", "hi:नमस्ते दुनिया"), ("Привіт", "uk", "uk:Привіт"),
            ("Привет, мир", "ru", "ru:Привет, мир"),
            ("Grüße, Ελλάδα", "de", "de:Grüße, |el:Ελλάδα"), ("ᠮᠣ", "en-us", "en-us:ᠮᠣ"), ("你好 OK", "cmn", "cmn-latn-pinyin:你好 |en:OK"),
            ("你好 OK", "yue", "yue:你好 OK"), ("iPhone を", "ja", "en:iPhone |ja:を"), ("OK", "ja", "en:OK"), ("OK 2", "de", "de:OK 2"),
            ("— Да", "en-us", "ru:— Да"),
            ("5 км/ч (быстро)", "en-us", "ru:5 км/ч (быстро)"), ("Я и ты", "en-us", "ru:Я и ты"),
        ])
    func scripts(_ text: String, _ language: String, _ spoken: String) {
        let runs = Self.read(text, language).runs
        #expect(runs.map { "\($0.attributes.language ?? "-"):\($0.text)" }.joined(separator: "|") == spoken)
        #expect(runs.map(\.text).joined() == text)
    }

    @Test(
        "T9: Chinese characters that Japanese has are one word, and known as unreadable",
        arguments: [
            ("ファイルを保存しました", "en-us", "ja:ファイルを かんじ しました", "保存"),
            ("我喜欢鲜の每日茶", "cmn", "cmn-latn-pinyin:我喜欢鲜|ja:の|cmn-latn-pinyin:每日茶", ""), ("我喜欢鲜の每日茶", "yue", "yue:我喜欢鲜|ja:の|yue:每日茶", ""),
            ("東京", "ja", "ja:かんじ", "東京"),
            ("東京 2020年", "ja", "ja:かんじ 2020ねん", "東京"), ("11月21日", "ja", "ja:11がつ21にち", ""), ("食べる時々", "ja", "ja:かんじ べる かんじ", "食時々"),
            ("東京", "yue", "yue:東京", ""),
        ])
    func kanji(_ text: String, _ language: String, _ spoken: String, _ unreadable: String) {
        var reading = Reading(lexicons: WordTables.lexicons)
        let runs = reading.read([SpeechRun(text: text, attributes: SpeechAttributes(language: language))], voices: Self.voices).runs
        #expect(runs.map { "\($0.attributes.language ?? "-"):\($0.text)" }.joined(separator: "|") == spoken)
        #expect(reading.unreadable == unreadable)
    }

    @Test("T9: only where there is such a voice, and the run's own voice is not of that script")
    func scriptsWithoutVoices() {
        let run = SpeechRun(text: "Привет", attributes: SpeechAttributes(language: "en"))
        #expect(Reading(lexicons: WordTables.lexicons).reading([run], voices: nil).runs == [run])
        #expect(Reading(lexicons: WordTables.lexicons).reading([run], voices: VoiceCatalog(voices: [], variants: [])).runs == [run])
        #expect(Self.read("Привет", nil, voice: "zle/ru+f3").runs.map(\.attributes) == [SpeechAttributes(voice: "zle/ru+f3")])
        #expect(Self.read("Привет", nil, voice: "gmw/de").runs.map(\.attributes) == [SpeechAttributes(language: "ru")])
    }
}
