/// How wide texts are on paper. Nobody knows the reader's font, so this is a wide one's: what fits by it fits.
enum TextWidth {
    /// - Parameter size: the font's, in pixels.
    static func of(_ text: some StringProtocol, size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size
    }

    /// As much of `text` as is no wider than `width`, with an ellipsis if something is missing.
    static func truncated(_ text: String, to width: Double, size: Double) -> String {
        // What is as wide as it may be, but for the rounding of sums, fits.
        if of(text, size: size) <= width + 0.01 { return text }
        var rest = width - of("…", size: size)
        var kept = ""
        for character in text {
            rest -= Self.width(of: character) * size
            if rest < 0 { break }
            kept.append(character)
        }
        return kept.isEmpty ? "" : kept + "…"
    }

    /// In parts of the font's size; measured on DejaVu Sans and Verdana.
    private static func width(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.count > 1, scalar.properties.isEmoji { return 1.4 }
        switch character {
        case "i", "j", "l", "I", "|", "'", ".", ",", ":", ";", "!", " ": return 0.4
        case "f", "t", "r", "(", ")", "[", "]", "-", "/", "\"": return 0.46
        case "m", "w", "M", "W", "@", "%", "…", "—", "Q", "O", "G": return 1.0
        default: break
        }
        if scalar.value >= 0x1100 { return scalar.properties.isEmojiPresentation ? 1.4 : 1.05 }
        return character.isUppercase || character.isNumber ? 0.72 : 0.66
    }
}
