/// Finds a letter, or a letter's mark, after a hyphen that does not directly follow a certainly audible character, as in `"-a`. eSpeak NG
/// 1.51 begins no word there, and its Vietnamese, Hindi and other voices look for the word's beginning outside their memory.
struct SilentHyphen {
    private var last: Unicode.Scalar?
    /// The scalar before the most recent hyphens.
    private var anchor: Unicode.Scalar?

    /// Returns whether `scalar`, the next in a word, is a letter that needs white space before it.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        let before = anchor
        if scalar != "-" { anchor = nil } else if anchor == nil { anchor = last }
        last = scalar
        guard let before, scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark else { return false }
        return !Self.bears(before, scalar)
    }

    /// Returns whether `before` is audible if `after` is: Latin letters are audible to every voice, other scripts to the same voices.
    private static func bears(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        guard before.isLetterOrNumber else { return false }
        return before.value < 0x250 || before.value >> 7 == after.value >> 7 || min(before.value, after.value) >= 0x2E80
    }
}

extension Unicode.Scalar {
    /// Whether this is not a mark, and every known voice speaks it before a symbol.
    var isSurelyAudible: Bool {
        switch value {
        case ...0x1400, 0x2070...0x218F, 0x3040...0x9FFF, 0xAC00...0xD7A3: isLetterOrNumber
        default: false
        }
    }

    fileprivate var isLetterOrNumber: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}
