import Messages

/// Turns a document's elements into plain runs.
final class RunBuilder: XMLReceiver {
    /// The longest silence that a document can request, in seconds.
    private static let longestPause = 10.0
    /// Seconds of silence after sentences and paragraphs that don't end with a punctuation mark, which itself would cause a pause.
    private static let sentencePause = 0.3
    private static let paragraphPause = 0.5

    /// How the text inside an element is spoken.
    private struct Manner {
        var attributes: SpeechAttributes
        var form = SayAs.text
        /// Whether the text is omitted.
        var isDropped = false
    }

    private var manners: [Manner]
    private var runs: [SpeechRun] = []
    /// The current run: its text so far, and the pause and mark before it.
    private var text = ""
    private var pause = 0.0
    private var mark: String?
    /// The text of the open `say-as` element.
    private var said: String?
    private var hasRoot = false

    init(attributes: SpeechAttributes) {
        manners = [Manner(attributes: attributes)]
    }

    func begin(_ element: String, _ attributes: [String: String]) -> Bool {
        let element = Self.localName(element)
        if !hasRoot {
            guard element == "speak" else { return false }
            hasRoot = true
        }
        var manner = manners[manners.count - 1]
        if let language = attributes["xml:lang"], element != "sub" { manner.attributes.speak(language) }
        if !manner.isDropped {
            switch element {
            case "p", "paragraph": endSentence(Self.paragraphPause)
            case "s", "sentence": endSentence(Self.sentencePause)
            case "break": addPause(Prosody.pause(attributes))
            case "mark": if let name = attributes["name"], !name.isEmpty { add(mark: name) }
            case "prosody": Prosody.apply(attributes, to: &manner.attributes)
            case "emphasis": Prosody.emphasize(attributes["level"], &manner.attributes)
            case "voice":
                if let languages = attributes["languages"]?.split(separator: " ").first { manner.attributes.speak(String(languages)) }
                if let name = attributes["name"], !name.isEmpty { manner.attributes.voice = String(name.prefix(256)) }
            case "sub":
                if let alias = attributes["alias"] {
                    add(alias, manner)
                    manner.isDropped = true
                }
            case "say-as":
                sayOpen()
                manner.form = SayAs(attributes["interpret-as"] ?? "")
                if manner.form == .characters { manner.attributes.spell = true }
                said = ""
            case "desc", "metadata", "meta", "lexicon": manner.isDropped = true
            default: break
            }
        }
        manners.append(manner)
        return runs.count <= SSMLDocument.mostRuns
    }

    func end(_ element: String) -> Bool {
        let manner = manners.removeLast()
        guard !manner.isDropped else { return true }
        switch Self.localName(element) {
        case "p", "paragraph": endSentence(Self.paragraphPause)
        case "s", "sentence": endSentence(Self.sentencePause)
        case "say-as":
            if let said {
                add(manner.form.spoken(said), manner)
                // Another `say-as` may be around this one.
                self.said = manners.last?.form == .text ? nil : ""
            }
        default: break
        }
        return true
    }

    func text(_ text: String) -> Bool {
        let manner = manners[manners.count - 1]
        guard !manner.isDropped else { return true }
        if manner.form != .text, said != nil {
            said?.append(text)
        } else {
            add(text, manner)
        }
        return runs.count <= SSMLDocument.mostRuns
    }

    /// Returns the runs, at least one even for an empty document; nil if there are too many.
    func finish() -> [SpeechRun]? {
        flush()
        if mark != nil { writeRun("") }
        if runs.isEmpty { runs = [SpeechRun(text: "", attributes: manners[0].attributes)] }
        return runs.count <= SSMLDocument.mostRuns ? runs : nil
    }

    /// Writes the collected text of the open `say-as` element.
    private func sayOpen() {
        guard let said, let manner = manners.last, manner.form != .text else { return }
        add(manner.form.spoken(said), manner)
        self.said = ""
    }

    // MARK: Writing

    /// The attributes of the current run.
    private var written = SpeechAttributes()

    private func add(_ more: String, _ manner: Manner) {
        if written != manner.attributes {
            // White space between elements does not make a run.
            flush()
            written = manner.attributes
        }
        for scalar in more.unicodeScalars {
            if scalar.properties.isWhitespace {
                if !text.isEmpty, text.unicodeScalars.last != " " { text.unicodeScalars.append(" ") }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Ends the current run.
    private func flush() {
        if text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
        guard !text.isEmpty else { return }
        let done = text
        text = ""
        writeRun(done)
    }

    private func writeRun(_ text: String) {
        runs.append(SpeechRun(text: text, attributes: written, pause: pause > 0 ? pause : nil, mark: mark))
        (pause, mark) = (0, nil)
    }

    private func addPause(_ seconds: Double) {
        flush()
        pause = min(pause + seconds, Self.longestPause)
    }

    private func add(mark name: String) {
        flush()
        if mark != nil { writeRun("") }
        mark = String(name.prefix(256))
    }

    private func endSentence(_ seconds: Double) {
        flush()
        guard let last = runs.last?.text.unicodeScalars.last, pause == 0 else { return }
        pause = ".!?…:;。！？".unicodeScalars.contains(last) ? max(0, seconds - Self.sentencePause) : seconds
    }

    /// Returns the name without its prefix. SSML's own elements usually have none.
    private static func localName(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }
}

extension SpeechAttributes {
    /// Changes the language, and drops a voice that was chosen for the previous language.
    mutating func speak(_ tag: String) {
        guard !tag.isEmpty, tag.unicodeScalars.count <= 256, tag != language else { return }
        language = tag
        voice = nil
    }
}
