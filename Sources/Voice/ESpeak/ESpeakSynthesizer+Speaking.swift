import Messages
package import Voice
package import VoiceProtocol

extension ESpeakSynthesizer {
    package func speak(_ segment: SpeechSegment, from: Int, leadsOn: Bool, into sink: any SampleSink) throws(SynthesisError) {
        try useVoice(for: segment)
        let text = spokenText(segment.text, from: from, splitsWords: segment.spell != true, punctuation: segment.punctuation)
        guard !text.scalars.isEmpty || segment.ipa != nil else { return }
        apply(SpeechParameters(segment, of: text.nameableScalars))
        // A segment is often only part of a sentence: it pauses at its end only if its last mark calls for a pause.
        let endPause = leadsOn && text.endsClause
        if segment.spell == true { return try spell(text, marksCapitals: segment.capitals ?? .none != .none, into: sink) }
        if let ipa = segment.ipa, from <= Self.wordStart(segment.text), let phonemes = phonemes(for: ipa) {
            let sound = HeldSilence(to: sink, isMuted: segment.volume == 0)
            try pronounce(phonemes, for: segment.text, endPause: endPause, into: sound)
            if sound.isOver { return }
        }
        guard !text.scalars.isEmpty else { return }
        var output = SegmentOutput(to: sink, of: text)
        try library.synthesize(text.text, as: .text(endPause: endPause), into: &output)
    }

    /// Returns `text` in a form that the voice in use can handle.
    func spokenText(_ text: String, from: Int = 0, splitsWords: Bool = true, punctuation: Punctuation? = nil) -> SpokenText {
        var limits = TextLimits(voice: voiceInUse ?? "", namesMarks: punctuation == .all)
        if !library.placesNames {
            limits.unplacedMarks = { SpeechParameters.names($0, at: punctuation ?? .none) }
            limits.readsCopyright = voiceInUse?.prefix { $0 != "+" } != "roa/pt"
        }
        return SpokenText(
            text, from: from, splitsWords: splitsWords, limits: limits, isShort: { library.hasShortName($0) },
            isNamed: { library.names($0) })
    }

    /// T7: speaks each character by its name, with a word event for each.
    private func spell(_ text: SpokenText, marksCapitals: Bool, into sink: any SampleSink) throws(SynthesisError) {
        var output = SegmentOutput(to: sink)
        output.announce(.sentence, offset: text.offset(of: 0))
        var index = 0
        for character in text.text {
            let count = character.unicodeScalars.count
            let offset = text.offset(of: index)
            index += count
            output.announce(.word, offset: offset, length: text.offset(of: index) - offset)
            if output.isEnded { return }
            // T6: the library names a capital as such, regardless of its parameter.
            let small = marksCapitals ? "" : character.lowercased()
            try spell(small.count == 1 ? Character(small) : character, into: &output)
            if output.isEnded { return }
        }
    }

    private func spell(_ character: Character, into output: inout SegmentOutput) throws(SynthesisError) {
        let first = character.unicodeScalars.first ?? " "
        if let words = BrailleDots(first)?.text ?? unicodeName(of: character) {
            try library.synthesize(words, as: .text(endPause: false), into: &output)
        } else if character.unicodeScalars.count == 1 && !readsAsText(first) || character.isWhitespace {
            let named = first.properties.isWhitespace ? " " : first
            try library.synthesize("", as: .character(named), into: &output)
        } else {
            // A letter with marks, or an emoji of several parts, has no single scalar to name. No real text has more than eight marks.
            let cluster = String(String.UnicodeScalarView(character.unicodeScalars.prefix(9)))
            try library.synthesize(spokenText(cluster).text, as: .text(endPause: false), into: &output)
        }
    }

    /// Returns the Unicode name of an emoji that the voice does not read. eSpeak NG 1.51 may have a name for the emoji that is too long for
    /// it to speak.
    private func unicodeName(of character: Character) -> String? {
        guard let scalar = character.unicodeScalars.first, scalar.isEmoji, !library.reads(scalar) else { return nil }
        return scalar.properties.name?.lowercased()
    }

    /// Returns whether to spell a character by reading it as text. If eSpeak NG names a symbol for which the voice has long words, it
    /// writes beyond a buffer, and if it names a Hangul syllable, it reads beyond one. Reading these characters as text is safe.
    private func readsAsText(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isEmoji || (0xAC00...0xD7A3).contains(scalar.value) { return true }
        let isSymbol = [.otherSymbol, .mathSymbol, .currencySymbol, .modifierSymbol].contains(scalar.properties.generalCategory)
        return isSymbol && !scalar.isASCII && library.reads(scalar)
    }

    /// T12: speaks a text as phonemes. The text counts as one word, because the library reports the words of the phonemes.
    private func pronounce(
        _ phonemes: PhonemeText, for text: String, endPause: Bool, into sink: any SampleSink
    ) throws(SynthesisError) {
        var output = SegmentOutput(to: sink)
        output.announce(.sentence, offset: 0)
        let start = Self.wordStart(text)
        let length = text.unicodeScalars.count - start - text.unicodeScalars.reversed().prefix { $0.properties.isWhitespace }.count
        if length > 0 { output.announce(.word, offset: start, length: length) }
        if output.isEnded { return }
        try library.synthesize("", as: .phonemes(phonemes, endPause: endPause), into: &output)
    }

    /// Returns where the first word of `text` begins, in Unicode scalars; 0 if there is none.
    private static func wordStart(_ text: String) -> Int {
        text.unicodeScalars.enumerated().first { !$0.element.properties.isWhitespace }?.offset ?? 0
    }
}
