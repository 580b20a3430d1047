/// T11, a scalar at a time: what may reach the synthesizer, and where a space must come first.
struct WordGuard {
    /// Longest word in characters, and the most apostrophes in one: eSpeak NG 1.51 aborts on `s'` repeated 100 times.
    static let longestWord = 100
    static let mostApostrophes = 10
    /// Most letters with a full stop each in a row, as in "U.S.A." or "a. b. c.": eSpeak NG takes them for one abbreviation, across spaces
    /// too, and aborts on 85. A new line ends that, and is no pause.
    static let mostDottedLetters = 20

    /// Whether spaces are wanted.
    private let splitsWords: Bool
    private var length = 0
    private var apostrophes = 0
    /// Whether a symbol has just been, its modifiers included.
    private var isAfterSymbol = false
    private var dottedLetters = DottedLetters()

    init(splitsWords: Bool) {
        self.splitsWords = splitsWords
    }

    /// - Returns: what stands for `scalar`, and the white space that must come before it, if any.
    mutating func pass(_ scalar: Unicode.Scalar) -> (harmless: Unicode.Scalar, separator: Unicode.Scalar?) {
        let endsAbbreviation = dottedLetters.count(scalar) >= Self.mostDottedLetters
        if let white = Self.whiteSpace(for: scalar) {
            (length, apostrophes, isAfterSymbol) = (0, 0, false)
            return (white, nil)
        }
        let isApostrophe = scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2BC}"
        length += 1
        if isApostrophe { apostrophes += 1 }
        let joinsSymbols = followsSymbol(scalar)
        guard splitsWords else { return (scalar, nil) }
        if endsAbbreviation {
            dottedLetters = DottedLetters()
            _ = dottedLetters.count(scalar)
        } else if length <= Self.longestWord, apostrophes <= Self.mostApostrophes, !joinsSymbols {
            return (scalar, nil)
        }
        (length, apostrophes) = (1, isApostrophe ? 1 : 0)
        return (scalar, endsAbbreviation ? "\n" : " ")
    }

    /// New lines and tabs stay, since blank lines are pauses; control characters become spaces (eSpeak NG takes commands in them).
    private static func whiteSpace(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A: scalar
        case ...0x20, 0x7F...0x9F: " "
        case ...0x7F: nil
        case 0x2028, 0x2029: "\n"  // a line's and a paragraph's separator
        default: scalar.properties.isWhitespace ? scalar : nil
        }
    }

    /// Whether `scalar` is a symbol right after another. Measured: 8 of 40 random runs of 25 symbols end eSpeak NG 1.51 in its Hindi voice
    /// and none with spaces in between. Parts of one emoji stay together.
    private mutating func followsSymbol(_ scalar: Unicode.Scalar) -> Bool {
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
        case .modifierSymbol, .nonspacingMark, .enclosingMark:  // the colour of skin, the emoji's style
            return false
        default:  // a joiner among them
            isAfterSymbol = false
            return false
        }
    }
}

/// Counts letters that have a full stop each.
private struct DottedLetters {
    private enum Last { case other, letter, word, stop }
    private var last = Last.other
    private var number = 0

    /// - Returns: how many there are in a row when a further letter begins, else 0.
    mutating func count(_ scalar: Unicode.Scalar) -> Int {
        if scalar == "." {
            number = last == .letter ? number + 1 : 0
            last = .stop
        } else if scalar.properties.isAlphabetic {
            last = last == .letter || last == .word ? .word : .letter
            return last == .letter ? number : 0
        } else if scalar.properties.isWhitespace {
            if last != .stop { number = 0 }
        } else {
            (last, number) = (.other, 0)
        }
        return 0
    }
}
