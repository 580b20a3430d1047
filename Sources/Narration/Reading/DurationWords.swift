import Messages

/// The words with which a language counts hours, minutes and seconds (T3).
struct DurationWords: Sendable {
    enum Unit: Int { case hour, minute, second }

    /// Words in a label that say that its value is a duration, in lower case; an asterisk at one end matches anything.
    let labels: [String]
    let minus: String
    /// One hour, one minute, one second.
    let one: [String]
    /// The plural names of the units.
    let many: [String]
    /// Whether zero takes the singular: French "zéro seconde".
    let zeroIsSingular: Bool
    /// The conjunction before the last of two parts, and of three.
    let and: (two: String, three: String)
    /// All written forms of each unit, in lower case: "h", "hr", "hours".
    let units: [[String]]
    /// Returns the words for a number from 0 to 99 before a unit. Greater numbers are left to the synthesizer as digits.
    let number: @Sendable (_ number: Int, _ unit: Unit) -> String

    func unit(_ word: String) -> Unit? {
        units.firstIndex { $0.contains(word) }.flatMap(Unit.init)
    }

    /// Returns, for example, "two minutes and ten seconds". Zero parts are omitted, except the last if all are zero.
    /// - Parameter decimalMark: The mark before tenths of a second.
    func sentence(_ amounts: Durations.Amounts, decimalMark: String = ".") -> String {
        let written = [(amounts.hours, Unit.hour), (amounts.minutes, .minute), (amounts.seconds, .second)].compactMap { number, unit in
            number.map { ($0, unit) }
        }
        func hasFraction(_ unit: Unit) -> Bool { unit == .second && !amounts.fraction.isEmpty }
        let counted = written.filter { $0.0 != 0 || hasFraction($0.1) }
        let parts = (counted.isEmpty ? written.suffix(1) : counted).map { number, unit in
            hasFraction(unit) ? seconds("\(number)\(decimalMark)\(amounts.fraction)", whole: number) : part(number, unit)
        }
        switch parts.count {
        case 3: return parts[0] + ", " + parts[1] + and.three + parts[2]
        case 2: return parts[0] + and.two + parts[1]
        default: return parts.joined()
        }
    }

    /// Returns seconds with their tenths, which the synthesizer reads: "12.5 seconds".
    private func seconds(_ digits: String, whole: Int) -> String {
        // Where zero takes the singular, all below two does: "1,5 seconde".
        digits + " " + (zeroIsSingular && whole < 2 ? singular(.second) : many[Unit.second.rawValue])
    }

    private func singular(_ unit: Unit) -> String { one[unit.rawValue].split(separator: " ").last.map(String.init) ?? "" }

    private func part(_ amount: Int, _ unit: Unit) -> String {
        if amount == 1 { return one[unit.rawValue] }
        let name = amount == 0 && zeroIsSingular ? singular(unit) : many[unit.rawValue]
        return (amount < 100 ? number(amount, unit) : "\(amount)") + " " + name
    }

    /// Returns the words for a language tag; nil if its language has none.
    static func of(_ language: String) -> DurationWords? {
        switch LanguageTag(language).base {
        case "en": english
        case "de": german
        case "es": spanish
        case "fr": french
        default: nil
        }
    }
}

extension DurationWords {
    private static let englishSmall = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let englishTens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    static let english = DurationWords(
        labels: ["duration", "elapsed", "remaining", "timer", "stopwatch"], minus: "minus",
        one: ["one hour", "one minute", "one second"], many: ["hours", "minutes", "seconds"], zeroIsSingular: false,
        and: (" and ", ", and "),
        units: [
            ["h", "hr", "hrs", "hour", "hours"], ["m", "min", "mins", "minute", "minutes"], ["s", "sec", "secs", "second", "seconds"],
        ]
    ) { number, _ in
        if number < 20 { return englishSmall[number] }
        return number % 10 == 0 ? englishTens[number / 10] : englishTens[number / 10] + " " + englishSmall[number % 10]
    }

    private static let germanSmall = [
        "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn",
        "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
    ]
    private static let germanTens = ["", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]

    static let german = DurationWords(
        labels: [
            "*dauer", "*laufzeit", "restzeit", "spielzeit", "verstrichen*", "vergangen*", "verbleibend*", "stoppuhr", "countdown",
        ],
        minus: "minus",
        one: ["eine Stunde", "eine Minute", "eine Sekunde"], many: ["Stunden", "Minuten", "Sekunden"], zeroIsSingular: false,
        and: (" und ", " und "),
        units: [
            ["h", "std", "stunde", "stunden"], ["m", "min", "minute", "minuten"], ["s", "sec", "sek", "sekunde", "sekunden"],
        ]
    ) { number, _ in
        if number < 20 { return germanSmall[number] }
        return number % 10 == 0 ? germanTens[number / 10] : germanSmall[number % 10] + "und" + germanTens[number / 10]
    }

    private static let spanishSmall = [
        "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce",
        "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés",
        "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve",
    ]
    private static let spanishTens = ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]

    static let spanish = DurationWords(
        labels: ["duración", "duracion", "transcurrid*", "restante", "restantes", "temporizador", "cronómetro", "cronometro"],
        minus: "menos",
        one: ["una hora", "un minuto", "un segundo"], many: ["horas", "minutos", "segundos"], zeroIsSingular: false,
        and: (" y ", " y "),
        units: [["h", "hora", "horas"], ["m", "min", "minuto", "minutos"], ["s", "seg", "segundo", "segundos"]]
    ) { number, unit in
        // Before a noun "uno" agrees in gender: veintiún minutos, veintiuna horas.
        if number == 21 { return unit == .hour ? "veintiuna" : "veintiún" }
        if number < 30 { return spanishSmall[number] }
        let digit = number % 10 == 1 ? (unit == .hour ? "una" : "un") : spanishSmall[number % 10]
        return number % 10 == 0 ? spanishTens[number / 10] : spanishTens[number / 10] + " y " + digit
    }

    private static let frenchSmall = [
        "zéro", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize", "quatorze",
        "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
    ]
    private static let frenchTens = [
        "", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt",
    ]

    static let french = DurationWords(
        labels: ["durée", "duree", "écoulé*", "ecoule*", "restant*", "minuteur", "minuterie", "chronomètre", "chronometre"], minus: "moins",
        one: ["une heure", "une minute", "une seconde"], many: ["heures", "minutes", "secondes"], zeroIsSingular: true,
        and: (" et ", " et "),
        units: [["h", "heure", "heures"], ["m", "min", "mn", "minute", "minutes"], ["s", "sec", "seconde", "secondes"]]
    ) { number, _ in
        if number < 20 { return frenchSmall[number] }
        if number == 80 { return "quatre-vingts" }
        // 70 and 90 continue from 60 and 80: soixante-dix, quatre-vingt-onze.
        let rest = number - (number / 10 == 7 || number / 10 == 9 ? number / 10 * 10 - 10 : number / 10 * 10)
        if rest == 0 { return frenchTens[number / 10] }
        let joins = number < 80 && (rest == 1 || rest == 11)
        return frenchTens[number / 10] + (joins ? " et " : "-") + frenchSmall[rest]
    }
}
