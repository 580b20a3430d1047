import Testing

extension ReadingTests {
    @Test(
        "T3: durations with units in running text, as programs print them",
        arguments: [
            ("took 2m 10s", "en", "took two minutes and ten seconds"), ("Finished in 3.45s", "en", "Finished in 3.45 seconds"),
            ("1h2m", "en", "one hour and two minutes"), ("(1h 2m 3s)", "en", "(one hour, two minutes, and three seconds)"),
            ("2m10.5s.", "en", "two minutes and 10.5 seconds."), ("took 12s", "en", "took twelve seconds"),
            ("Elapsed: 5s", "en", "Elapsed: five seconds"), ("real\t0m3.120s", "en", "real\t3.12 seconds"),
            ("the 90s", "en", "the 90s"), ("5m", "en", "5m"), ("10s", "en", "10s"), ("2m 10 files", "en", "2m 10 files"),
            ("took 1:05 hours", "en", "took one hour and five minutes"), ("1:05 min. later", "en", "one minute and five seconds later"),
            ("1:05:30 hours.", "en", "one hour, five minutes, and thirty seconds."), ("1:05 houses", "en", "1:05 houses"),
            ("in 1:30", "en", "in one minute and thirty seconds"), ("eta 0:09", "en", "eta nine seconds"),
            ("time left 0:09", "en", "time left nine seconds"),
            ("noch 1:23 Std. übrig", "de", "noch eine Stunde und dreiundzwanzig Minuten übrig"),
            ("dauerte 1:23 h", "de", "dauerte eine Stunde und dreiundzwanzig Minuten"),
            ("um 14:30 h", "de", "um vierzehn Uhr 30"), ("à 14:30 h", "fr", "à quatorze heures trente"),
            ("10s 2m", "en", "10s 2m"), ("250ms", "en", "250 milliseconds"), ("in 1s 5ms", "en", "in one second and five milliseconds"),
            ("12.5ms", "en", "12.5 milliseconds"), ("5ms 1s", "en", "five milliseconds 1s"),
            ("90ms 20ms", "en", "ninety milliseconds twenty milliseconds"),
            ("1h 2m 3s 4ms", "en", "one hour, two minutes, three seconds, and four milliseconds"), ("5ms/10ms", "en", "5ms/10ms"),
            ("00:00:12,345 --> 00:01:00,5", "en", "12.345 seconds to one minute and 0.5 seconds"), ("5m 5m", "en", "5m 5m"),
            ("x2m 10s", "en", "x2m 10s"),
            ("1.2.3s", "en", "1.2.3s"), ("3.4m", "en", "3.4m"), ("5.0s", "en", "5.0s"), ("took 5,000s", "en", "took 5,000s"),
            ("2m 10sx", "en", "2m 10sx"),
            ("Fertig in 3,5s", "de", "Fertig in 3,5 Sekunden"), ("2м 10с", "ru", "две минуты десять секунд"),
        ])
    func durationsWithUnits(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test(
        "T14: times of day in running text, unless words say that they are durations",
        arguments: [
            ("[14:05:10] Backup finished", "en", "[fourteen oh 5 and ten seconds] Backup finished"),
            ("started 09:15:00", "en", "started nine 15"), ("12:30:00 UTC", "en", "twelve 30 UTC"), ("at 12:00", "en", "at twelve o'clock"),
            ("from 10:05 to 11:00", "en", "from ten oh 5 to eleven o'clock"), ("23:59:59", "en", "twenty three 59 and fifty nine seconds"),
            ("00:00:10", "en", "zero hundred and ten seconds"), ("9:30 PM", "en", "nine 30 PM"), ("2:00 p.m.", "en", "two p.m."),
            ("took 00:10:00", "en", "took ten minutes"), ("Duration 00:10:00", "en", "Duration ten minutes"),
            ("Elapsed: 01:02:03", "en", "Elapsed: one hour, two minutes, and three seconds"),
            ("01:00:00 left", "en", "one hour left"), ("24:00:00", "en", "twenty four hours"), ("Lap 1:05", "en", "Lap 1:05"),
            ("00:05", "en", "00:05"), ("12:30", "en", "12:30"), ("16:9", "en", "16:9"),
            ("Start um 14:05:10", "de", "Start um vierzehn Uhr 5 und zehn Sekunden"), ("um 14:30 Uhr.", "de", "um vierzehn Uhr 30."),
            ("Dauer 00:10:00", "de", "Dauer zehn Minuten"), ("à 14:00 h", "fr", "à quatorze heures"),
            ("om 09:15:00", "nl", "om negen uur 15"),
        ])
    func timesOfDay(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }
}
