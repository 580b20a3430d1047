import Messages
import Narration
import Testing

@Suite struct TimeAndNumberTests {
    private static func value(_ value: String, _ language: String, _ kind: Element.ValueKind) -> String {
        let element = Element(label: "A", value: value, valueKind: kind)
        let text = Describing.describer(language).describe(element).text
        return String(text.dropFirst(text.hasPrefix("A、") ? 2 : 3).dropLast())
    }

    @Test(
        "T14: a time of day as people say it",
        arguments: [
            ("14:05", "en", "fourteen oh 5"), ("14:30", "en", "fourteen 30"), ("14:00", "en", "fourteen hundred"),
            ("9:00", "en", "nine o'clock"),
            ("09:00 AM", "en", "nine AM"), ("9:05 PM", "en", "nine oh 5 PM"), ("00:00", "en", "zero hundred"),
            ("14:05:30", "en", "fourteen oh 5 and thirty seconds"), ("14:05:00", "en", "fourteen oh 5"),
            ("14:05", "de", "vierzehn Uhr 5"), ("1:00 Uhr", "de", "ein Uhr"), ("21:30", "es", "veintiuna y 30"), ("1:00", "es", "una hora"),
            ("14:21", "fr", "quatorze heures vingt et une"), ("1:00", "fr", "une heure"), ("1:05", "fr", "une heure cinq"),
            ("1:00 PM", "es", "una PM"), ("14:00", "it", "ore quattordici"), ("1:05", "it", "una e 5"), ("14:05", "nl", "veertien uur 5"),
            ("14:05", "pl", "czternasta zero 5"), ("22:30", "pl", "dwudziesta druga 30"), ("9:00", "pl", "godzina dziewiąta"),
            ("1:00", "pt", "uma hora"), ("22:30:10", "pt", "vinte e duas e 30 e dez segundos"),
            ("14:05", "ru", "четырнадцать часов пять минут"), ("21:22", "ru", "двадцать один час двадцать две минуты"),
            ("1:00", "ru", "один час"), ("9:10", "ja", "くじじゅっぷん"), ("19:00", "ja", "じゅうくじ"), ("14:05", "sv", "14:05"),
            ("25:00", "en", "25:00"), ("14:5", "en", "14:5"), ("14:60", "en", "14:60"), ("14", "en", "14"),
            ("14:05 tomorrow", "en", "14:05 tomorrow"), ("14:05 16:00", "en", "14:05 16:00"), ("", "en", ""), (":05", "en", ":05"),
        ])
    func times(_ text: String, _ language: String, _ spoken: String) {
        guard !text.isEmpty else { return }
        #expect(Self.value(text, language, .time) == spoken)
    }

    @Test(
        "T15: a number with its sign, without group marks, with the language's decimal mark",
        arguments: [
            ("5", "en", "5"), ("-5", "en", "−5"), ("+5", "en", "+5"), ("−5", "de", "−5"), ("1,234,567", "en", "1234567"),
            ("1,234.5", "en", "1234.5"), ("1.234,5", "de", "1234,5"), ("12.5", "de", "12,5"), ("12,5", "en", "12.5"),
            ("1,234", "en", "1234"),
            ("1.234", "de", "1234"), ("1.234", "en", "1.234"), ("1 234 567", "en", "1234567"), ("1'234'567.5", "de", "1234567,5"),
            ("1\u{202F}234,5 m", "fr", "1234,5 m"), ("007", "en", "007"), ("12.5", "sv", "12.5"), ("1.234", "ja", "1てん234"),
            ("1,234", "ja", "1234"),
            ("12.5", "ru", "12,5"), ("1.234,5", "pl", "1234,5"),
            ("12.5", "nl", "12,5"), ("1.2.3", "en", "1.2.3"),
            ("1,2,3", "en", "1,2,3"), ("5 of 6", "en", "5 of 6"), ("1,234,56", "en", "1,234,56"), ("many", "en", "many"), ("-", "en", "-"),
        ])
    func numbers(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.value(text, language, .number) == spoken)
    }
}
