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
    /// The parts of the text, each with its own manner of speaking (E15); empty: it has none.
    var parts: [SpeechRun]

    init(_ text: String, from source: Source, end: End = .stop, parts: [SpeechRun] = []) {
        self.text = text
        self.source = source
        self.end = end
        self.parts = parts
    }

    /// Creates a phrase of an app's text, without white space around it and its parts. Adjacent parts of the same manner become one.
    /// - Returns: nil if nothing is left.
    init?(_ text: AttributedText?, end: End = .stop) {
        guard let text else { return nil }
        var parts: [SpeechRun] = []
        for part in text.runs {
            let isSound = part.icon != nil || part.ipa != nil
            var alike = parts.last ?? part
            alike.text = part.text
            if !parts.isEmpty, !isSound, alike == part || Self.trimmed(part.text) == nil {
                parts[parts.count - 1].text += part.text
            } else if isSound || Self.trimmed(part.text) != nil {
                parts.append(part)
            }
        }
        for index in parts.indices { parts[index].text = Self.trimmed(parts[index].text) ?? "" }
        guard let whole = Self.trimmed(text.text) ?? (parts.isEmpty ? nil : "") else { return nil }
        self.init(whole, from: .app, end: end, parts: parts)
    }

    /// Returns a text with a comma or full stop, unless it already ends with a mark of the same effect (E1).
    /// - Parameter end: nil: no mark.
    static func punctuated(_ text: String, _ end: End?, _ marks: SentenceMarks) -> String {
        guard let end else { return text }
        let mark = end == .comma ? marks.comma : marks.stop
        // Ignore closing quotes and brackets: they don't end a sentence.
        let scalars = text.unicodeScalars
        guard let last = scalars.last(where: { !closers.contains($0) }) else { return text + mark }
        if stops.contains(last) { return text }
        if end == .stop, let final = scalars.last, final == "," || marks.comma == String(final) { return String(scalars.dropLast()) + mark }
        return pauses.contains(last) ? text : text + mark
    }

    private static let stops: Set<Unicode.Scalar> = [
        ".", "!", "?", "…", "‽", "⁇", "⁈", "⁉", "‼", "。", "｡", "．", "！", "？", "؟", "۔", "।", "॥", "։",
    ]
    /// The marks at which the synthesizer pauses.
    static let pauses: Set<Unicode.Scalar> = stops.union([",", ";", ":", "、", "，", "；", "：", "،", "؛"])
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
    /// The minimum silence that replaces a full stop after a text that is spelled or pronounced by its notation (E8), in seconds.
    private static let stopPause = 0.15

    /// Returns the phrases as runs, and as one text.
    ///
    /// Adjacent phrases with the same attributes become one run, so that the synthesizer shapes their prosody.
    static func runs(
        of phrases: [Phrase], dialect: DescriptionStyle.Dialect, language: (Source) -> String?, marks: (Source) -> SentenceMarks
    ) -> (runs: [SpeechRun], text: String) {
        var runs: [SpeechRun] = []
        var whole = ""
        for (index, phrase) in phrases.enumerated() {
            let marks = marks(phrase.source)
            let end: Phrase.End? =
                switch dialect {
                case .voiceover: phrase.end
                case .talkback: index + 1 < phrases.count ? .comma : nil
                }
            let punctuated = Self.punctuated(phrase.text, end, marks)
            // Between phrases of different languages there is always a space.
            let isJoined = index > 0 && language(phrases[index - 1].source) == language(phrase.source)
            whole += (index == 0 ? "" : isJoined ? marks.space : " ") + punctuated
            let usual = SpeechAttributes(language: language(phrase.source))
            if phrase.parts.isEmpty, let last = runs.indices.last, runs[last].isText, runs[last].attributes == usual {
                runs[last].text += marks.space + punctuated
                continue
            }
            let pause = runs.last?.isRead == false ? stopPause : nil
            guard !phrase.parts.isEmpty else {
                runs.append(SpeechRun(text: punctuated, attributes: usual, pause: pause))
                continue
            }
            let first = runs.count
            for var part in phrase.parts {
                part.attributes = part.attributes.over(usual)
                runs.append(part)
            }
            runs[first].pause = pause
            // A mark would be spelled or pronounced, too.
            let last = runs.count - 1
            if runs[last].isRead { runs[last].text = Self.punctuated(runs[last].text, end, marks) }
        }
        return (runs, whole)
    }
}

extension SpeechRun {
    /// Whether nothing but its attributes says how the text is spoken.
    fileprivate var isText: Bool { ipa == nil && icon == nil && context == nil }
}
