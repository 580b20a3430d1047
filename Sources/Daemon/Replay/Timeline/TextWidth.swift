/// Estimates the width of text. The reader's font is unknown, so a wide font is assumed: text that fits here fits in practice.
enum TextWidth {
    /// - Parameter size: The font size, in pixels.
    static func of(_ text: some StringProtocol, size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1) } * size
    }

    /// Returns as much of `text` as fits in `width`, with an ellipsis if it is shortened.
    static func truncated(_ text: String, to width: Double, size: Double) -> String {
        // Allow for rounding errors of the sum.
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

    /// Returns the width relative to the font size, measured on DejaVu Sans and Verdana.
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
