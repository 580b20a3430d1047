import Configuration
import Messages
import Narration
import Testing

@Suite struct ReadingTests {
    static let voices = VoiceCatalog(
        voices: [
            InstalledVoice(identifier: "gmw/en-US", name: "English (America)", languages: [.init("en-us"), .init("en")]),
            InstalledVoice(identifier: "gmw/de", name: "German", languages: [.init("de")]),
            InstalledVoice(identifier: "zle/ru", name: "Russian", languages: [.init("ru")]),
            InstalledVoice(identifier: "zle/uk", name: "Ukrainian", languages: [.init("uk")]),
            InstalledVoice(identifier: "grk/el", name: "Greek", languages: [.init("el")]),
            InstalledVoice(identifier: "sem/he", name: "Hebrew", languages: [.init("he")]),
            InstalledVoice(identifier: "sem/ar", name: "Arabic", languages: [.init("ar")]),
            InstalledVoice(identifier: "sit/cmn", name: "Chinese (Mandarin)", languages: [.init("cmn"), .init("zh-cmn"), .init("zh")]),
            InstalledVoice(
                identifier: "sit/cmn-Latn-pinyin", name: "Chinese (Mandarin, latin as Pinyin)", languages: [.init("cmn-latn-pinyin")]),
            InstalledVoice(identifier: "sit/yue", name: "Chinese (Cantonese)", languages: [.init("yue")]),
            InstalledVoice(identifier: "jpx/ja", name: "Japanese", languages: [.init("ja")]),
            InstalledVoice(identifier: "ko", name: "Korean", languages: [.init("ko")]),
            InstalledVoice(identifier: "inc/hi", name: "Hindi", languages: [.init("hi")]),
        ], variants: [])

    /// Returns the reading of one text, its runs with a bar between them.
    static func read(_ text: String, _ language: String? = "en-us", voice: String? = nil, durations: Bool = true) -> ReadText {
        let run = SpeechRun(text: text, attributes: SpeechAttributes(language: language, voice: voice))
        return Reading(lexicons: WordTables.lexicons, readsDurations: durations).reading([run], voices: voices)
    }

    static func words(_ text: String, _ language: String = "en-us") -> String {
        read(text, language).runs.map(\.text).joined(separator: "|")
    }

    @Test(
        "T3: durations in running text, but no times of day, dates or addresses",
        arguments: [
            ("Lap 1:02:55 done", "Lap one hour, two minutes, and fifty five seconds done"),
            ("1:02:55.", "one hour, two minutes, and fifty five seconds."),
            ("(0:00:10)", "(ten seconds)"), ("0:00:10: go", "ten seconds: go"), ("0:00:10, 0:00:11", "ten seconds, eleven seconds"),
            ("Lap 1:02", "Lap 1:02"), ("At 1:02:55 PM", "At one oh 2 and fifty five seconds PM"), ("1:02:55pm", "1:02:55pm"),
            ("1:02:55\u{202F}a.m.", "one oh 2 and fifty five seconds\u{202F}a.m."),
            ("1:02:55 amber", "one hour, two minutes, and fifty five seconds amber"),
            ("1:02:55 p. m. sharp", "one oh 2 and fifty five seconds p. m. sharp"),
            ("12:30:45.123", "twelve 30 and 45.123 seconds"), ("12:30:45.123456", "twelve 30 and 45.123456 seconds"),
            ("12:30:45.1234567890", "12:30:45.1234567890"), ("12:30:45+02:00", "12:30:45+02:00"),
            ("2024-01-31 12:30:45 started", "January 31, 2024 twelve 30 and forty five seconds started"),
            ("Nov 21 12:30:45 host", "Nov 21 twelve 30 and forty five seconds host"),
            ("21.11.2026, 12:30:45", "21.11.2026, twelve 30 and forty five seconds"), ("on 2 Nov 2026 at", "on 2 Nov 2026 at"),
            ("lap 21 1:02:55", "lap 21 one hour, two minutes, and fifty five seconds"),
            ("10:00:00-11:00:00", "10:00:00-11:00:00"), ("12:34:56:78:9a:bc", "12:34:56:78:9a:bc"), ("fe80:1:02:55", "fe80:1:02:55"),
            ("1:62:55", "1:62:55"), ("x1:02:55", "x1:02:55"), ("1:02:55x", "1:02:55x"), ("::::1:02:55", "4 colons 1:02:55"), ("1:", "1:"),
        ])
    func durations(_ text: String, _ spoken: String) {
        #expect(Self.words(text) == spoken)
    }

