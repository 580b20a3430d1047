import Configuration
import Narration
import Testing

@Suite struct DurationTests {
    @Test(
        "T3: a value in words, by what is known of it",
        arguments: [
            // S0 and S1.
            ("1:02:55", "en-us", .plain, "one hour, two minutes, and fifty five seconds"),
            ("02:10", "en", .timer, "two minutes and ten seconds"), ("00:10", "en", .timer, "ten seconds"),
            ("0:00", "en", .timer, "zero seconds"), ("0:00:00", "en", .plain, "zero seconds"),
            // Zero drops, one is one.
            ("1:00:01", "en", .plain, "one hour and one second"), ("1:01", "en", .timer, "one minute and one second"),
            ("2:00", "en", .timer, "two minutes"), ("0:21:00", "en", .plain, "twenty one minutes"),
            ("90:00", "en", .timer, "ninety minutes"),
            ("100:00:00", "en", .plain, "100 hours"), (" 00:10\n", "en", .timer, "ten seconds"),
            ("\u{200E}0:10", "en", .timer, "ten seconds"),
            ("-0:30", "en", .timer, "minus thirty seconds"), ("\u{2212}1:00", "de", .timer, "minus eine Minute"),
            ("-1:02:55", "en", .plain, nil),
            // Two fields may be a time of day.
            ("10:30", "en", .plain, nil), ("10:30:00", "en", .plain, nil),
            ("24:30:00", "en", .plain, "twenty four hours and thirty minutes"),
            ("10:30", "en", .timer, "ten minutes and thirty seconds"),
            ("10:30", "en", .kind, "ten minutes and thirty seconds"),
            // No durations.
            ("1:60", "en", .timer, nil), ("1:2", "en", .timer, nil), ("1:60:00", "en", .plain, nil), ("1:02:55 PM", "en", .plain, nil),
            ("1:02:55:10", "en", .kind, nil), (":10", "en", .timer, nil), ("", "en", .kind, nil), ("12", "en", .kind, nil),
            ("1234567:00", "en", .timer, nil), ("١:٠٢", "en", .timer, nil), ("a:10", "en", .timer, nil),
            // Units: only where the app says that it is a duration.
            ("1h 2m", "en", .kind, "one hour and two minutes"), ("1h 2m", "en", .timer, nil), ("90s", "en", .kind, "ninety seconds"),
            ("90s", "en", .plain, nil), ("1h2m3s", "en", .kind, "one hour, two minutes, and three seconds"),
            ("1 hour, 5 min.", "en", .kind, "one hour and five minutes"), ("2m 1h", "en", .kind, nil), ("5 m 5 m", "en", .kind, nil),
            ("5 km", "en", .kind, nil), ("h", "en", .kind, nil), ("0h", "en", .kind, "zero hours"),
            ("1 Std. 5 Min.", "de", .kind, "eine Stunde und fünf Minuten"), ("5 min", "fr", .kind, "cinq minutes"),
            ("2 horas", "es", .kind, "dos horas"),
            // Tenths.
            ("0:12.5", "en", .timer, "12.5 seconds"), ("1:02.350", "en", .timer, "one minute and 2.35 seconds"),
            ("0:01.0", "en", .timer, "one second"),
            ("1:02:55.5", "en", .kind, "one hour, two minutes, and 55.5 seconds"), ("0:00.5", "en", .timer, "0.5 seconds"),
            ("0:12,5", "de", .timer, "12,5 Sekunden"), ("0:12.5", "de", .timer, "12,5 Sekunden"), ("0:01.5", "fr", .timer, "1,5 seconde"),
            ("0:12.5", "en", .plain, nil), ("1:02:55.5", "en", .plain, nil), ("0:12.", "en", .timer, nil),
            ("0:12.1234567890", "en", .timer, nil),
            ("0:1.5", "en", .timer, nil), ("12.5", "en", .timer, nil),
            // Elapsed and total time.
            ("0:30 of 3:45", "en", .plain, "thirty seconds of three minutes and forty five seconds"),
            ("0:30 / 3:45", "en", .timer, "thirty seconds of three minutes and forty five seconds"), ("0:30/3:45", "en", .plain, nil),
            ("0:30 / 1:00:00", "de", .timer, "dreißig Sekunden von eine Stunde"),
            ("0:30 sur 1:00", "fr", .plain, "trente secondes sur une minute"),
            ("0:30 de 1:00", "es", .plain, "treinta segundos de un minuto"), ("1m of 2m", "en", .kind, "one minute of two minutes"),
            ("0:30 of", "en", .timer, nil), ("of 0:30", "en", .timer, nil), ("0:30 of 3", "en", .timer, nil),
            ("0:30 off 3:45", "en", .timer, nil),
            // The other languages.
            ("1:02:55", "de", .plain, "eine Stunde, zwei Minuten und fünfundfünfzig Sekunden"),
            ("21:01", "de-AT", .timer, "einundzwanzig Minuten und eine Sekunde"), ("0:30", "de", .timer, "dreißig Sekunden"),
            ("0:00", "de", .timer, "null Sekunden"),
            ("1:02:55", "es", .plain, "una hora, dos minutos y cincuenta y cinco segundos"),
            ("21:21:21", "es", .timer, "veintiuna horas, veintiún minutos y veintiún segundos"),
            ("31:31:01", "es-419", .plain, "treinta y una horas, treinta y un minutos y un segundo"),
            ("0:00", "es", .timer, "cero segundos"),
            ("1:02:55", "fr", .plain, "une heure, deux minutes et cinquante-cinq secondes"),
            ("71:21", "fr-fr", .timer, "soixante et onze minutes et vingt et une secondes"),
            ("80:00:00", "fr", .plain, "quatre-vingts heures"), ("81:00:00", "fr", .plain, "quatre-vingt-une heures"),
            ("99:17:00", "fr", .plain, "quatre-vingt-dix-neuf heures et dix-sept minutes"),
            ("70:00", "fr", .timer, "soixante-dix minutes"), ("0:00", "fr", .timer, "zéro seconde"),
            ("21:01:28", "it", .timer, "ventuno ore, un minuto e ventotto secondi"), ("1:00:00", "it", .plain, "un'ora"),
            ("0:01.5", "it", .timer, "1,5 secondi"), ("0:30 / 3:45", "it", .timer, "trenta secondi di tre minuti e quarantacinque secondi"),
            ("1:22:01", "nl", .plain, "één uur, tweeëntwintig minuten en één seconde"), ("21:00", "nl", .timer, "eenentwintig minuten"),
            ("-0:45", "nl", .timer, "min vijfenveertig seconden"), ("2 uur", "nl", .kind, "twee uur"),
            ("1:02:05", "pl", .plain, "jedna godzina, dwie minuty i pięć sekund"),
            ("22:21", "pl", .timer, "dwadzieścia dwie minuty i dwadzieścia jeden sekund"),
            ("0:12.5", "pl", .timer, "12,5 sekundy"), ("5:00:00", "pl", .plain, "pięć godzin"),
            ("2 godz. 1 min", "pl", .kind, "dwie godziny i jedna minuta"),
            ("1:02:55", "pt", .plain, "uma hora, dois minutos e cinquenta e cinco segundos"),
            ("22:00:00", "pt-br", .timer, "vinte e duas horas"), ("0:00", "pt", .timer, "zero segundo"),
            ("0:01.5", "pt", .timer, "1,5 segundo"),
            ("1:02:01", "ru", .plain, "один час две минуты одна секунда"),
            ("21:22", "ru", .timer, "двадцать одна минута двадцать две секунды"),
            ("0:12.5", "ru", .timer, "12,5 секунды"), ("5:00:00", "ru", .plain, "пять часов"),
            ("1 ч 5 мин", "ru", .kind, "один час пять минут"),
            ("0:30 / 1:00", "ru", .timer, "тридцать секунд из одна минута"), ("4:11:20", "ja", .plain, "よじかんじゅういっぷんにじゅうびょう"),
            ("20:00", "ja", .timer, "にじゅっぷん"), ("25:00", "ja", .timer, "にじゅうごふん"), ("100:00", "ja", .timer, "100ふん"),
            ("0:12.5", "ja", .timer, "12てん5びょう"), ("-0:10", "ja", .timer, "マイナスじゅうびょう"), ("1時間2分", "ja", .kind, "いちじかんにふん"),
            ("0:30 / 1:00", "ja", .timer, "いっぷんちゅうさんじゅうびょう"),
            ("1:02:55", "sv", .plain, nil), ("1:02:55", "", .plain, nil), ("1:02:55", "eng", .plain, nil),
        ] as [(String, String, Durations.Context, String?)])
    func spoken(_ text: String, _ language: String, _ context: Durations.Context, _ words: String?) {
        #expect(WordTables.lexicons[language].flatMap { Durations.spoken(text, in: $0, context: context) } == words)
    }

