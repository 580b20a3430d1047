import Accessibility

/// A piece of a description with one speaker's words: the app's, or ours.
struct Phrase: Sendable, Equatable {
    /// Whose words they are, and so in whose language (E6).
    enum Source: Sendable {
        case app, words
        /// What an app says of its screen, which is no element's.
        case screen
    }
    /// What stands between it and what follows (E1).
    enum End: Sendable { case comma, stop }

    var text: String
    var source: Source
    var end: End
    /// Whether it is read character by character.
    var isSpelled: Bool

    init(_ text: String, from source: Source, end: End = .stop, isSpelled: Bool = false) {
        self.text = text
        self.source = source
        self.end = end
        self.isSpelled = isSpelled
    }

    /// The text with its comma or full stop, but none after a mark that does the same (E1).
    func punctuated(_ end: End) -> String {
        // What closes a quotation or a bracket says nothing about the end of the sentence inside.
        guard let last = text.last(where: { !Self.closers.contains($0) }) else { return text + (end == .comma ? "," : ".") }
        if Self.stops.contains(last) { return text }
        switch end {
        case .comma: return Self.pauses.contains(last) ? text : text + ","
        case .stop:
            if text.last == "," { return text.dropLast() + "." }
            return Self.pauses.contains(last) ? text : text + "."
        }
    }

    private static let stops: Set<Character> = [
        ".", "!", "?", "…", "‽", "⁇", "⁈", "⁉", "‼", "。", "｡", "．", "！", "？", "؟", "۔", "।", "॥", "։",
    ]
    private static let pauses: Set<Character> = [",", ";", ":", "、", "，", "；", "：", "،", "؛"]
    private static let closers: Set<Character> = ["\"", "'", "”", "“", "’", "‘", "»", "«", ")", "]", "}", "」", "』", "）"]

    /// `text` without the white space around it; nil if nothing is left.
    static func trimmed(_ text: String?) -> String? {
        guard let text, let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[first...last])
    }
}

extension Phrase {
    /// The least silence where a full stop would stand (E8), in seconds: spelled text has none of its own.
    private static let stopPause = 0.15

    /// The phrases as runs, and as one text.
    ///
    /// Neighbours that are spoken in the same manner are one run: its prosody is the synthesizer's own. Spelled text has no punctuation,
    /// for that would be spelled too.
    static func runs(
        of phrases: [Phrase], dialect: DescriptionStyle.Dialect, language: (Source) -> String?
    ) -> (runs: [SpeechRun], text: String) {
        var runs: [SpeechRun] = []
        var texts: [String] = []
        for (index, phrase) in phrases.enumerated() {
            let punctuated =
                switch dialect {
                case .voiceover: phrase.punctuated(phrase.end)
                case .talkback: index + 1 < phrases.count ? phrase.punctuated(.comma) : phrase.text
                }
            texts.append(punctuated)
            let attributes = SpeechAttributes(language: language(phrase.source), spell: phrase.isSpelled ? true : nil)
            let text = phrase.isSpelled ? phrase.text : punctuated
            if let last = runs.indices.last, runs[last].attributes == attributes, !phrase.isSpelled {
                runs[last].text += " " + text
            } else {
                let followsSpelling = runs.last?.attributes.spell == true
                runs.append(SpeechRun(text: text, attributes: attributes, pause: followsSpelling ? stopPause : nil))
            }
        }
        return (runs, texts.joined(separator: " "))
    }
}
