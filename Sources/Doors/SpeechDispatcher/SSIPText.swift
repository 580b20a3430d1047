import Messages
import SSML

/// The speakable runs of a client's text, and its index marks.
struct SSIPText {
    /// A place whose playback the client wants reported.
    struct Mark: Equatable {
        /// In Unicode scalars from the beginning of the announcement's text.
        var offset: Int
        var name: String

        /// Its approximate memory cost, in bytes.
        var cost: Int { MemoryLayout<Self>.stride + name.utf8.count }
    }

    /// The maximum length of a text with markup, in bytes of UTF-8. It is read as a whole, while everyone waits.
    static let longestMarkup = 256 << 10
    /// The maximum length of a text that is not read like a book, in bytes: half of what a client may have waiting (Q11), so that its
    /// beginning is not dropped.
    static let longestNews = 512 << 10

    var runs: [SpeechRun]
    var marks: [Mark] = []
    var isFromMarkup = false

    /// Creates a plain text.
    init(_ text: String, attributes: SpeechAttributes) {
        // A NUL would end the text for C code.
        runs = [SpeechRun(text: text.utf8.contains(0) ? text.replacing("\0", with: " ") : text, attributes: attributes)]
    }

    /// Creates the text for a sound icon: its name, in case there is no such sound.
    init(icon name: String, attributes: SpeechAttributes) {
        self.init(name, attributes: attributes.unspelled)
        runs[0].icon = SoundName(name)?.text
    }

    /// Parses a text with markup (T10). Its tags are removed if the markup is broken or has too many parts.
    ///
    /// A screen reader marks each word. Spoken as separate runs, a sentence would sound like a list of words; so runs that differ only in a
    /// mark are joined, and the words being heard show which marks were reached.
    init(markup: String, attributes: SpeechAttributes) {
        guard let parsed = SSMLDocument.runs(of: markup, attributes: attributes) else {
            self = Self(BrokenMarkup.text(of: markup), attributes: attributes)
            return
        }
        runs = []
        isFromMarkup = true
        /// Where the last run begins, and its length, in scalars of the whole text.
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

    /// Removes what would be spoken of a text that has only symbols and white space: at punctuation `none`, speech-dispatcher speaks none of
    /// these symbols, but eSpeak NG names some of them.
    /// - Parameter usual: the punctuation for a text that sets none.
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
    /// Whether speech-dispatcher 0.11 does not speak it at punctuation `none`: its tables drop it, and eSpeak NG has no name for the rest.
    /// Heard are quotation marks like «, currencies, most mathematical signs, and emoji.
    fileprivate var isSilentSymbol: Bool {
        switch properties.generalCategory {
        case .dashPunctuation, .openPunctuation, .closePunctuation, .connectorPunctuation, .otherPunctuation: true
        case .initialPunctuation, .finalPunctuation: self != "«" && self != "»"
        default: "+=<>~^|¦`°©®×÷±→←↑↓➔★☆■□●○◆▪✓✔☐".unicodeScalars.contains(self)
        }
    }
}
