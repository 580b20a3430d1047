/// What a voice's phonemes are called in the International Phonetic Alphabet, turned around: how to have a sound spoken (T12).
///
/// eSpeak NG itself says the name of each, alone and between others: for a phoneme sounds otherwise in other places (German `b` is [p] at a
/// word's end, American `t` [ɾ] between vowels). So there are two answers to what stands for a sound: the phoneme that its language's words
/// have there, and the one that sounds so for certain.
struct PhonemeInventory {
    /// How a sound is spoken.
    struct Pronunciation: Equatable {
        var phonemes: [Phoneme]
        /// What eSpeak NG calls that.
        var sounds: String
        var isNearEquivalent = false
    }

    struct Phoneme: Hashable {
        var mnemonic: Mnemonic
        /// Whether a syllable's stress is told at it.
        var isVowel: Bool
    }

    private(set) var usual: [String: Pronunciation] = [:]
    private(set) var certain: [String: Pronunciation] = [:]
    /// The most scalars of a key.
    private(set) var longest = 0

    /// Asks eSpeak NG about each mnemonic as its present voice has it: some 2,000 questions, 15 ms.
    init(of synthesizer: borrowing Synthesizer, mnemonics: [Mnemonic]) {
        var findings: [Finding] = []
        synthesizer.askingForPhonemes {
            // Whoever takes phonemes for text says much more of it.
            guard synthesizer.sounds(of: PhonemeText((.t, nil), (.a, .primary))).map(\.count) == [2] else { return }
            for (order, mnemonic) in mnemonics.enumerated() { findings += Self.findings(mnemonic, order, synthesizer) }
        }
        for finding in findings {
            Self.keep(finding, in: &bestUsual, by: \.unusualness)
            Self.keep(finding, in: &bestCertain, by: \.uncertainty)
        }
        usual = bestUsual.mapValues(\.pronunciation)
        certain = bestCertain.mapValues(\.pronunciation)
        (bestUsual, bestCertain) = ([:], [:])
        longest = usual.keys.lazy.map(\.unicodeScalars.count).max() ?? 0
        addNearEquivalents()
    }

    private var bestUsual: [String: Finding] = [:]
    private var bestCertain: [String: Finding] = [:]

    private static func keep(_ finding: Finding, in best: inout [String: Finding], by rank: (Finding) -> [Int]) {
        if let known = best[finding.sounds], !rank(finding).lexicographicallyPrecedes(rank(known)) { return }
        best[finding.sounds] = finding
    }

    /// What the voice lacks is said by what it has, if anything near; see ``NearEquivalents``.
    private mutating func addNearEquivalents() {
        let own = self
        for (sound, alternatives) in NearEquivalents.table {
            let key = PhoneticText.sounds(sound)
            for table in [\PhonemeInventory.usual, \.certain] where own[keyPath: table][key] == nil {
                for alternative in alternatives {
                    guard let word = PhoneticText(alternative).words.first,
                        let pieces = own.pieces(of: word, in: own[keyPath: table])?.map(\.pronunciation),
                        pieces.allSatisfy({ !$0.isNearEquivalent })
                    else { continue }
                    self[keyPath: table][key] = Pronunciation(
                        phonemes: pieces.flatMap(\.phonemes), sounds: pieces.map(\.sounds).joined(), isNearEquivalent: true)
                    longest = max(longest, key.unicodeScalars.count)
                    break
                }
            }
        }
    }
}

extension PhonemeInventory {
    /// That a phoneme was called so in one place.
    private struct Finding {
        var sounds: String
        var phoneme: Phoneme
        /// 0: where it is most itself; higher, where its neighbours change it.
        var place: Int
        /// Among all mnemonics.
        var order: Int

        var pronunciation: Pronunciation { Pronunciation(phonemes: [phoneme], sounds: sounds) }

        private var name: String { phoneme.mnemonic.name }
        private var marks: Int { name.utf8.count { !(0x41...0x5A).contains($0) && !(0x61...0x7A).contains($0) } }
        private var difference: Int { abs(name.utf8.count - sounds.unicodeScalars.count) }

        /// Plain letters, as many as the sound has, are a language's usual phonemes; digits and marks tell variants.
        var unusualness: [Int] { [difference > 1 ? 1 : 0, marks, difference, place, order] }
        var uncertainty: [Int] { [place, difference, marks, order] }
    }

    /// What a phoneme is called alone, and in the places that change one most.
    private static func findings(_ mnemonic: Mnemonic, _ order: Int, _ synthesizer: borrowing Synthesizer) -> [Finding] {
        guard let alone = synthesizer.sounds(of: PhonemeText((mnemonic, .primary))).first, alone.count == 1 else {
            // Nothing: the voice does not have it. Two and more: it is read as others.
            return []
        }
        let isVowel = alone[0].first == "ˈ" || alone[0].first == "ˌ"
        let places: [(text: PhonemeText, count: Int, index: Int)] =
            isVowel
            ? [
                (PhonemeText((mnemonic, .primary)), 1, 0), (PhonemeText((mnemonic, nil), (.t, nil), (.a, .primary)), 3, 0),
                (PhonemeText((.a, .primary), (.t, nil), (mnemonic, nil)), 3, 2),
            ]
            : [
                (PhonemeText((mnemonic, nil), (.a, .primary)), 2, 0), (PhonemeText((.a, .primary), (mnemonic, nil), (.schwa, nil)), 3, 1),
                (PhonemeText((.a, .primary), (mnemonic, nil), (.t, nil)), 3, 1), (PhonemeText((.a, .primary), (mnemonic, nil)), 2, 1),
            ]
        return places.enumerated().compactMap { rank, place in
            let words = synthesizer.sounds(of: place.text)
            guard words.count == 1, words[0].count == place.count else { return nil }
            let sounds = PhoneticText.sounds(String(words[0][place.index]))
            guard !sounds.isEmpty else { return nil }
            return Finding(sounds: sounds, phoneme: Phoneme(mnemonic: mnemonic, isVowel: isVowel), place: min(rank, 1), order: order)
        }
    }
}
