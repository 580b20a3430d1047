import Testing

extension ReadingTests {
    @Test(
        "T20: dates in running text, by the language's order",
        arguments: [
            ("on 2020-12-05.", "en", "on December 5, 2020."), ("2020/12/05 ok", "en", "December 5, 2020 ok"),
            ("2024-01-31 12:30:45", "en", "January 31, 2024 twelve 30 and forty five seconds"),
            ("at 2024-01-31T14:05:10.123Z up", "en", "at January 31, 2024, fourteen oh 5 and ten seconds UTC up"),
            ("01/02/2023", "en", "January 2, 2023"), ("01/02/2023", "en-us", "January 2, 2023"),
            ("01/02/2023", "en-gb", "February 1, 2023"),
            ("13/02/2023", "en-us", "February 13, 2023"), ("02/13/2023", "en-gb", "February 13, 2023"),
            ("32/01/2023", "en", "32/01/2023"), ("2020-13-05", "en", "2020-13-05"), ("1.2.2023", "en", "1.2.2023"),
            ("v2020-12-05", "en", "v2020-12-05"), ("2020-12-05-3", "en", "2020-12-05-3"), ("/2020-12-05/x", "en", "/2020-12-05/x"),
            ("log-2020-12-05.txt", "en", "log-2020-12-05.txt"), ("2020-12-05Tx", "en", "2020-12-05Tx"), ("1/2/2023/4", "en", "1/2/2023/4"),
            ("10.12.2020.1", "de", "10.12.2020.1"), ("0999-12-05", "en", "0999-12-05"),
            ("30/02/2020", "en", "30/02/2020"), ("29/02/2020", "en", "February 29, 2020"), ("01/02/2023", "en-us-nyc", "January 2, 2023"),
            ("2020-12-05T14:05:01+0130", "en", "December 5, 2020, fourteen oh 5 and one second UTC+1:30"),
            ("2020-12-05T14:00:00-08:00", "en", "December 5, 2020, fourteen hundred UTC-8"),
            ("Kernel 6.12.1043", "de", "Kernel 6.12.1043"), ("05.12.2020 г.", "ru", "пятое декабря 2020 года"),
            ("05.12.2020 года был", "ru", "пятое декабря 2020 года был"), ("05.12.2020 год", "ru", "пятое декабря 2020 года год"),
            ("see `2020-12-05` on 2020-12-05", "en", "see `2020-12-05` on December 5, 2020"),
            ("it`s 2020-12-05", "en", "it`s December 5, 2020"),
            ("am 3.12.2020", "de", "am 3. dezember 2020"), ("am 3. Mai", "de", "am 3. mai"), ("Saal 3. Maier", "de", "Saal 3. Maier"),
            ("le 01/02/2023", "fr", "le 1er février 2023"), ("2020-12-05", "fr", "5 décembre 2020"),
            ("el 2020-12-05", "es", "el 5 de diciembre de 2020"), ("2020-12-01", "it", "primo dicembre 2020"),
            ("05-12-2020", "nl", "5 december 2020"), ("05-12-2020", "en", "05-12-2020"), ("5.12.2020", "pl", "piąty grudnia 2020"),
            ("05/12/2020", "pt", "5 de dezembro de 2020"), ("05.12.2020", "ru", "пятое декабря 2020 года"),
            ("2020/12/20", "ja", "2020ねんじゅうにがつはつか"),
        ])
    func dates(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test(
        "T15, T17: number signs and their abbreviations, wrong endings, and comparisons of numbers",
        arguments: [
            ("see No. 5", "en", "see number 5"), ("№ 5, №7, №", "en", "number 5, number 7, number"), ("no. 5 is", "en", "no. 5 is"),
            ("Any? No. 3 files failed", "en", "Any? No. 3 files failed"), ("No. 5", "en", "No. 5"), ("nº 5", "it", "numero 5"),
            ("Nº 5", "pt", "número 5"),
            ("x=-5 (-.5) 5*-3", "en", "x=minus 5 (minus .5) 5*minus 3"), ("1_000.txt", "en", "1_000.txt"),
            ("I said no.", "en", "I said no."), ("No 5", "en", "No 5"), ("Casino. 5 left", "en", "Casino. 5 left"), ("No.", "en", "No."),
            ("Nr. 5 ist", "de", "Nummer 5 ist"), ("Nr.5", "de", "Nummer 5"), ("n° 5", "fr", "numéro 5"), ("n.º 5", "es", "número 5"),
            ("№ 5", "ru", "номер 5"),
            ("1nd 3th 11rd 12st", "en", "1 nd 3 th 11 rd 12st"),
            ("1st 2nd 3rd 4th 11th 112th 21st", "en", "1st 2nd 3rd 4th 11th 112th 21st"),
            ("2th", "de", "2th"), ("IPv6 TLSv1.2 iPv6 v6", "en", "IP v6 TLS v1.2 iPv6 v6"), ("5 < 6", "en", "5 less than 6"),
            ("if x > -5", "en", "if x greater than minus 5"), ("a < b", "en", "a < b"),
            ("File > 2020 > Photos", "en", "File > 2020 > Photos"), ("cmd 2 > file", "en", "cmd 2 > file"),
            ("ls > 2020.log", "en", "ls > 2020.log"),
            ("`5 < 6` is", "en", "`5 < 6` is"), ("errors 5 > 3!", "en", "errors 5 greater than 3!"),
            ("File > Open", "en", "File > Open"), ("> 5 lines", "en", "> 5 lines"), ("5 << 6", "en", "5 << 6"), ("<5>", "en", "<5>"),
            ("90 % > 80 %", "de", "90 % größer als 80 %"),
        ])
    func numberSigns(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }
}
