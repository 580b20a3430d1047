/// The kinds of characters in a text that matter for reading. Examines each scalar once, so that most texts need no further work.
struct TextFindings: Equatable {
    /// Whether the text has only white space and invisible marks.
    var isBlank = true
    /// Whether the text has letters, digits or emoji, which are spoken at any level of punctuation (T8).
    var hasWords = false
    /// Whether the text may have a duration, a repetition or another script (T3, T4, T9), a number with a sign or groups (T15), signs and
    /// emoji with their own words (T16 to T18), an escape sequence (T19), or a date (T20).
    var mayNeedReading = false

    /// Whether the text has a word that is long enough for a long token (T21).
    var hasLongWord = false

    init() {}

    init(_ text: String) {
        var previous: Unicode.Scalar = " "
        var repeated = 0
        var emoji = 0
        var hasDigit = false
        var hasMark = false
        var length = 0
        for scalar in text.unicodeScalars {
            length = scalar == " " || scalar == "\n" ? 0 : length + 1
            if length == LongTokens.shortest { hasLongWord = true }
            repeated = scalar == previous ? repeated + 1 : 1
            if scalar.value > 0x20, scalar.value < 0x7F {
                isBlank = false
                switch scalar {
                case "0"..."9":
                    hasWords = true
                    hasDigit = true
                case "a"..."z", "A"..."Z":
                    hasWords = true
                    if previous.isDigit { mayNeedReading = true }
                case "-", "'", "_", ":", ".", "/", "<": hasMark = true
                case ">":
                    hasMark = true
                    if previous == "-" { mayNeedReading = true }
                default: break
                }
                if repeated == Repetition.fewestSymbols { mayNeedReading = true }
            } else if scalar == "\u{1B}" {
                mayNeedReading = true
            } else if scalar.value >= 0x7F {
                look(at: scalar, after: previous, repeated: repeated, &emoji)
            }
            previous = scalar
        }
        // Numbers with signs or groups, times, dates, and numbers after an abbreviation.
        if hasDigit, hasMark { mayNeedReading = true }
    }

    private mutating func look(at scalar: Unicode.Scalar, after previous: Unicode.Scalar, repeated: Int, _ emoji: inout Int) {
        let properties = scalar.properties
        if properties.isAlphabetic {
            (isBlank, hasWords) = (false, true)
        } else if scalar.isEmoji {
            (isBlank, hasWords) = (false, true)
            emoji += 1
            if emoji == Repetition.fewestEmoji { mayNeedReading = true }
        } else if properties.numericType != nil {
            (isBlank, hasWords) = (false, true)
        } else if !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint, properties.generalCategory != .control {
            isBlank = false
        }
        switch scalar {
        case "\u{2212}", "№", "°", "º": mayNeedReading = true
        case "’", "\u{A0}", "\u{202F}", "\u{2009}": if previous.isDigit { mayNeedReading = true }
        case "\u{2013}": if previous.isDigit || !previous.isASCII || previous == "%" || previous == "$" { mayNeedReading = true }
        case EmojiSequences.joiner: if emoji > 0 { mayNeedReading = true }
        case "\u{2610}"..."\u{2612}", "\u{2713}"..."\u{2718}": mayNeedReading = true
        default: if Signs.arrows.contains(scalar) { mayNeedReading = true }
        }
        if previous == "-", properties.generalCategory == .currencySymbol { mayNeedReading = true }
        if repeated == Repetition.fewestSymbols || Script(scalar) != nil { mayNeedReading = true }
    }

    mutating func add(_ other: TextFindings) {
        isBlank = isBlank && other.isBlank
        hasWords = hasWords || other.hasWords
        mayNeedReading = mayNeedReading || other.mayNeedReading
        hasLongWord = hasLongWord || other.hasLongWord
    }
}