    @Test(
        "T3: every number from 0 to 99 has one name of its own in each language",
        arguments: ["en", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru"])
    func numbers(_ language: String) throws {
        for position in 0..<2 {
            let lexicon = try #require(WordTables.lexicons[language])
            let texts = (0..<100).map { position == 0 ? "\($0):00:00" : "\($0):00" }
            let names = try texts.map { try #require(Durations.spoken($0, in: lexicon, context: .timer)) }
            #expect(Set(names).count == 100)
            #expect(names.allSatisfy { name in !name.contains { $0.isNumber } && !name.contains("  ") })
        }
    }

    @Test(
        "T3: a label that names a duration, in the language or English",
        arguments: [
            ("Duration", "en", true), ("Time remaining", "en-us", true), ("Elapsed", "de", true), ("TIMER", "en", true),
            ("Stopwatch", "en", true),
            ("Time", "en", false), ("Alarm", "en", false), ("Timers", "en", false), ("Dauer", "en", false), ("Dauer", "de", true),
            ("Verbleibende Zeit", "de", true), ("Gesamtdauer:", "de-at", true), ("Dauerauftrag", "de", false), ("Verstrichen", "de", true),
            ("Duración", "es", true), ("Tiempo transcurrido", "es", true), ("Durée", "fr", true), ("Temps restant", "fr", true),
            ("Temps écoulé", "fr", true), ("Restaurant", "fr", false), ("remaining", "it", true), ("", "en", false),
            ("Position", "en", true), ("Time left", "en", true), ("Length", "en", true), ("Call", "en", true), ("Current call", "en", true),
            ("Next call", "en", false), ("Missed calls", "en", false), ("Länge", "de", true), ("Anruf", "de", true),
            ("Letzter Anruf", "de", false),
            ("Posición", "es", true), ("Осталось", "ru", true), ("経過時間", "ja", true), ("開始時間", "ja", false),
            ("Tempo trascorso", "it", true), ("Ristorante", "it", false), ("Speelduur", "nl", true),
            ("Czas trwania", "pl", true), ("Pozostało", "pl", true), ("Chamada atual", "pt", true), ("Próxima chamada", "pt", false),
            ("Llamada", "es", true), ("Appel en cours", "fr", true), ("Prochain appel", "fr", false),
        ])
    func names(_ label: String, _ language: String, _ isDuration: Bool) {
        let lexicons = [language, "en"].compactMap { WordTables.lexicons[$0] }
        #expect(Durations.names(label, in: lexicons) == isDuration)
    }
}
