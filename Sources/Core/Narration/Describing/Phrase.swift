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

    init(_ text: String, from source: Source, end: End = .stop, isSpelled: Bool = false) {
        self.text = text
        self.source = source
        self.end = end
        self.isSpelled = isSpelled
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
            let attributes = SpeechAttributes(language: language(phrase.source), spell: phrase.isSpelled ? true : nil)
            let text = phrase.isSpelled ? phrase.text : punctuated
            if let last = runs.indices.last, runs[last].attributes == attributes, !phrase.isSpelled {
                runs[last].text += marks.space + text
            } else {
                let followsSpelling = runs.last?.attributes.spell == true
                runs.append(SpeechRun(text: text, attributes: attributes, pause: followsSpelling ? stopPause : nil))
            }
        }
        return (runs, whole)
    }
}
