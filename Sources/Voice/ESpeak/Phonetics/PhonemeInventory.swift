/// The inverse of a voice's phoneme names in the International Phonetic Alphabet: finds phonemes for a sound (T12).
///
/// The names come from eSpeak NG itself, for each phoneme alone and between others, because a phoneme sounds different in other positions
/// (German `b` is [p] at the end of a word, American `t` [ɾ] between vowels). So each sound has two answers: the phoneme that the
/// language's words have in that position, and the phoneme that is certain to sound like that.
struct PhonemeInventory {
    /// How to speak a sound.
    struct Pronunciation: Equatable {
        var phonemes: [Phoneme]
        /// eSpeak NG's name for the phonemes.
        var sounds: String
        var isNearEquivalent = false
    }

    struct Phoneme: Hashable {
        var mnemonic: Mnemonic
        /// Whether the sound carries the stress of its syllable.
        var isVowel: Bool
    }

    private(set) var usual: [String: Pronunciation] = [:]
    private(set) var certain: [String: Pronunciation] = [:]
    /// The largest number of scalars in a key.
    private(set) var longest = 0

    /// Queries eSpeak NG for each mnemonic in its current voice: about 2,000 calls, 15 ms.
    init(of library: borrowing Library, mnemonics: [Mnemonic]) {
        var findings: [Finding] = []
        library.askingForPhonemes {
            // If phonemes were read as text, the answer would be much longer.
            guard library.sounds(of: PhonemeText((.t, nil), (.a, .primary))).map(\.count) == [2] else { return }
            for (order, mnemonic) in mnemonics.enumerated() { findings += Self.findings(mnemonic, order, library) }
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

    /// Adds substitutes for the sounds that the voice lacks; see ``NearEquivalents``.
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
    /// eSpeak NG's name for a phoneme in one position.
    private struct Finding {
        var sounds: String
        var phoneme: Phoneme
        /// 0 in the position where the phoneme is most typical; higher where its neighbours change it.
        var place: Int
        /// The mnemonic's position among all mnemonics.
        var order: Int

        var pronunciation: Pronunciation { Pronunciation(phonemes: [phoneme], sounds: sounds) }

        private var name: String { phoneme.mnemonic.name }
        private var marks: Int { name.utf8.count { !(0x41...0x5A).contains($0) && !(0x61...0x7A).contains($0) } }
        private var difference: Int { abs(name.utf8.count - sounds.unicodeScalars.count) }

        /// Names made of plain letters, as many as the sound has, are a language's usual phonemes; digits and marks denote variants.
        var unusualness: [Int] { [difference > 1 ? 1 : 0, marks, difference, place, order] }
        var uncertainty: [Int] { [place, difference, marks, order] }
    }

    /// Returns a phoneme's names alone, and in the positions that change phonemes most.
    private static func findings(_ mnemonic: Mnemonic, _ order: Int, _ library: borrowing Library) -> [Finding] {
        guard let alone = library.sounds(of: PhonemeText((mnemonic, .primary))).first, alone.count == 1 else {
            // None: the voice does not have the phoneme. Two or more: the mnemonic is read as several phonemes.
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
            let words = library.sounds(of: place.text)
            guard words.count == 1, words[0].count == place.count else { return nil }
            let sounds = PhoneticText.sounds(String(words[0][place.index]))
            guard !sounds.isEmpty else { return nil }
            return Finding(sounds: sounds, phoneme: Phoneme(mnemonic: mnemonic, isVowel: isVowel), place: min(rank, 1), order: order)
        }
    }
}
