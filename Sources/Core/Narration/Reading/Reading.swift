package import Messages

/// Prepares runs for the synthesizer, as described in docs/RULES.md §9: escape sequences (T19), lines (T24), the dictionary (T2), long
/// tokens (T21), durations (T3), dates (T20), signs (T17, T18), numbers (T15), repeated symbols (T4), texts without words (T8), joined
/// emoji (T16) and foreign scripts (T9). Runs that are spelled or have a pronunciation stay unchanged.
package struct Reading: Sendable {
    /// The words of the languages whose texts are read.
    package var lexicons: Lexicons
    /// Whether durations are read in words (T3): `text.durations`.
    private let readsDurations: Bool
    /// The user's dictionary (T2).
    package private(set) var dictionary: PronunciationDictionary
    /// The remaining allowance for searching the dictionary's entries, renewed by ``refill()``.
    private var steps = Self.mostSteps
    /// The allowance for each input, in steps: 10 to 20 ms, or 40 ms for the worst known patterns.
    package static let mostSteps = 1_000_000
    /// The characters that no voice reads, in the previous text (T9).
    package private(set) var unreadable = ""

    package init(
        lexicons: Lexicons, readsDurations: Bool = true, dictionary: PronunciationDictionary = PronunciationDictionary()
    ) {
        self.lexicons = lexicons
        self.readsDurations = readsDurations
        self.dictionary = dictionary
    }

    /// - Parameters:
    ///   - runs: the client's runs, with complete attributes.
    ///   - voices: the available voices; nil while they are unknown, in which case the run's own voice reads all scripts.
    ///   - shortens: whether long tokens are shortened (T21).
    ///   - isDescription: whether durations remain unchanged, because the describer, which has the kind of each value, has already read
    ///     them (T3).
    package mutating func read(
        _ runs: [SpeechRun], voices: VoiceCatalog?, shortens: Bool = false, isDescription: Bool = false
    ) -> ReadText {
        var findings = TextFindings()
        var hasWords = false
        unreadable = ""
        for run in runs {
            let own = TextFindings(run.text)
            if run.isRead {
                findings.add(own)
                if run.context?.hasLines == true { findings.mayNeedReading = true }
            } else {
                let isBlank = own.isBlank && run.ipa == nil
                if !isBlank { hasWords = true }
                findings.isBlank = findings.isBlank && isBlank
            }
        }
        hasWords = hasWords || findings.hasWords
        if findings.isBlank { return ReadText(untouched: runs, isUnspeakable: true) }
        if hasWords, dictionary.isEmpty, !findings.mayNeedReading, !(shortens && findings.hasLongWord),
            !runs.contains(where: { Self.language(of: $0.attributes, voices).map(Script.spellsLatin) == true })
        {
            return ReadText(untouched: runs, isUnspeakable: false)
        }
        return edit(runs, voices, isNothingElse: !hasWords, shortens: shortens, isDescription: isDescription)
    }

    /// Returns whether a text is prepared part by part, as the voice receives it (``SpokenPart``).
    static func isLong(_ runs: [SpeechRun]) -> Bool { runs.reduce(0) { $0 + $1.text.utf8.count } > SpokenPart.longest }

    /// Returns whether a text has tokens that are shortened when it is spoken, but not when it is repeated (T21).
    func hasLongTokens(_ runs: [SpeechRun], voices: VoiceCatalog?) -> Bool {
        runs.contains { run in
            guard run.isRead, run.attributes.punctuation != .all, run.context?.isVerbatim != true, TextFindings(run.text).hasLongWord else {
                return false
            }
            let lexicon = Self.language(of: run.attributes, voices).flatMap { lexicons[$0] }
            guard let lexicon else { return false }
            var text = TracedText(run.text)
            text.apply(Escapes.edits(in: text.scalars))
            return !LongTokens.edits(in: text.scalars, lexicon).isEmpty
        }
    }

    /// Returns the runs of a long text, to be prepared later. Runs with a sound icon stay whole.
    static func unread(_ runs: [SpeechRun]) -> [SpeechRun] {
        runs.map { run in
            var run = run
            run.isUnread = run.isRead && run.icon == nil
            return run
        }
    }

    /// Renews the allowance for searching, before the texts of the next input.
    package mutating func refill() { steps = Self.mostSteps }

    /// - Parameter isNothingElse: whether the text consists only of symbols (T8).
    private mutating func edit(
        _ runs: [SpeechRun], _ voices: VoiceCatalog?, isNothingElse: Bool, shortens: Bool, isDescription: Bool
    ) -> ReadText {
        var spoken: [SpeechRun] = []
        var pieces: [[ReadText.Piece]] = []
        var base = 0
        for run in runs {
            var text = TracedText(run.text)
            defer { base += run.text.unicodeScalars.count + 1 }
            let isRead = run.isRead
            let language = Self.language(of: run.attributes, voices)
            if isRead {
                text.apply(Escapes.edits(in: text.scalars))
                if let context = run.context {
                    text.apply(Lines.edits(in: text.scalars, of: context, namesMarks: run.attributes.punctuation == .all))
                }
                dictionary.apply(to: &text, language: language ?? "", steps: &steps)
                if let lexicon = language.flatMap({ lexicons[$0] }) {
                    // If every punctuation mark is named, long tokens, dates, signs and numbers remain unchanged, so that the marks
                    // themselves are named. In a text of only symbols, signs are replaced nevertheless, because some have no names.
                    let namesMarks = run.attributes.punctuation == .all
                    let isVerbatim = run.context?.isVerbatim == true
                    if shortens, !namesMarks, !isVerbatim { text.applyOutsideCode { LongTokens.edits(in: $0, lexicon) } }
                    if readsDurations, !isDescription, !isVerbatim {
                        text.applyOutsideCode { Durations.edits(in: $0, lexicon, english: lexicons["en"]) }
                    }
                    if !isDescription, !namesMarks, !isVerbatim {
                        text.applyOutsideCode { Dates.edits(in: $0, lexicon, language: language ?? "") }
                    }
                    if isNothingElse || !namesMarks {
                        text.applyOutsideCode { Signs.edits(in: $0, lexicon, onlyNameless: isVerbatim && !isNothingElse) }
                    }
                    if isNothingElse || !namesMarks && !isVerbatim { text.applyOutsideCode { Numbers.edits(in: $0, lexicon) } }
                    text.apply(Repetition.edits(in: text.scalars, lexicon, isNothingElse: isNothingElse))
                }
                text.apply(EmojiSequences.edits(in: text.scalars))
            }
            var run = run
            if isNothingElse { run.attributes.punctuation = .all }
            if isRead { readKanji(in: &text, language, voices) }
            let parts = isRead ? scripts(in: text, language, voices) : []
            guard parts.contains(where: { $0.language != nil }) else {
                if !text.isUntouched { run.text = String(String.UnicodeScalarView(text.scalars)) }
                spoken.append(run)
                pieces.append(ReadText.pieces(of: text.places[...], at: base))
                continue
            }
            for part in parts {
                let (range, language) = (part.range, part.language)
                run.text = String(String.UnicodeScalarView(text.scalars[range]))
                var spokenRun = run
                if let language { (spokenRun.attributes.language, spokenRun.attributes.voice) = (language, nil) }
                spoken.append(spokenRun)
                pieces.append(ReadText.pieces(of: text.places[range], at: base))
                // An earcon, pause or mark before the run precedes only its first part.
                (run.earcon, run.pause, run.mark) = (nil, nil, nil)
            }
        }
        return ReadText(runs: spoken, pieces: pieces, isUnspeakable: false)
    }

    /// T9: Replaces each group of Chinese characters in Japanese with a word, because no voice has a reading for them: the synthesizer says
    /// "Chinese letter" for each, spells the kana next to them, and drops some.
    private mutating func readKanji(in text: inout TracedText, _ own: String?, _ voices: VoiceCatalog?) {
        guard let language = own, let words = lexicons["ja"]?.words, !words[.tokensKanji].isEmpty, voices != nil else { return }
        let hasKana = text.scalars.contains { Script($0) == .kana }
        guard LanguageTag(language).base == "ja" || hasKana && !Script.isChinese(language) else { return }
        let groups = Script.kanji(in: text.scalars)
        guard !groups.isEmpty else { return }
        let counters = words.list(.tokensCounters).map { $0.split(separator: " ").map(String.init) }
        text.apply(
            groups.map { group in
                let written = String(String.UnicodeScalarView(text.scalars[group]))
                if text.scalars[..<group.lowerBound].last?.isDigit == true,
                    let counter = counters.first(where: { $0.first == written })?.last
                {
                    return TracedText.Edit(range: group, text: counter)
                }
                unreadable += written
                let isBegin = text.scalars[..<group.lowerBound].last.map { Script($0) == nil } ?? true
                let isEnd = text.scalars[group.upperBound...].first.map { Script($0) == nil } ?? true
                return TracedText.Edit(range: group, text: (isBegin ? "" : " ") + words[.tokensKanji] + (isEnd ? "" : " "))
            })
    }

    /// T9: Returns the parts of a text, with a language for each part that the run's own voice can't read. Returns no parts if that voice
    /// can read the whole text, or if the voices are unknown.
    private func scripts(in text: TracedText, _ own: String?, _ voices: VoiceCatalog?) -> [Script.Part] {
        guard let voices else { return [] }
        let present = Set(text.scalars.lazy.compactMap { Script($0) })
        var languages: [Script: String] = [:]
        for script in present where own.map({ !script.isRead(in: $0) }) ?? true {
            let language = script.languages(in: text.scalars).lazy.compactMap { try? voices.tag(for: $0) }.first
            if language != own { languages[script] = language }
        }
        let latin = own.map(Script.spellsLatin) == true ? try? voices.tag(for: "en") : nil
        guard !languages.isEmpty || latin != nil else { return [] }
        return Script.parts(of: text, languages, latin: latin, hanWithKana: own.map(Script.isChinese) == true ? .han : .kana)
    }

    /// Returns the language in which a run is read: its voice's language, otherwise its own.
    private static func language(of manner: SpeechAttributes, _ voices: VoiceCatalog?) -> String? {
        manner.voice.map { voices?.language(ofVoice: $0) ?? String($0.prefix { $0 != "+" }) } ?? manner.language
    }
}
