/// T16: emoji that consist of several emoji, in the form for which eSpeak NG has a name.
///
/// eSpeak NG 1.51 reads joined emoji without a name as one word, and leaves out the last word of each: "red fire" for a heart on fire. Its
/// names are CLDR's, for emoji without style and skin tone.
enum EmojiSequences {
    static func edits(in text: [Unicode.Scalar]) -> [TracedText.Edit] {
        var edits: [TracedText.Edit] = []
        var index = 0
        while index < text.count {
            guard text[index].isEmoji else {
                index += 1
                continue
            }
            // Leave out accents and other marks that may follow.
            let emoji = Repetition.emoji(at: index, in: text).prefix { $0.isEmoji || $0.isStyle || $0 == joiner }
            if emoji.contains(joiner) {
                let words = spoken(emoji)
                if !words.elementsEqual(emoji) {
                    edits.append(TracedText.Edit(range: emoji.indices, text: String(String.UnicodeScalarView(words))))
                }
            }
            index += emoji.count
        }
        return edits
    }

    /// Returns the parts, joined if they have a common name and otherwise separate, then the skin tones.
    private static func spoken(_ emoji: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let tones = emoji.filter { (0x1F3FB...0x1F3FF).contains($0.value) }
        let parts = emoji.filter { !tones.contains($0) && $0 != joiner && !$0.isStyle }
        let between = hasName(parts) ? joiner : " "
        return Array(parts.map { [$0] }.joined(separator: [between])) + tones.flatMap { [" ", $0] }
    }

    /// Returns whether eSpeak NG 1.51 has a name for parts joined together (measured).
    private static func hasName(_ parts: [Unicode.Scalar]) -> Bool {
        guard let first = parts.first, let last = parts.last else { return false }
        if parts.count == 2, last == "♀" || last == "♂" { return true }
        if ["🏳🌈", "🏴☠", "👁🗨"].contains(where: { $0.unicodeScalars.elementsEqual(parts) }) { return true }
        // Families, couples and professions.
        return (first == "👨" || first == "👩") && parts.dropFirst().allSatisfy(besidePeople.contains)
    }

    private static let besidePeople = Set("👨👩👧👦❤💋⚕⚖✈🌾🍳🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒".unicodeScalars)
    static let joiner: Unicode.Scalar = "\u{200D}"
}

extension Unicode.Scalar {
    /// Whether the scalar selects the style of the emoji before it.
    var isStyle: Bool { value == 0xFE0E || value == 0xFE0F }
}
