import Messages

/// The names of symbols that occur many times (T4), or that the synthesizer can't name (T8).
struct SymbolNames: Sendable {
    struct Name: Sendable, Equatable {
        var one: String
        var many: String
        /// Whether eSpeak NG 1.51 is silent for a single one at every level of punctuation (measured).
        var isSilent: Bool
        /// Whether it is named in a text with words too (T18).
        var isAlwaysNamed = false
    }

    /// The word after the number of emoji: "3 times".
    let times: String
    private let names: [Unicode.Scalar: Name]

    /// Returns the name of `scalar`; nil if it has none.
    func name(of scalar: Unicode.Scalar) -> Name? {
        switch scalar.value {
        case 0x2500...0x257F: names["\u{2500}"]  // box drawing: lines and corners
        case 0x2800...0x28FF: names["\u{2800}"]  // Braille (T13)
        default: names[scalar]
        }
    }

    /// Returns the names for a language tag; nil if its language has none.
    static func of(_ language: String) -> SymbolNames? {
        switch LanguageTag(language).base {
        case "en": english
        case "de": german
        case "es": spanish
        case "fr": french
        default: nil
        }
    }

    private static let english = SymbolNames(times: "times", column: 0)
    private static let german = SymbolNames(times: "mal", column: 1)
    private static let spanish = SymbolNames(times: "veces", column: 2)
    private static let french = SymbolNames(times: "fois", column: 3)

    private init(times: String, column: Int) {
        self.times = times
        var names: [Unicode.Scalar: Name] = [:]
        for row in Self.spoken {
            for scalar in row.symbols.unicodeScalars { names[scalar] = Name(one: "", many: row.names[column], isSilent: false) }
        }
        for row in Self.silent {
            let forms = row.names[column].split(separator: "|").map(String.init)
            for scalar in row.symbols.unicodeScalars { names[scalar] = Name(one: forms[0], many: forms[1], isSilent: true) }
        }
        for row in Self.boxes {
            let forms = row.names[column].split(separator: "|").map(String.init)
            for scalar in row.symbols.unicodeScalars {
                names[scalar] = Name(one: forms[0], many: forms[1], isSilent: true, isAlwaysNamed: true)
            }
        }
        self.names = names
    }

    private typealias Row = (symbols: String, names: [String])

    /// Symbols that eSpeak NG names itself when all marks are named, so only the plural is needed. English, German, Spanish, French.
    private static let spoken: [Row] = [
        ("-‐‑‒–—―−", ["dashes", "Striche", "guiones", "tirets"]),
        ("=", ["equals signs", "Gleichheitszeichen", "signos igual", "signes égal"]),
        ("*", ["stars", "Sterne", "asteriscos", "astérisques"]),
        ("_", ["underscores", "Unterstriche", "guiones bajos", "tirets bas"]),
        (".․", ["dots", "Punkte", "puntos", "points"]),
        ("#", ["hashes", "Rauten", "almohadillas", "dièses"]),
        ("~", ["tildes", "Tilden", "virgulillas", "tildes"]),
        ("+", ["pluses", "Pluszeichen", "signos más", "signes plus"]),
        ("•‣·", ["bullets", "Aufzählungspunkte", "viñetas", "puces"]),
        ("!", ["exclamation marks", "Ausrufezeichen", "signos de exclamación", "points d'exclamation"]),
        ("?", ["question marks", "Fragezeichen", "signos de interrogación", "points d'interrogation"]),
        (",", ["commas", "Kommas", "comas", "virgules"]), (";", ["semicolons", "Semikolons", "puntos y coma", "points-virgules"]),
        (":", ["colons", "Doppelpunkte", "dos puntos", "deux-points"]),
        ("/", ["slashes", "Schrägstriche", "barras", "barres obliques"]),
        ("\\", ["backslashes", "umgekehrte Schrägstriche", "barras invertidas", "barres obliques inversées"]),
        ("|", ["vertical bars", "senkrechte Striche", "barras verticales", "barres verticales"]),
        ("<", ["less-than signs", "Kleinerzeichen", "signos menor que", "signes inférieur"]),
        (">", ["greater-than signs", "Größerzeichen", "signos mayor que", "signes supérieur"]),
        ("^", ["carets", "Zirkumflexe", "circunflejos", "accents circonflexes"]),
        ("`", ["backticks", "Gravis", "acentos graves", "accents graves"]),
        ("'’", ["apostrophes", "Apostrophe", "apóstrofos", "apostrophes"]),
        ("\"", ["quotes", "Anführungszeichen", "comillas", "guillemets"]),
        ("$", ["dollar signs", "Dollarzeichen", "signos de dólar", "signes dollar"]),
        ("%", ["percent signs", "Prozentzeichen", "signos de porcentaje", "signes pour cent"]),
        ("&", ["ampersands", "Und-Zeichen", "signos et", "esperluettes"]),
        ("@", ["at signs", "At-Zeichen", "arrobas", "arobases"]),
        ("(", ["left parentheses", "Klammern auf", "paréntesis izquierdos", "parenthèses ouvrantes"]),
        (")", ["right parentheses", "Klammern zu", "paréntesis derechos", "parenthèses fermantes"]),
    ]

