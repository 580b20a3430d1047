extension PhonemeInventory {
    /// One pronunciation within a word.
    struct Piece: Equatable {
        /// The position in the word.
        var start: Int
        var pronunciation: Pronunciation
    }

    /// Returns phonemes that sound as `notation` specifies, or as close to it as the voice can; nil if part of it can't be spoken.
    func phonemes(for notation: String, asking library: borrowing Library) -> PhonemeText? {
        let text = PhoneticText(notation)
        guard let (phonemes, sounds) = translate(text, by: usual) else { return nil }
        // Ask eSpeak NG whether the language's usual phonemes sound as wanted in these positions.
        let said = library.askingForPhonemes { library.sounds(of: phonemes) }
        if PhoneticText.sounds(said.joined().joined()) == sounds { return phonemes }
        return translate(text, by: certain)?.phonemes
    }

    private func translate(_ text: PhoneticText, by table: [String: Pronunciation]) -> (phonemes: PhonemeText, sounds: String)? {
        var words: [[PhonemeText.Phoneme]] = []
        var sounds = ""
        for word in text.words {
            guard let pieces = pieces(of: word, in: table) else { return nil }
            var phonemes: [PhonemeText.Phoneme] = []
            // The IPA marks the beginning of a stressed syllable; eSpeak NG marks its vowel.
            var stress: PhonemeText.Stress?
            for piece in pieces {
                if let mark = word.stress[piece.start] { stress = mark }
                for phoneme in piece.pronunciation.phonemes {
                    phonemes.append(.init(mnemonic: phoneme.mnemonic, stress: phoneme.isVowel ? stress : nil))
                    if phoneme.isVowel { stress = nil }
                }
                sounds += piece.pronunciation.sounds
            }
            words.append(phonemes)
        }
        return words.isEmpty ? nil : (PhonemeText(words: words), sounds)
    }

    /// Returns the cheapest way to assemble a word; nil if there is none.
    func pieces(of word: PhoneticText.Word, in table: [String: Pronunciation]) -> [Piece]? {
        let scalars = word.scalars
        var best = [(cost: Int, piece: Piece, end: Int)?](repeating: nil, count: scalars.count)
        /// Returns the cost of the rest of the word from `place` on.
        func cost(from place: Int) -> Int? { place == scalars.count ? 0 : best[place]?.cost }
        for start in scalars.indices.reversed() {
            func consider(_ pronunciation: Pronunciation, to end: Int, _ own: Int) {
                guard let rest = cost(from: end) else { return }
                if let known = best[start], known.cost <= own + rest { return }
                best[start] = (own + rest, Piece(start: start, pronunciation: pronunciation), end)
            }
            var key = ""
            for end in start + 1..<min(start + max(longest, 1), scalars.count) + 1 {
                key.unicodeScalars.append(scalars[end - 1])
                // No sound crosses a syllable boundary.
                if end - 1 > start, word.stress[end - 1] != nil || word.breaks.contains(end - 1) { break }
                guard let pronunciation = table[key] else { continue }
                var own = pronunciation.isNearEquivalent ? Cost.nearEquivalent : Cost.sound
                if endsSyllableEarly(pronunciation, scalars[..<end], before: scalars[end...], table) { own += Cost.brokenSyllable }
                consider(pronunciation, to: end, own)
            }
            guard start > 0 else { continue }
            if scalars[start] == "ː" { consider(Self.lengthening, to: start + 1, Cost.lengthening) }
            if NearEquivalents.details.contains(scalars[start]) { consider(Self.nothing, to: start + 1, Cost.detail) }
        }
        var pieces: [Piece] = []
        var place = 0
        while place < scalars.count {
            guard let step = best[place] else { return nil }
            pieces.append(step.piece)
            place = step.end
        }
        return pieces
    }

    private enum Cost {
        static let sound = 10
        static let lengthening = 12
        static let brokenSyllable = 25
        static let detail = 30
        static let nearEquivalent = 40
    }

    private static let lengthening = Pronunciation(phonemes: [Phoneme(mnemonic: .lengthening, isVowel: false)], sounds: "ː")
    private static let nothing = Pronunciation(phonemes: [], sounds: "")

    /// Returns whether a phoneme made of a vowel and a consonant would take the consonant from the vowel that follows: [əl] is one phoneme
    /// in "bottle", two in "hello".
    private func endsSyllableEarly(
        _ pronunciation: Pronunciation, _ own: ArraySlice<Unicode.Scalar>, before rest: ArraySlice<Unicode.Scalar>,
        _ table: [String: Pronunciation]
    ) -> Bool {
        guard pronunciation.phonemes.count == 1, pronunciation.phonemes[0].isVowel, let last = own.last, let next = rest.first else {
            return false
        }
        func isVowel(_ scalar: Unicode.Scalar) -> Bool? { table[String(Character(scalar))]?.phonemes.last?.isVowel }
        return isVowel(last) == false && isVowel(next) == true
    }
}
