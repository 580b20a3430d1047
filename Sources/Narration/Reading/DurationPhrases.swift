import Messages

/// The words of a language around its durations, which tell them from times of day (T3).
struct DurationPhrases: Sendable {
    /// Words in a label that say that its value is a duration, in lower case, beside ``DurationWords/labels``.
    let labels: [String]
    /// Whole labels that say so, of which a single word would not: "Next call" has a time of day.
    let wholeLabels: Set<String>
    /// The words between what has passed and the whole, the spoken one first: "0:30 of 3:45".
    let of: [String]
    /// Words directly before a duration in a text: "completed in 00:10".
    let before: Set<String>
    /// Words directly after one: "2:30 left".
    let after: Set<String>
    /// Words before a time that make one of those a verb: "the 5:30 left on time".
    var determiners: Set<String> = []
    /// The mark before tenths of a second.
    let decimalMark: String

    static func of(_ language: String) -> DurationPhrases? { byLanguage[LanguageTag(language).base] }

    static let english = DurationPhrases(
        labels: ["position", "left", "length", "lap", "uptime", "runtime"],
        wholeLabels: ["call", "current call", "active call", "ongoing call"],
        of: ["of"], before: ["in", "within", "took", "takes", "lasted", "lasts", "elapsed", "remaining", "duration"],
        after: ["elapsed", "remaining", "left", "long"], determiners: ["the", "this", "that", "my", "your", "our", "his", "her", "their"],
        decimalMark: ".")

    private static let byLanguage = [
        "en": english,
        "de": DurationPhrases(
            labels: ["position", "*länge", "übrig", "runde"], wholeLabels: ["anruf", "gespräch", "aktueller anruf", "laufendes gespräch"],
            of: ["von"], before: ["in", "binnen", "dauerte", "dauert", "noch"],
            after: ["verstrichen", "vergangen", "verbleibend", "verbleiben", "übrig", "lang"], decimalMark: ","),
        "es": DurationPhrases(
            labels: ["posición", "posicion", "queda", "quedan", "longitud", "vuelta"],
            wholeLabels: ["llamada", "llamada en curso", "llamada actual"], of: ["de"],
            before: ["en", "durante", "duró", "dura", "quedan"], after: ["transcurridos", "transcurridas", "restante", "restantes"],
            decimalMark: ","),
        "fr": DurationPhrases(
            labels: ["position", "reste", "longueur", "tour"], wholeLabels: ["appel", "appel en cours"], of: ["sur", "de"],
            before: ["en", "pendant", "durée", "reste"],
            after: ["écoulée", "écoulées", "écoulé", "écoulés", "restant", "restante", "restantes", "restants"], decimalMark: ","),
    ]
}