    /// Check boxes drawn with symbols, which mean something in any text. eSpeak NG is silent for two of them.
    private static let boxes: [Row] = [
        ("☐", ["empty box|empty boxes", "leeres Kästchen|leere Kästchen", "casilla vacía|casillas vacías", "case vide|cases vides"]),
        (
            "☑",
            [
                "checked box|checked boxes", "angekreuztes Kästchen|angekreuzte Kästchen", "casilla marcada|casillas marcadas",
                "case cochée|cases cochées",
            ]
        ),
        (
            "☒",
            [
                "crossed box|crossed boxes", "durchgekreuztes Kästchen|durchgekreuzte Kästchen", "casilla tachada|casillas tachadas",
                "case barrée|cases barrées",
            ]
        ),
    ]

    /// Symbols that it doesn't name in all of these languages: a singular too, for a text of only symbols.
    private static let silent: [Row] = [
        ("★✦✭✯⭑", ["star|stars", "Stern|Sterne", "estrella|estrellas", "étoile|étoiles"]),
        ("☆✧⭒", ["empty star|empty stars", "leerer Stern|leere Sterne", "estrella vacía|estrellas vacías", "étoile vide|étoiles vides"]),
        ("\u{2500}⎯‾¯", ["line|lines", "Linie|Linien", "línea|líneas", "ligne|lignes"]),
        ("█▉▊▋▌▍▎▏▓▒▇▆▅▄▃▂▁▀", ["block|blocks", "Block|Blöcke", "bloque|bloques", "bloc|blocs"]),
        ("░", ["light block|light blocks", "heller Block|helle Blöcke", "bloque claro|bloques claros", "bloc clair|blocs clairs"]),
        ("●⬤", ["circle|circles", "Kreis|Kreise", "círculo|círculos", "cercle|cercles"]),
        ("■", ["square|squares", "Quadrat|Quadrate", "cuadrado|cuadrados", "carré|carrés"]),
        ("○◯◦", ["empty circle|empty circles", "leerer Kreis|leere Kreise", "círculo vacío|círculos vacíos", "cercle vide|cercles vides"]),
        (
            "□▢",
            [
                "empty square|empty squares", "leeres Quadrat|leere Quadrate",
                "cuadrado vacío|cuadrados vacíos", "carré vide|carrés vides",
            ]
        ),
        ("◆❖", ["diamond|diamonds", "Raute|Rauten", "rombo|rombos", "losange|losanges"]),
        ("◇◊", ["empty diamond|empty diamonds", "leere Raute|leere Rauten", "rombo vacío|rombos vacíos", "losange vide|losanges vides"]),
        (
            "▲△▴▵",
            [
                "triangle up|triangles up", "Dreieck nach oben|Dreiecke nach oben",
                "triángulo hacia arriba|triángulos hacia arriba", "triangle vers le haut|triangles vers le haut",
            ]
        ),
        (
            "▼▽▾▿",
            [
                "triangle down|triangles down", "Dreieck nach unten|Dreiecke nach unten",
                "triángulo hacia abajo|triángulos hacia abajo", "triangle vers le bas|triangles vers le bas",
            ]
        ),
        ("✓", ["check mark|check marks", "Häkchen|Häkchen", "marca de verificación|marcas de verificación", "coche|coches"]),
        ("✗✘", ["cross|crosses", "Kreuz|Kreuze", "cruz|cruces", "croix|croix"]),
        (
            "\u{2800}",
            [
                "Braille pattern|Braille patterns", "Braillezeichen|Braillezeichen", "signo braille|signos braille",
                "signe braille|signes braille",
            ]
        ),
        ("♪♫♩♬", ["note|notes", "Note|Noten", "nota|notas", "note|notes"]),
    ]
}
