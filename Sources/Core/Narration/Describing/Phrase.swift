import Messages
import SpeechQueue

/// A piece of a description, from one source: the app or announced.
struct Phrase: Sendable, Equatable {
    /// The source of the words, which decides their language (E6).
    enum Source: Sendable {
        case app, words
        /// An app's text about its screen rather than about an element.
        case screen
    }
    /// The mark between this phrase and the next (E1).
    enum End: Sendable { case comma, stop }

    var text: String
    var source: Source
    var end: End
    /// Whether the phrase is read character by character.
    var isSpelled: Bool
    /// How the app wants the parts of the text spoken (E15); nil: as the user has set.
    var parts: [SpeechRun]?

    init(_ text: String, from source: Source, end: End = .stop, isSpelled: Bool = false, parts: [SpeechRun]? = nil) {
        self.text = text
        self.source = source
        self.end = end
        self.isSpelled = isSpelled
        self.parts = parts
    }

    /// Returns the phrase as runs, with a mark at its end.
    /// - Parameter punctuated: the whole text with the mark.
    fileprivate func runs(_ punctuated: String) -> [SpeechRun] {
        guard var runs = parts, let last = runs.indices.last else {
            return [SpeechRun(text: isSpelled ? text : punctuated, attributes: SpeechAttributes(spell: isSpelled ? true : nil))]
        }
        let whole = runs.map(\.text).joined(separator: " ")
        // Marks would be spelled or pronounced, too.
        if runs[last].isRead {
            if punctuated.hasPrefix(whole) {
                runs[last].text += punctuated.dropFirst(whole.count)
            } else if whole.hasPrefix(punctuated) {
                runs[last].text.removeLast(min(runs[last].text.count, whole.count - punctuated.count))
            }
        }
        return runs
    }

    /// Returns the text with a comma or full stop, unless it already ends with a mark of the same effect (E1).
    func punctuated(_ end: End, _ marks: SentenceMarks) -> String {
        let mark = end == .comma ? marks.comma : marks.stop
        // Ignore closing quotes and brackets: they don't end a sentence.
        let scalars = text.unicodeScalars
        guard let last = scalars.last(where: { !Self.closers.contains($0) }) else { return text + mark }
        if Self.stops.contains(last) { return text }
        if end == .stop, let final = scalars.last, final == "," || marks.comma == String(final) { return String(scalars.dropLast()) + mark }
        return Self.pauses.contains(last) ? text : text + mark
    }

    private static let stops: Set<Unicode.Scalar> = [
        ".", "!", "?", "…", "‽", "⁇", "⁈", "⁉", "‼", "。", "｡", "．", "！", "？", "؟", "۔", "।", "॥", "։",
    ]
    private static let pauses: Set<Unicode.Scalar> = [",", ";", ":", "、", "，", "；", "：", "،", "؛"]
    private static let closers: Set<Unicode.Scalar> = ["\"", "'", "”", "“", "’", "‘", "»", "«", ")", "]", "}", "」", "』", "）"]

    /// Returns `text` without surrounding white space; nil if nothing is left.
    static func trimmed(_ text: String?) -> String? {
        guard let scalars = text?.unicodeScalars, let first = scalars.firstIndex(where: { !$0.isBlank }),
            let last = scalars.lastIndex(where: { !$0.isBlank })
        else { return nil }
        return String(scalars[first...last])
    }
}

extension Phrase {
    /// The minimum silence that replaces a full stop after spelled text (E8), in seconds.
    private static let stopPause = 0.15

    /// Returns the phrases as runs, and as one text.
    ///
    /// Adjacent phrases with the same attributes become one run, so that the synthesizer shapes their prosody. Spelled text gets no
    /// punctuation, because the marks would also be spelled.
    static func runs(
        of phrases: [Phrase], dialect: DescriptionStyle.Dialect, language: (Source) -> String?, marks: (Source) -> SentenceMarks
    ) -> (runs: [SpeechRun], text: String) {
        var runs: [SpeechRun] = []
        var whole = ""
        for (index, phrase) in phrases.enumerated() {
            let marks = marks(phrase.source)
            let punctuated =
                switch dialect {
                case .voiceover: phrase.punctuated(phrase.end, marks)
                case .talkback: index + 1 < phrases.count ? phrase.punctuated(.comma, marks) : phrase.text
                }
            // Between phrases of different languages there is always a space.
            let isJoined = index > 0 && language(phrases[index - 1].source) == language(phrase.source)
            whole += (index == 0 ? "" : isJoined ? marks.space : " ") + punctuated
            for (part, var run) in phrase.runs(punctuated).enumerated() {
                run.attributes = run.attributes.over(SpeechAttributes(language: language(phrase.source)))
                var former = runs.last
                former?.text = run.text
                former?.pause = nil
                if let last = runs.indices.last, former == run, run.isRead {
                    runs[last].text += marks.space + run.text
                } else {
                    let followsSpelling = part == 0 && runs.last?.attributes.spell == true
                    if followsSpelling { run.pause = stopPause }
                    runs.append(run)
                }
            }
        }
        return (runs, whole)
    }
}
