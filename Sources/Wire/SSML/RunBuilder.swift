import Messages

/// Turns a document's elements into plain runs.
final class RunBuilder: XMLReceiver {
    /// How the text inside an element is spoken.
    private struct Manner {
        var attributes: SpeechAttributes
        var form = SayAs.text
        /// Whether the text is omitted.
        var isDropped = false
    }

    private var manners: [Manner]
    private var writer = RunWriter()
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
            case "p", "paragraph": writer.endSentence(RunWriter.paragraphPause)
            case "s", "sentence": writer.endSentence(RunWriter.sentencePause)
            case "break": writer.addPause(Prosody.pause(attributes))
            case "mark": if let name = attributes["name"], !name.isEmpty { writer.add(mark: name) }
            case "prosody": Prosody.apply(attributes, to: &manner.attributes)
            case "emphasis": Prosody.emphasize(attributes["level"], &manner.attributes)
            case "voice":
                if let languages = attributes["languages"]?.split(separator: " ").first { manner.attributes.speak(String(languages)) }
                if let name = attributes["name"], !name.isEmpty { manner.attributes.voice = String(name.prefix(256)) }
            case "sub":
                if let alias = attributes["alias"] {
                    writer.add(alias, manner.attributes)
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
        return writer.count <= SSMLDocument.mostRuns
    }

    func end(_ element: String) -> Bool {
        let manner = manners.removeLast()
        guard !manner.isDropped else { return true }
        switch Self.localName(element) {
        case "p", "paragraph": writer.endSentence(RunWriter.paragraphPause)
        case "s", "sentence": writer.endSentence(RunWriter.sentencePause)
        case "say-as":
            if let said {
                writer.add(manner.form.spoken(said), manner.attributes)
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
            writer.add(text, manner.attributes)
        }
        return writer.count <= SSMLDocument.mostRuns
    }

    /// Returns the runs, at least one even for an empty document; nil if there are too many.
    func finish() -> [SpeechRun]? { writer.finish(manners[0].attributes) }

    /// Writes the collected text of the open `say-as` element.
    private func sayOpen() {
        guard let said, let manner = manners.last, manner.form != .text else { return }
        writer.add(manner.form.spoken(said), manner.attributes)
        self.said = ""
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
