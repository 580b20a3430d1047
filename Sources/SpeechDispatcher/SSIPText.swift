import Messages
import SSML

/// What is to be said of a client's text, and where its index marks are.
struct SSIPText {
    /// A place that a client wants to be told of.
    struct Mark: Equatable {
        /// Unicode scalars from the beginning of the announcement's text.
        var offset: Int
        var name: String

        /// What it costs to remember it, in bytes, roughly.
        var cost: Int { MemoryLayout<Self>.stride + name.utf8.count }
    }

    var runs: [SpeechRun]
    var marks: [Mark] = []
    var isFromMarkup = false

    /// A plain text.
    init(_ text: String, attributes: SpeechAttributes) {
        // A NUL would be the text's end for the C that speaks it.
        runs = [SpeechRun(text: text.utf8.contains(0) ? text.replacing("\0", with: " ") : text, attributes: attributes)]
    }

    /// T10: a text with markup; without its tags, if it is broken or has more parts than there may be.
    ///
    /// A screen reader marks each word. Speaking each as a run of its own would make a list of words of a sentence: runs that differ in
    /// nothing but a mark are joined, and where the mark was is known by the words that are heard.
    init(markup: String, attributes: SpeechAttributes) {
        guard let parsed = SSMLDocument.runs(of: markup, attributes: attributes) else {
            self = Self(BrokenMarkup.text(of: markup), attributes: attributes)
            return
        }
        runs = []
        isFromMarkup = true
        /// Where the run that is last begins, and how long it is, in scalars of the whole text.
        var (start, length) = (0, 0)
        for run in parsed {
            var run = run
            let mark = run.mark
            run.mark = nil
            // The run itself is not copied: its text would be, at each word that is added.
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

    /// What a key's name says.
    init(key: String, attributes: SpeechAttributes) {
        runs = SSIPKeyName.parts(of: key).map { part in
            switch part {
            case .word(let word): SSIPText(word, attributes: attributes).runs[0]
            case .character(let character): SSIPText(character: character, attributes: attributes).runs[0]
            }
        }
        if runs.isEmpty { runs = [SpeechRun(text: key, attributes: attributes.spelled)] }
    }

    /// A character, by its name.
    init(character: String, attributes: SpeechAttributes) {
        self.init(SSIPKeyName.character(character), attributes: attributes.spelled)
    }

    /// Whether a text is the end of the sentence before it: ", and" stands right behind a word.
    private static func clings(_ text: String) -> Bool {
        text.unicodeScalars.first.map { ".,;:!?…)]}’”'\"%".unicodeScalars.contains($0) } ?? false
    }
}

extension SpeechAttributes {
    /// The same, character by character (T7).
    fileprivate var spelled: SpeechAttributes {
        var spelled = self
        spelled.spell = true
        return spelled
    }
}
