/// T11: each emoji is a word of its own, a flag's two halves together. Within a word eSpeak NG 1.51 copies its name into a buffer of 40, and
/// says "red" of a heart with an emoji's style; by itself, it says "red heart".
struct EmojiWords {
    private enum Last { case nothing, other, halfFlag, emoji }
    private var last = Last.nothing

    /// Returns whether white space belongs before `scalar`, which is none itself.
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

    /// Whether `scalar` belongs to the emoji before it without being one: its style, a joiner, the letters of a region's flag.
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
        guard last == .emoji || last == .halfFlag else { return false }
        return switch scalar.value {
        case 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is one of the symbols for which eSpeak NG has emoji's names, in some language.
    var isEmoji: Bool { !isASCII && properties.isEmoji }
}
