import Messages
import SSML

/// The speakable runs of a client's text, and its index marks.
struct SSIPText {
    /// A position for which the client has requested a report when playback reaches it.
    struct Mark: Equatable {
        /// The offset from the beginning of the announcement's text, in Unicode scalars.
        var offset: Int
        var name: String

        /// The mark's approximate memory, in bytes.
        var cost: Int { MemoryLayout<Self>.stride + name.utf8.count }
    }

    /// The maximum length of a text with markup, in bytes of UTF-8. It is parsed as a whole, and other clients wait during that time.
    static let longestMarkup = 256 << 10
    /// The maximum length of a text that is not read like a book, in bytes: half of the limit for a client's waiting utterances (Q11), so
    /// that the text's beginning is not dropped.
    static let longestNews = 512 << 10

    var runs: [SpeechRun]
    var marks: [Mark] = []
    var isFromMarkup = false

    /// Creates a plain text.
    init(_ text: String, attributes: SpeechAttributes) {
        // A NUL would end the text in C code.
        runs = [SpeechRun(text: text.utf8.contains(0) ? text.replacing("\0", with: " ") : text, attributes: attributes)]
    }

    /// Creates the text for a sound icon: its name, in case the sound does not exist.
    init(icon name: String, attributes: SpeechAttributes) {
        self.init(name, attributes: attributes.unspelled)
        runs[0].icon = SoundName(name)?.text
    }

    /// Parses a text with markup (T10). If the markup is broken or has too many parts, only its tags are removed.
    ///
    /// A screen reader marks each word. If the words were separate runs, a sentence would sound like a list of words. So runs that differ
    /// only in a mark are joined, and the words being heard show which marks were reached.
    init(markup: String, attributes: SpeechAttributes) {
        guard let parsed = SSMLDocument.runs(of: markup, attributes: attributes) else {
            self = Self(BrokenMarkup.text(of: markup), attributes: attributes)
            return
        }
        runs = []
        isFromMarkup = true
        /// The beginning of the last run in the whole text, and its length, in scalars.
        var (start, length) = (0, 0)
        for run in parsed {
            var run = run
            let mark = run.mark
            run.mark = nil
            // Copying the run would copy its text for each added word.
            if let manner = runs.last?.attributes, manner == run.attributes, run.pause == nil, run.earcon == nil {
                let joint = runs[runs.count - 1].text.isEmpty || run.text.isEmpty || Self.clings(run.text) ? "" : " "
                if let mark { marks.append(Mark(offset: start + length + joint.count, name: mark)) }
                runs[runs.count - 1].text += joint + run.text
                length += joint.count + run.text.unicodeScalars.count
            } else {
                if !runs.isEmpty { start += length + 1 }
                if let mark { marks.append(Mark(offset: start, name: mark)) }
                length = run.text.unicodeScalars.count
                runs.append(run)
            }
        }
    }

    /// Creates the text for a key's name.
    init(key: String, attributes: SpeechAttributes) {
        runs = SSIPKeyName.parts(of: key).map { part in
            switch part {
            case .word(let word): SSIPText(word, attributes: attributes.unspelled).runs[0]
            case .character(let character): SSIPText(character: character, attributes: attributes).runs[0]
            }
        }
        if runs.isEmpty { runs = [SpeechRun(text: key, attributes: attributes.spelled)] }
    }

    /// Creates the text for a character, spoken by its name.
    init(character: String, attributes: SpeechAttributes) {
        self.init(SSIPKeyName.character(character), attributes: attributes.spelled)
    }

    /// Removes the symbols from a text that has only symbols and white space: at punctuation `none`, speech-dispatcher speaks none of them,
    /// but eSpeak NG names some.
    /// - Parameter usual: the punctuation for a text without its own setting.
    mutating func dropSilentSymbols(usual: Punctuation?) {
        let isSilent = runs.allSatisfy { run in
            (run.attributes.punctuation ?? usual ?? Punctuation.none) == Punctuation.none && run.attributes.spell != true
                && run.text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isSilentSymbol }
        }
        if isSilent { runs = [SpeechRun(text: "")] }
    }

    /// Returns whether a text continues a sentence without a space, such as ", and".
    private static func clings(_ text: String) -> Bool {
        text.unicodeScalars.first.map { ".,;:!?…)]}’”'\"%".unicodeScalars.contains($0) } ?? false
    }
}

extension SpeechAttributes {
    /// The same attributes, spelled character by character (T7).
    fileprivate var spelled: SpeechAttributes {
        var spelled = self
        spelled.spell = true
        return spelled
    }

    /// The same attributes, without spelling: a name is spoken as a word.
    fileprivate var unspelled: SpeechAttributes {
        var unspelled = self
        unspelled.spell = nil
        return unspelled
    }
}

extension Unicode.Scalar {
    /// Whether speech-dispatcher 0.11 does not speak the symbol at punctuation `none`, because its tables drop the symbol or eSpeak NG has
    /// no name for it. Quotation marks like «, currencies, most mathematical signs, and emoji are spoken.
    fileprivate var isSilentSymbol: Bool {
        switch properties.generalCategory {
        case .dashPunctuation, .openPunctuation, .closePunctuation, .connectorPunctuation, .otherPunctuation: true
        case .initialPunctuation, .finalPunctuation: self != "«" && self != "»"
        default: "+=<>~^|¦`°©®×÷±→←↑↓➔★☆■□●○◆▪✓✔☐".unicodeScalars.contains(self)
        }
    }
}
