/// The substitutes for sounds that a voice lacks: the first alternative for which the voice has all sounds. Each alternative keeps the
/// number of syllables, and none drops a sound. A place of articulation is replaced by the next one, rounding before height; a sound
/// without a neighbour becomes two sounds.
enum NearEquivalents {
    static let table: [(sound: String, alternatives: [String])] = [
        // r
        ("ɹ", ["r", "ɾ", "ʁ"]), ("r", ["ɾ", "ɹ", "ʁ"]), ("ɾ", ["r", "ɹ", "d"]), ("ʁ", ["ʀ", "r", "ɹ"]), ("ʀ", ["ʁ", "r", "ɹ"]),
        ("ɻ", ["ɹ", "r"]),
        ("ɽ", ["ɾ", "r", "ɹ"]), ("ɺ", ["ɾ", "l"]),
        // fricatives and approximants
        ("β", ["v", "b"]), ("ɸ", ["f"]), ("ʋ", ["v", "w"]), ("ʍ", ["hw", "w"]), ("θ", ["s"]), ("ð", ["z", "d"]), ("ɕ", ["ʃ"]), ("ʑ", ["ʒ"]),
        ("ʂ", ["ʃ"]),
        ("ʐ", ["ʒ"]), ("ʒ", ["ʃ"]), ("ɬ", ["ʃl", "l"]), ("ɮ", ["ʒl", "l"]), ("ç", ["x", "ʃ", "hj"]), ("ʝ", ["j"]), ("x", ["χ", "h", "k"]),
        ("χ", ["x", "h", "k"]),
        ("ɣ", ["ɡ"]), ("ɰ", ["ɣ", "w"]), ("ħ", ["h", "x"]), ("ɦ", ["h"]), ("ʕ", ["ʔ"]), ("h", ["x", "χ"]),

        ("ɥ", ["j", "w"]), ("ɫ", ["l"]), ("ɭ", ["l"]), ("ʎ", ["lj"]), ("ʟ", ["l"]), ("ɧ", ["ʃ", "x"]),
        // stops and nasals
        ("ʈ", ["t"]), ("ɖ", ["d"]), ("c", ["kj", "k"]), ("ɟ", ["ɡj", "ɡ"]), ("q", ["k"]), ("ɢ", ["ɡ"]), ("ɓ", ["b"]), ("ɗ", ["d"]),
        ("ɠ", ["ɡ"]), ("ɱ", ["m"]),
        ("ɳ", ["n"]), ("ɲ", ["nj"]), ("ɴ", ["ŋ"]), ("ŋ", ["nɡ", "n"]),
        ("m̩", ["əm"]), ("n̩", ["ən"]), ("ŋ̍", ["əŋ"]), ("l̩", ["əl"]), ("ɫ̩", ["əl"]), ("r̩", ["ər"]), ("ɹ̩", ["əɹ", "ər"]),
        // vowels
        ("i", ["ɪ"]), ("ɪ", ["i"]), ("y", ["ʏ", "i"]), ("ʏ", ["y", "ɪ", "i"]), ("ɨ", ["ɪ", "i"]), ("ᵻ", ["ɪ", "i"]), ("ʉ", ["u", "y"]),
        ("ɯ", ["ɨ", "u"]),
        ("u", ["ʊ"]), ("ʊ", ["u"]), ("ᵿ", ["ʊ", "u"]), ("e", ["ɛ"]), ("ɛ", ["e"]), ("ø", ["œ", "ə", "e"]), ("œ", ["ø", "ɛ", "e"]),
        ("ɶ", ["œ", "a"]),
        ("ɘ", ["ə"]), ("ə", ["ɐ", "ɛ", "e"]), ("ɵ", ["ə", "ø", "o"]), ("ɜ", ["ə", "ɛ", "e"]), ("ɞ", ["ɜ", "ə", "e"]),
        ("ɤ", ["ʌ", "ə", "o"]),
        ("ʌ", ["ɐ", "a"]), ("ɐ", ["ʌ", "ə", "a"]), ("o", ["ɔ"]), ("ɔ", ["o"]), ("æ", ["a", "ɛ"]), ("a", ["ɑ", "æ", "ɐ"]),
        ("ɑ", ["a", "ɒ"]),
        ("ɒ", ["ɔ", "ɑ", "a"]), ("ɚ", ["əɹ", "ər"]), ("ɝ", ["ɜːɹ", "əɹ", "ɜr", "ər"]), ("oʊ", ["əʊ", "ou"]), ("əʊ", ["oʊ"]),
        ("ɔʏ", ["ɔø", "ɔɪ"]),
        ("ɔɪ", ["ɔʏ"]),
        // separate marks after a sound: rhotic, palatal, nasal
        ("˞", ["ɹ", "r"]), ("ʲ", ["j"]), ("\u{303}", ["ŋ", "n"]), ("ʷ", ["w"]),
    ]

    /// Marks that may be omitted if the voice has no such variant of a sound: they describe how a sound is made, not which sound it is. No
    /// tones.
    static let details = Set<Unicode.Scalar>(
        "ʰʱˠˤʼˑⁿˡ\u{329}\u{30D}\u{325}\u{30A}\u{32C}\u{339}\u{31C}\u{31F}\u{320}\u{308}\u{33D}\u{324}\u{330}\u{33C}\u{32A}\u{33A}\u{33B}\u{334}\u{31D}\u{31E}\u{318}\u{319}\u{31A}\u{306}"
            .unicodeScalars)
}
