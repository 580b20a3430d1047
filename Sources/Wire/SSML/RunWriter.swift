package import Messages

/// Writes plain runs from the texts in markup.
package struct RunWriter {
    /// The longest silence that a document can request, in seconds.
    private static let longestPause = 10.0
    /// Seconds of silence after sentences and paragraphs that don't end with a punctuation mark, which itself would cause a pause.
    package static let sentencePause = 0.3
    package static let paragraphPause = 0.5

    private var runs: [SpeechRun] = []
    /// The attributes of the current run.
    package private(set) var attributes = SpeechAttributes()
    /// The text of the current run so far, and the pause and mark before it.
    private var text = ""
    private var pause = 0.0
    private var mark: String?

    package init() {}

    /// The number of runs that are written.
    package var count: Int { runs.count }
    /// The end of the current run.
    package var last: Unicode.Scalar? { text.unicodeScalars.last }

    /// Adds a text to the current run, or to a new one if the attributes are different. White space becomes one space.
    package mutating func add(_ more: String, _ attributes: SpeechAttributes) {
        if self.attributes != attributes {
            // White space between elements does not make a run.
            flush()
            self.attributes = attributes
        }
        for scalar in more.unicodeScalars {
            if scalar.properties.isWhitespace {
                if !text.isEmpty, text.unicodeScalars.last != " " { text.unicodeScalars.append(" ") }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Adds the text of a block of code (T22).
    package mutating func add(code: String, lines: Int, _ attributes: SpeechAttributes) {
        flush()
        self.attributes = attributes
        writeRun(code)
        runs[runs.count - 1].codeLines = Int32(clamping: lines)
    }

    package mutating func addPause(_ seconds: Double) {
        flush()
        pause = min(pause + seconds, Self.longestPause)
    }

    package mutating func add(mark name: String) {
        flush()
        if mark != nil { writeRun("") }
        mark = String(name.prefix(256))
    }

    /// Ends a sentence.
    /// - Parameters:
    ///   - seconds: the silence after it if no punctuation mark causes one.
    ///   - hasStop: whether a sentence without a punctuation mark gets a full stop.
    package mutating func endSentence(_ seconds: Double, hasStop: Bool = false) {
        if hasStop { stop() }
        flush()
        guard let last = runs.last?.text.unicodeScalars.last, pause == 0 else { return }
        pause = Self.marks.contains(last) ? max(0, seconds - Self.sentencePause) : seconds
    }

    /// Returns the runs, at least one even for an empty document; nil if there are too many.
    package mutating func finish(_ attributes: SpeechAttributes) -> [SpeechRun]? {
        flush()
        if mark != nil { writeRun("") }
        if runs.isEmpty { runs = [SpeechRun(text: "", attributes: attributes)] }
        return runs.count <= SSMLDocument.mostRuns ? runs : nil
    }

    private static let marks = ".!?…:;。！？".unicodeScalars
    /// What may follow the mark that ends a sentence.
    private static let closing = " )]\"'”’»`*".unicodeScalars

    private mutating func stop() {
        guard let last = text.unicodeScalars.last(where: { !Self.closing.contains($0) }), !Self.marks.contains(last),
            !",-–—".unicodeScalars.contains(last)
        else { return }
        if text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
        // Kana and Chinese characters.
        text += 0x3040...0x9FFF ~= last.value ? "。" : "."
    }

    /// Ends the current run.
    private mutating func flush() {
        if text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
        guard !text.isEmpty else { return }
        let done = text
        text = ""
        writeRun(done)
    }

    private mutating func writeRun(_ text: String) {
        runs.append(SpeechRun(text: text, attributes: attributes, pause: pause > 0 ? pause : nil, mark: mark))
        (pause, mark) = (0, nil)
    }
}