    @Test(
        "T3: two fields in running text, where the words around them say that they are a duration",
        arguments: [
            ("completed in 00:10", "en", "completed in ten seconds"),
            ("only 5:30 left, hurry", "en", "only five minutes and thirty seconds left, hurry"),
            ("the 5:30 left on time", "en", "the 5:30 left on time"), ("The 10:15 left the station", "en", "The 10:15 left the station"),
            ("Completed in 1:02.5.", "en", "Completed in one minute and 2.5 seconds."),
            ("2:30 left", "en", "two minutes and thirty seconds left"),
            ("Time left: 2:30, go", "en", "Time left: two minutes and thirty seconds, go"),
            ("at 0:30 of 3:45", "en", "at thirty seconds of three minutes and forty five seconds"),
            ("Elapsed 0:30", "en", "Elapsed thirty seconds"),
            ("Meeting at 10:30", "en", "Meeting at 10:30"), ("in 10:30 pm", "en", "in ten 30 pm"), ("begin 10:30", "en", "begin 10:30"),
            ("Next call: 10:30", "en", "Next call: 10:30"), ("10:30 of May", "en", "10:30 of May"),
            ("10:30 leftover", "en", "10:30 leftover"),
            ("in fe80:10", "en", "in fe80:10"), ("in 10:00-11:00", "en", "in 10:00-11:00"),
            ("Fertig in 0:10", "de", "Fertig in zehn Sekunden"), ("noch 0:10 Uhr", "de", "noch null Uhr 10"),
            ("21 gen. 12:30:45", "it", "21 gen. dodici e 30 e quarantacinque secondi"),
            ("21 ноября 12:30:45", "ru", "21 ноября двенадцать часов тридцать минут сорок пять секунд"),
            ("Осталось: 0:21", "ru", "Осталось: двадцать одна секунда"), ("残り0:10", "ja", "かんじ りじゅうびょう"),
            ("録音は1:00:05です", "ja", "かんじ はいちじかんごびょうです"),
            ("11月21日12:30:45", "ja", "11がつ21にちじゅうにじさんじゅっぷんよんじゅうごびょう"), ("12:30:45時", "ja", "じゅうにじさんじゅっぷんよんじゅうごびょう"),
            ("21 mei 2026 12:30:45", "nl", "21 mei 2026 twaalf uur 30 en vijfenveertig seconden"),
            ("10 marathons 1:00:00", "en", "10 marathons one hour"),
            ("stycznia 21 12:30:45", "pl", "stycznia 21 dwunasta 30 i czterdzieści pięć sekund"),
            ("Pronto in 0:10", "it", "Pronto in dieci secondi"),
            ("nog 0:10 uur", "nl", "nog tien minuten"), ("nog 0:10", "nl", "nog tien seconden"),
            ("Czas trwania: 0:02", "pl", "Czas trwania: dwie sekundy"),
            ("0:30 von 1:00", "de", "dreißig Sekunden von eine Minute"), ("Listo en 0:10", "es", "Listo en diez segundos"),
            ("Il reste 0:10", "fr", "Il reste dix secondes"), ("Fini en 0:10 h", "fr", "Fini en dix minutes"),
        ])
    func durationsByWords(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test(
        "T19: escape sequences are silent, unless they do not end",
        arguments: [
            ("\u{1B}[31mError:\u{1B}[0m disk", "Error: disk"), ("\u{1B}]8;;https://a.b/\u{1B}\\link\u{1B}]8;;\u{1B}\\ here", "link here"),
            ("\u{1B}]0;title\u{7}ready", "ready"), ("\u{1B}[1;32m✔\u{1B}[m 3 passed", "check mark 3 passed"), ("\u{1B}(Bplain", "plain"),
            ("\u{1B}[31", "\u{1B}[31"), ("\u{1B}]0;no end\nready", "\u{1B}]0;no end\nready"),
            ("took \u{1B}[1m2m 10s", "took two minutes and ten seconds"),
        ])
    func escapes(_ text: String, _ spoken: String) {
        #expect(Self.words(text) == spoken)
    }

    @Test(
        "T15: in a text a number keeps its sign, and its groups are one number",
        arguments: [
            ("-$20", "en", "minus $20"), ("(-5)", "en", "(minus 5)"), ("−£5", "en", "minus £5"),
            ("it is -12.5 °C", "en", "it is minus 12.5 °C"),
            ("-5", "fr", "moins 5"), ("\u{2212}5", "ru", "минус 5"), ("[-5]", "ja", "[マイナス5]"), ("“-5”", "de", "“minus 5”"),
            ("a-5", "en", "a-5"), ("1-5", "en", "1-5"), ("--5", "en", "--5"), ("- 5", "en", "- 5"),
            ("-a", "en", "-a"), ("$-5", "en", "$-5"),
            ("1'000'000", "en", "1000000"), ("1_000_000.5", "en", "1000000.5"), ("12\u{202F}345 €", "fr", "12345 €"),
            ("1\u{A0}000", "ru", "1000"), ("10\u{2009}000 m", "en", "10000 m"), ("-1’234", "de", "minus 1234"),
            ("1'00", "en", "1'00"), ("1'000_000", "en", "1'000_000"), ("1'000'00", "en", "1'000'00"), ("1234_567", "en", "1234_567"),
            ("v_1_000", "en", "v_1_000"), ("x1_000", "en", "x1_000"), ("1_000x", "en", "1_000x"), ("5'10", "en", "5'10"),
        ])
    func numbersInText(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test(
        "T17: signs between words, as people say them",
        arguments: [
            ("1–5", "en", "1 to 5"), ("pages 1–5.", "en", "pages 1 to 5."), ("10:00–11:30", "en", "10:00 to 11:30"),
            ("5%–10%", "en", "5% to 10%"),
            ("$5–$10", "en", "$5 to $10"), ("2019–2023", "de", "2019 bis 2023"), ("1–5", "es", "1 a 5"), ("1–5", "fr", "1 à 5"),
            ("1–5", "sv", "1–5"), ("1–5", "ru", "1 до 5"), ("1–5", "ja", "1から5"), ("1–5", "pl", "1 do 5"), ("1–5", "nl", "1 tot 5"),
            ("1–5", "it", "1 a 5"), ("1–5", "pt", "1 a 5"),
            ("1–2–3", "en", "1–2–3"), ("2024–05-01", "en", "2024–05-01"), ("a–b", "en", "a–b"),
            ("5 – 7", "en", "5 – 7"),
            ("1-5", "en", "1-5"), ("–5", "en", "–5"),
            ("a → b", "en", "a to b"), ("2→3", "en", "2 to 3"), ("Berlin → Köln", "de", "Berlin nach Köln"), ("a → b", "es", "a a b"),
            ("a → b", "fr", "a vers b"), ("\"x\" -> [y]", "en", "\"x\" to [y]"), ("👍 → b", "en", "👍 to b"), ("a --> b", "en", "a to b"),
            ("➔", "en", "right arrow"), ("⇒", "de", "Pfeil nach rechts"), ("❯", "en", "right arrow"), ("›", "fr", "flèche droite"),
            ("Home › Mail", "en", "Home right arrow Mail"), ("„Wort“ ›Wort‹", "de", "„Wort“ ›Wort‹"), ("a ⇒ b", "en", "a to b"),
            ("→ next", "en", "right arrow next"), ("next →", "de", "next Pfeil nach rechts"), ("-> next", "en", "right arrow next"),
            ("a ➜ b ➜ c", "en", "a to b to c"), ("p->next", "en", "p->next"), ("a ---> b", "en", "a ---> b"), ("a => b", "en", "a => b"),
            ("a → b", "sv", "a → b"), ("→", "en", "right arrow"),
        ])
    func signs(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test("T17: who wants every mark named hears the marks")
    func namedSigns() {
        let run = SpeechRun(text: "a → b 1–5", attributes: SpeechAttributes(language: "en", punctuation: .all))
        #expect(Reading(lexicons: WordTables.lexicons).reading([run], voices: nil).runs == [run])
    }

    @Test(
        "T18: check boxes drawn with symbols are named in any text",
        arguments: [
            ("☐", "en", "empty box"), ("☐ milk", "en", "empty box milk"), ("☑️ Brot", "de", "angekreuztes Kästchen Brot"),
            ("☒ pan", "es", "casilla tachada pan"), ("lait ☑", "fr", "lait case cochée"), ("☑☑☐", "en", "2 checked boxes empty box"),
            ("☑︎x", "en", "checked box x"), ("☐ latte", "it", "casella vuota latte"), ("☐☐ mleko", "pl", "2 puste pola mleko"),
            ("☐☐ молоко", "ru", "2 пустых флажка молоко"), ("☐ぎゅうにゅう", "ja", "からのチェックボックスぎゅうにゅう"),
            ("☐ latte", "sv", "☐ latte"),
        ])
    func boxes(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test(
        "T16: joined emoji in the form that has a name, apart if none has, then the skin tones",
        arguments: [
            ("👩‍💻", "👩‍💻"), ("👩🏽‍💻", "👩‍💻 🏽"), ("🏳️‍🌈!", "🏳‍🌈!"), ("❤️‍🔥", "❤ 🔥"), ("🕵🏽‍♂️ x", "🕵‍♂ 🏽 x"), ("🧑‍💻", "🧑 💻"),
            ("👩‍❤️‍👨", "👩‍❤‍👨"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"), ("🧑🏻‍🤝‍🧑🏿", "🧑 🤝 🧑 🏻 🏿"), ("❤️", "❤️"), ("👍🏽", "👍🏽"), ("👁️‍🗨️", "👁‍🗨"),
        ])
    func joinedEmoji(_ text: String, _ spoken: String) {
        #expect(Self.words(text, "it") == spoken)
    }

    @Test("T12: a run that says its pronunciation is not read, and is speakable without a word")
    func pronunciation() {
        let runs = [SpeechRun(text: "0:00:10 Привет -----", ipa: "tɛn"), SpeechRun(text: " ", ipa: "a")]
        let american = SpeechAttributes(language: "en-us")
        let read = Reading(lexicons: WordTables.lexicons).reading(
            runs + [SpeechRun(text: "0:00:10", attributes: american)], voices: Self.voices)
        #expect(read.runs == runs + [SpeechRun(text: "ten seconds", attributes: american)])
        #expect(!Reading(lexicons: WordTables.lexicons).reading([runs[1]], voices: Self.voices).isUnspeakable)
    }

    @Test("T3: a German \"am\" is not a time of day, \"Uhr\" is; other languages, and elements that want none, are left alone")
    func durationsElsewhere() {
        #expect(Self.words("Runde 0:00:10 am Montag", "de") == "Runde zehn Sekunden am Montag")
        #expect(Self.words("Um 12:30:45 Uhr", "de") == "Um zwölf Uhr 30 und fünfundvierzig Sekunden")
        #expect(Self.words("Giro 0:00:10", "sv") == "Giro 0:00:10")
        #expect(Self.read("0:00:10", durations: false).runs.map(\.text) == ["0:00:10"])
        #expect(Self.read("0:00:10", nil, voice: "gmw/de+f3").runs.map(\.text) == ["zehn Sekunden"])
        #expect(Self.read("0:00:10", nil).runs.map(\.text) == ["0:00:10"])
    }

    @Test(
        "T4: four or more of one symbol, three or more of one emoji",
        arguments: [
            ("-------", "en", "7 dashes"), ("----------", "en", "10 dashes"), ("....", "en", "4 dots"), ("a --- b", "en", "a --- b"),
            ("Wait....done", "en", "Wait 4 dots done"), ("5....", "en", "5, 4 dots"), ("====", "de", "4 Gleichheitszeichen"),
            ("____", "es", "4 guiones bajos"), ("####", "fr", "4 dièses"), ("────", "en", "4 lines"), ("••••••••", "en", "8 bullets"),
            ("★★★★★ good", "en", "5 stars good"), ("❤️❤️❤️", "en", "3 times ❤️"), ("❤️❤️", "en", "❤️❤️"), ("Wow👍👍👍👍!", "en", "Wow 4 times 👍 !"),
            ("👍🏽👍🏽👍🏽", "de", "3 mal 👍🏽"), ("👍👍👍🏽", "en", "👍👍👍🏽"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "fr", "3 fois 👩‍👩‍👧‍👦"), ("🇩🇪🇩🇪🇩🇪", "es", "3 veces 🇩🇪"),
            ("aaaa 1111", "en", "aaaa 1111"), ("----", "sv", "----"), ("-----", "ru", "5 дефисов"), ("----", "ja", "ダッシュ4こ"),
            ("-----", "pl", "5 kresek"), ("----", "pl", "4 kreski"),
            ("----", "nl", "4 streepjes"), ("----", "it", "4 trattini"),
            ("----", "pt", "4 hifens"), ("※※※※ x", "en", "※※※※ x"), ("    x", "en", "    x"),
        ])
    func repetitions(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test("A prefix of a run comes before its first part; spelled runs and attributes stay")
    func kept() {
        let manner = SpeechAttributes(language: "en", rate: 300, pitch: 20)
        let run = SpeechRun(text: "Say да", attributes: manner, earcon: nil, pause: 0.5, mark: "m")
        let spelled = SpeechRun(text: "0:00:10 ---- да", attributes: SpeechAttributes(language: "en", spell: true), mark: "n")
        var russian = manner
        russian.language = "ru"
        #expect(
            Reading(lexicons: WordTables.lexicons).reading([run, spelled], voices: Self.voices).runs == [
                SpeechRun(text: "Say ", attributes: manner, pause: 0.5, mark: "m"), SpeechRun(text: "да", attributes: russian), spelled,
            ])
    }

    @Test("D5: places in what is spoken lead back to the client's words, replaced ones as a whole")
    func places() {
        let runs = ["Lap 0:00:10, да ----!", "Grüße"].map { SpeechRun(text: $0, attributes: SpeechAttributes(language: "en")) }
        let read = Reading(lexicons: WordTables.lexicons).reading(runs, voices: Self.voices)
        #expect(read.runs.map(\.text) == ["Lap ten seconds, ", "да ", "4 dashes !", "Grüße"])
        let client = Array("Lap 0:00:10, да ----! Grüße".unicodeScalars)
        func named(_ run: Int, _ word: String) -> String {
            let scalars = Array(read.runs[run].text.unicodeScalars)
            let wanted = Array(word.unicodeScalars)
            let offset = scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? -1
            let place = read.place(run: run, offset: offset, length: wanted.count)
            return String(String.UnicodeScalarView(client[place.offset..<place.offset + place.length]))
        }
        #expect(named(0, "Lap") == "Lap")
        #expect(named(0, "ten") == "0:00:10")
        #expect(named(0, "seconds") == "0:00:10")
        #expect(named(0, "Lap ten") == "Lap 0:00:10")
        #expect(named(1, "да") == "да")
        #expect(named(2, "dashes") == "----")
        #expect(named(2, "!") == "!")
        #expect(named(3, "Grüße") == "Grüße")
        #expect(read.place(run: 9, offset: 0, length: 1) == ReadText.Place(offset: 0, length: 0))
        #expect(read.place(run: 3, offset: 0, length: 0) == ReadText.Place(offset: 22, length: 0))
        let untouched = Reading(lexicons: WordTables.lexicons).reading([SpeechRun(text: "one"), SpeechRun(text: "twö")], voices: nil)
        #expect(untouched.place(run: 1, offset: 1, length: 2) == ReadText.Place(offset: 5, length: 2))
    }

    @Test(
        "Texts without anything to read stay as they are",
        arguments: ["Hello, world.", "Grüße aus Köln – 10:30 Uhr…", "a: b, 5 % (x) --- y"])
    func untouched(_ text: String) {
        let run = SpeechRun(text: text, attributes: SpeechAttributes(language: "en"), mark: "m")
        #expect(
            Reading(lexicons: WordTables.lexicons).reading([run], voices: Self.voices)
                == Reading(lexicons: WordTables.lexicons).reading([run], voices: nil))
        #expect(Reading(lexicons: WordTables.lexicons).reading([run], voices: Self.voices).runs == [run])
    }
}

extension Reading {
    /// Returns the runs as a fresh reading makes them.
    func reading(_ runs: [SpeechRun], voices: VoiceCatalog?, shortens: Bool = false) -> ReadText {
        var reading = self
        return reading.read(runs, voices: voices, shortens: shortens)
    }
}
