/// T11, one scalar at a time: decides which scalars may reach the synthesizer, and where to insert a space.
struct WordGuard {
    /// The longest word in characters: eSpeak NG 1.51 aborts on `s'` repeated 100 times.
    static let longestWord = 100
    /// The longest word in UTF-8 bytes: eSpeak NG's word buffers have 160, including the marks at both ends.
    static let longestWordBytes = 150
    /// The maximum number of consecutive letters with a full stop each, as in "U.S.A." or "a. b. c.". eSpeak NG reads them as one
    /// abbreviation, even across spaces, and aborts on 85. A new line ends an abbreviation without a pause.
    static let mostDottedLetters = 20

    /// Whether to insert spaces.
    private let splitsWords: Bool
    private let limits: TextLimits
    private var length = 0
    private var bytes = 0
    private var apostrophes = 0
    /// Whether the previous scalar is a symbol or modifies one.
    private var isAfterSymbol = false
    private var dottedLetters = DottedLetters()
    private var hyphen = SilentHyphen()
    private var emoji = EmojiWords()
    private var marks: LoneMarks
    private var equal = EqualMarks()
    private var number: LongNumber

    init(splitsWords: Bool, limits: TextLimits) {
        self.splitsWords = splitsWords
        self.limits = limits
        marks = LoneMarks(readsLeadingPoint: limits.readsLeadingPoint)
        number = LongNumber(mostDigits: limits.mostDigits)
    }

    /// Processes the next scalar.
    /// - Parameter joinsEmoji: whether `scalar` is a further part of an emoji that is spoken whole.
    /// - Returns: the replacement for `scalar`, and the white space to insert before it, if any.
    mutating func pass(_ scalar: Unicode.Scalar, joinsEmoji: Bool = false) -> (harmless: Unicode.Scalar, separator: Unicode.Scalar?) {
        if joinsEmoji { return (scalar, nil) }
        let scalar = scalar.isDanda && !limits.readsDanda ? "." : scalar == "©" && !limits.readsCopyright ? "c" : scalar
        let isApostrophe = scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2BC}"
        let endsNumber = number.pass(scalar)
        let endsAbbreviation = dottedLetters.count(scalar) >= Self.mostDottedLetters
        let isSilent = isSilent(scalar) || isApostrophe && !limits.bearsApostrophes
        if let white = Self.whiteSpace(for: scalar) ?? (splitsWords && isSilent ? " " : nil) {
            hyphen = SilentHyphen()
            emoji = EmojiWords()
            marks = LoneMarks(readsLeadingPoint: limits.readsLeadingPoint)
            equal = EqualMarks()
            (length, bytes, apostrophes, isAfterSymbol) = (0, 0, 0, false)
            return (white, nil)
        }
        length += 1
        bytes += UTF8.width(scalar)
        if isApostrophe { apostrophes += 1 }
        let joinsSymbols = passSymbol(scalar)
        let isLone = !limits.joinsMarks && marks.pass(scalar)
        let isEqual = equal.pass(scalar) && limits.namesMarks
        let isApart = emoji.pass(scalar) || isLone || isEqual
        let followsHyphen = hyphen.pass(scalar)
        guard splitsWords else { return (scalar, nil) }
        if endsAbbreviation {
            dottedLetters = DottedLetters()
            _ = dottedLetters.count(scalar)
        } else if length <= Self.longestWord, bytes <= Self.longestWordBytes, apostrophes <= limits.mostApostrophes, !joinsSymbols,
            !isApart,
            !followsHyphen, !endsNumber
        {
            return (scalar, nil)
        }
        (length, bytes, apostrophes) = (1, UTF8.width(scalar), isApostrophe ? 1 : 0)
        return (scalar, endsAbbreviation || endsNumber ? "\n" : " ")
    }

    /// Returns the white space that replaces `scalar`, if any. New lines and tabs stay, because blank lines are pauses; control characters
    /// become spaces, because eSpeak NG interprets some of them as commands.
    private static func whiteSpace(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A: scalar
        case ...0x20, 0x7F...0x9F: " "
        case ...0x7F: nil
        case 0x2028, 0x2029: "\n"  // line and paragraph separators
        default: scalar.properties.isWhitespace ? scalar : nil
        }
    }

    /// Returns whether `scalar` would be silent as a separate word: Braille (T13), or a part of an emoji that is not an emoji itself.
    private func isSilent(_ scalar: Unicode.Scalar) -> Bool {
        BrailleDots(scalar) != nil || emoji.isPart(scalar) || !limits.readsArmenianMarks && Self.armenianMarks.contains(scalar.value)
    }

    private static let armenianMarks: ClosedRange<UInt32> = 0x55A...0x55F

    /// Passes a scalar, and returns whether it is a symbol directly after another. Measured: 8 of 40 random runs of 25 symbols crash eSpeak
    /// NG 1.51 in its Hindi voice, and none with spaces between the symbols.
    private mutating func passSymbol(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            isAfterSymbol = false
            return false
        }
        switch scalar.properties.generalCategory {
        case .otherSymbol where (0x1F1E6...0x1F1FF).contains(scalar.value):  // half of a flag
            isAfterSymbol = false
            return false
        case .otherSymbol:
            defer { isAfterSymbol = true }
            return isAfterSymbol
        case .modifierSymbol, .nonspacingMark, .enclosingMark:  // a skin tone, the emoji style
            return false
        default:  // including a joiner
            isAfterSymbol = false
            return false
        }
    }
}
