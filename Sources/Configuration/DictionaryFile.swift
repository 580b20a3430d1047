import FoundationEssentials
import Messages
package import Narration
import Patterns
import TOML

/// Parses a pronunciation dictionary (T2) as strictly as the configuration: mistakes have places, and the rest takes effect.
package enum DictionaryFile {
    /// A mistake in a dictionary, with its place.
    package typealias Mistake = ConfigurationFile.Mistake

    /// Loads the dictionary that the configuration names, or the usual `dictionary.toml` in the folders of the configuration; an empty one
    /// if there is none. An unreadable file is one of the mistakes.
    static func load(
        _ configuration: Configuration, environment: (String) -> String?
    ) -> (dictionary: PronunciationDictionary, mistakes: [Mistake]) {
        let usual = ConfigurationLocation.candidates(environment: environment).lazy
            .map { $0.dropLast("config.toml".count) + "dictionary.toml" }.map(String.init).first(
                where: FileManager.default.fileExists(atPath:))
        guard let path = configuration.text.dictionary ?? usual else { return (PronunciationDictionary(), []) }
        do throws(Mistake) {
            return dictionary(from: try ConfigurationLocation.text(of: path), file: path)
        } catch {
            return (PronunciationDictionary(), [error])
        }
    }

    /// Returns the dictionary in `text` without invalid entries, and every mistake in the order of the text.
    package static func dictionary(from text: String, file: String) -> (dictionary: PronunciationDictionary, mistakes: [Mistake]) {
        let document = TOMLDocument(text)
        var mistakes = document.mistakes
        for key in document.table.keys where key != "entry" {
            guard let item = document.table[key] else { continue }
            mistakes.append(TOMLMistake(place: item.place, message: "\"\(key)\" is not known; allowed: [[entry]]"))
        }
        var dictionary = PronunciationDictionary()
        if let list = document.table["entry"] {
            let items = list.value.array ?? [list]
            for (index, item) in items.enumerated() {
                guard list.value.array != nil, let values = item.value.table else {
                    mistakes.append(TOMLMistake(place: item.place, message: "entry: expected [[entry]]"))
                    continue
                }
                let wrong = Self.mistakes(in: values) + Self.omissions(in: values, at: item.place)
                // A missing key may be in one of the entry's lines that could not be parsed.
                let next = index + 1 < items.count ? items[index + 1].place.line : Int.max
                let isWhole = !document.mistakes.contains { (item.place.line..<next).contains($0.place.line) }
                mistakes += isWhole ? wrong : Self.mistakes(in: values)
                guard wrong.isEmpty, let find = find(in: values), let say = values["say"]?.value.string else { continue }
                let place = findKeys.lazy.compactMap { values[$0]?.place }.first ?? item.place
                let entry = PronunciationDictionary.Entry(
                    language: values["language"]?.value.string, find: find, say: say, place: "\(file):\(place.line):\(place.column)")
                do throws(PronunciationDictionary.Mistake) {
                    try dictionary.append(entry, compile: PCREPattern.init)
                } catch {
                    mistakes.append(TOMLMistake(place: place, message: error.message))
                }
            }
        }
        return (dictionary, ConfigurationFile.mistakes(mistakes, in: file))
    }

    private static let findKeys = ["literal", "word", "regex"]
    private static let keys = ["language"] + findKeys + ["say"]

    private static func mistakes(in values: TOMLTable) -> [TOMLMistake] {
        var mistakes: [TOMLMistake] = []
        for key in values.keys {
            guard let item = values[key] else { continue }
            if !keys.contains(key) {
                let nearest = NearMatches.of(key, in: keys).first.map { "did you mean \"\($0)\"? " } ?? ""
                let message = "\"\(key)\" is not a key of an entry; \(nearest)allowed: \(keys.joined(separator: ", "))"
                mistakes.append(TOMLMistake(place: item.place, message: message))
            } else if item.value.string.map({ $0.utf8.contains(0) || $0.isEmpty && key == "language" }) ?? true {
                mistakes.append(TOMLMistake(place: item.place, message: "\(key): expected text"))
            }
        }
        return mistakes
    }

    /// Returns what is missing in the entry at `place`.
    private static func omissions(in values: TOMLTable, at place: TOMLPlace) -> [TOMLMistake] {
        var mistakes: [TOMLMistake] = []
        if findKeys.count(where: { values[$0] != nil }) != 1 {
            mistakes.append(TOMLMistake(place: place, message: "expected exactly one of literal, word and regex"))
        }
        if values["say"] == nil { mistakes.append(TOMLMistake(place: place, message: "say is missing; expected what is to be spoken")) }
        return mistakes
    }

    private static func find(in values: TOMLTable) -> PronunciationDictionary.Find? {
        if let text = values["literal"]?.value.string { return .literal(text) }
        if let text = values["word"]?.value.string { return .word(text) }
        return values["regex"]?.value.string.map { .regex($0) }
    }
}
