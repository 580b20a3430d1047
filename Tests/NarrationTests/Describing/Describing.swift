import Configuration
import Messages
import Narration

/// Short ways to say what is described, and how.
enum Describing {
    static func describer(
        _ language: String = "en", element: String? = nil, verbosity: DescriptionStyle.Verbosity = .full,
        dialect: DescriptionStyle.Dialect = .voiceover, gestures: DescriptionStyle.Gestures = .touch, hints: Bool = true
    ) -> Describer {
        Describer(
            words: WordTables.words(for: language), lexicons: WordTables.lexicons,
            style: DescriptionStyle(verbosity: verbosity, dialect: dialect, gestures: gestures, hints: hints), userLanguage: language)
    }

    static func text(of runs: [SpeechRun]?) -> String? {
        runs.map { $0.map(\.text).joined(separator: " ") }
    }
}

/// The speech now, and the speech later.
struct Said: Equatable, CustomStringConvertible {
    var text: String
    var hint: String?

    init(_ text: String, hint: String? = nil) {
        self.text = text
        self.hint = hint
    }

    init(_ description: Description) {
        self.init(description.text, hint: Describing.text(of: description.hint))
    }

    var description: String { "“\(text)”" + (hint.map { " then “\($0)”" } ?? "") }
}
