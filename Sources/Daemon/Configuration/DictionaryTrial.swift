import Narration

/// Tries a dictionary's regular expressions on texts on which a badly written expression is slow.
package enum DictionaryTrial {
    /// How many times a letter is repeated: more often than in most texts, but not so often that quadratic time causes a warning.
    private static let repetitions = 200
    /// Letters that match what a pattern does not spell out, such as `\w+` or `.*`.
    private static let usualLetters: [Character] = ["a", "1", " "]
    private static let mostLetters = 12

    /// Returns a warning for each entry that the daemon would turn off on such a text (T2).
    package static func warnings(about configuration: Configuration) -> [String] {
        configuration.narration.dictionary.entries.compactMap { entry in
            guard case .regex(let source) = entry.find, let letter = letter(thatDelays: source) else { return nil }
            let example = String(repeating: letter, count: 8)
            return
                "\(entry.place ?? ""): warning: \"\(source)\" takes too long in a text such as \"\(example)…\", and would be turned off then"
        }
    }

    private static func letter(thatDelays source: String) -> Character? {
        guard let pattern = try? PCREPattern(source) else { return nil }
        var letters = usualLetters
        for character in source where (character.isLetter || character.isNumber) && !letters.contains(character) {
            letters.append(character)
        }
        return letters.prefix(mostLetters).first { letter in
            // The repeated letters match almost to the end. The pattern's own letters follow, so that no required letter is missing.
            var steps = PronunciationDictionary.stepsPerSearch
            return (try? pattern.ranges(in: Array("\(String(repeating: letter, count: repetitions))\n\(source)".utf8), steps: &steps))
                == nil
        }
    }
}
