/// Phoneme input for eSpeak NG: its own mnemonics in double brackets, and nothing else.
struct PhonemeText: Equatable {
    enum Stress: String { case secondary = ",", primary = "'" }

    struct Phoneme: Equatable {
        var mnemonic: Mnemonic
        /// The stress of the syllable whose vowel this is.
        var stress: Stress?
    }

    /// The maximum number of phonemes in a word. eSpeak NG 1.51 crashes on 190 in one pair of brackets, and never on 150 (measured).
    static let longestWord = 40

    /// The text with its markup.
    let markup: String

    /// Splits words longer than ``longestWord``.
    init(words: [[Phoneme]]) {
        var parts: [String] = []
        for word in words {
            for start in stride(from: 0, to: word.count, by: Self.longestWord) {
                let names = word[start..<min(start + Self.longestWord, word.count)].map { ($0.stress?.rawValue ?? "") + $0.mnemonic.name }
                parts.append("[[" + names.joined(separator: "|") + "]]")
            }
        }
        markup = parts.joined(separator: " ")
    }

    init(_ phonemes: (Mnemonic, Stress?)...) {
        self.init(words: [phonemes.map { Phoneme(mnemonic: $0.0, stress: $0.1) }])
    }
}
