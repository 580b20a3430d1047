/// A symbol with a name in the tables of words (T4, T8, T18).
struct Symbol: Sendable {
    /// The symbol's word, in the form for its number.
    let word: Words.Key
    /// Whether eSpeak NG 1.51 is silent for a single symbol at every level of punctuation (measured).
    let isSilent: Bool
    /// Whether the symbol is also named in a text with words (T18).
    let isAlwaysNamed: Bool

    /// Creates the symbol for a character; nil if the character has no name.
    init?(_ scalar: Unicode.Scalar) {
        let known =
            switch scalar.value {
            case 0x2500...0x257F: Self.all["\u{2500}"]  // box drawing: lines and corners
            case 0x2800...0x28FF: Self.all["\u{2800}"]  // Braille (T13)
            default: Self.all[scalar]
            }
        guard let known else { return nil }
        self = known
    }

    private init(_ word: Words.Key, isSilent: Bool = false, isAlwaysNamed: Bool = false) {
        self.word = word
        self.isSilent = isSilent
        self.isAlwaysNamed = isAlwaysNamed
    }

    private static let all: [Unicode.Scalar: Symbol] = {
        var all: [Unicode.Scalar: Symbol] = [:]
        for (characters, word) in spoken { for scalar in characters.unicodeScalars { all[scalar] = Symbol(word) } }
        for (characters, word) in silent { for scalar in characters.unicodeScalars { all[scalar] = Symbol(word, isSilent: true) } }
        for (characters, word) in signs {
            for scalar in characters.unicodeScalars { all[scalar] = Symbol(word, isSilent: true, isAlwaysNamed: true) }
        }
        return all
    }()

    /// The symbols that eSpeak NG itself names when all punctuation marks are named.
    private static let spoken: [(String, Words.Key)] = [
        ("-‐‑‒–—―−", .symbolsDash), ("=", .symbolsEqualsSign), ("*", .symbolsAsterisk), ("_", .symbolsUnderscore), (".․", .symbolsDot),
        ("#", .symbolsHash), ("~", .symbolsTilde), ("+", .symbolsPlus), ("•‣·", .symbolsBullet), ("!", .symbolsExclamationMark),
        ("?", .symbolsQuestionMark), (",", .symbolsComma), (";", .symbolsSemicolon), (":", .symbolsColon), ("/", .symbolsSlash),
        ("\\", .symbolsBackslash), ("|", .symbolsVerticalBar), ("<", .symbolsLessThan), (">", .symbolsGreaterThan), ("^", .symbolsCaret),
        ("`", .symbolsBacktick), ("'’", .symbolsApostrophe), ("\"", .symbolsQuote), ("$", .symbolsDollarSign), ("%", .symbolsPercentSign),
        ("&", .symbolsAmpersand), ("@", .symbolsAtSign), ("(", .symbolsLeftParenthesis), (")", .symbolsRightParenthesis),
    ]

    /// Check boxes and check marks, which have a meaning in any text. eSpeak NG is silent for most of them.
    private static let signs: [(String, Words.Key)] = [
        ("☐", .symbolsEmptyBox), ("☑", .symbolsCheckedBox), ("☒", .symbolsCrossedBox), ("✓✔", .symbolsCheckMark),
        ("✗✘✕✖", .symbolsCross),
    ]

    /// The symbols that eSpeak NG doesn't name in English, German, Spanish and French.
    private static let silent: [(String, Words.Key)] = [
        ("★✦✭✯⭑", .symbolsStar), ("☆✧⭒", .symbolsEmptyStar), ("\u{2500}⎯‾¯", .symbolsLine), ("█▉▊▋▌▍▎▏▓▒▇▆▅▄▃▂▁▀", .symbolsBlock),
        ("░", .symbolsLightBlock), ("●⬤", .symbolsCircle), ("■", .symbolsSquare), ("○◯◦", .symbolsEmptyCircle), ("□▢", .symbolsEmptySquare),
        ("◆❖", .symbolsDiamond), ("◇◊", .symbolsEmptyDiamond), ("▲△▴▵", .symbolsTriangleUp), ("▼▽▾▿", .symbolsTriangleDown),
        ("\u{2800}", .symbolsBraille), ("♪♫♩♬", .symbolsNote),
    ]
}
