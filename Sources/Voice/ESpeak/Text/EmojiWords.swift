/// T11: makes each emoji a separate word, and keeps the two halves of a flag together. Within a word, eSpeak NG 1.51 copies an emoji's name
/// into a 40-byte buffer, and reads a heart with emoji style as "red"; as a separate word, it reads "red heart".
struct EmojiWords {
    private enum Last { case nothing, other, halfFlag, emoji }
    private var last = Last.nothing

    /// Returns whether white space belongs before `scalar`, which is not white space itself.
    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        let before = last
        let isHalfFlag = (0x1F1E6...0x1F1FF).contains(scalar.value)
        last = isHalfFlag ? (before == .halfFlag ? .emoji : .halfFlag) : scalar.isEmoji ? .emoji : .other
        return switch before {
        case .nothing: false
        case .other: last != .other
        case .halfFlag: !isHalfFlag
        case .emoji: true
        }
    }

    /// Returns whether `scalar` belongs to the preceding emoji without being an emoji itself: a style, a joiner, or the letters of a
    /// region's flag.
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
        guard last == .emoji || last == .halfFlag else { return false }
        return switch scalar.value {
        case 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is one of the symbols for which eSpeak NG has emoji names in some language.
    var isEmoji: Bool { !isASCII && properties.isEmoji }
}
