import FoundationEssentials
import Messages
package import Narration
import TOML

/// Parses a pronunciation dictionary (T2) as strictly as the configuration: each mistake has a position, and the rest takes effect.
package enum DictionaryFile {
    /// A mistake in a dictionary, with its position.
    package typealias Mistake = ConfigurationFile.Mistake

    /// Loads the dictionary that the configuration names, otherwise `dictionary.toml` in the configuration folders; an empty dictionary if
    /// there is none. An unreadable file is one of the mistakes.
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

    /// Returns the dictionary in `text` without invalid entries, and the mistakes in the order of the text.
    package static func dictionary(from text: String, file: String) -> (dictionary: PronunciationDictionary, mistakes: [Mistake]) {
        let document = TOMLDocument(text)
        var mistakes = TOMLMistakes(document.mistakes)
        for key in document.table.keys where key != "entry" {
            guard let item = document.table[key] else { continue }
            mistakes.add(item.place, "\"\(key)\" is not known; allowed: [[entry]]")
        }
        var dictionary = PronunciationDictionary()
        if let list = document.table["entry"] {
            let items = list.value.array ?? [list]
            for (index, item) in items.enumerated() {
                guard list.value.array != nil, let values = item.value.table else {
                    mistakes.add(item.place, "entry: expected [[entry]]")
                    continue
                }
                let former = mistakes.count
                Self.check(values, &mistakes)
                let omissions = Self.omissions(in: values)
                // A missing key may be in one of the entry's lines that could not be parsed.
                let next = index + 1 < items.count ? items[index + 1].place.line : Int.max
                let isWhole = !document.mistakes.contains { (item.place.line..<next).contains($0.place.line) }
                if isWhole { for omission in omissions { mistakes.add(item.place, omission) } }
                guard mistakes.count == former, omissions.isEmpty, let find = find(in: values), let say = values["say"]?.value.string
                else { continue }
                let place = findKeys.lazy.compactMap { values[$0]?.place }.first ?? item.place
                let entry = PronunciationDictionary.Entry(
                    language: values["language"]?.value.string, find: find, say: say, place: "\(file):\(place.line):\(place.column)")
                do throws(PronunciationDictionary.Mistake) {
                    try dictionary.append(entry, compile: PCREPattern.init)
                } catch {
                    mistakes.add(place, error.message)
                }
            }
        }
        return (dictionary, ConfigurationFile.mistakes(mistakes, in: file))
    }

    private static let findKeys = ["literal", "word", "regex"]
    private static let keys = ["language"] + findKeys + ["say"]

    /// Checks the keys of an entry.
    private static func check(_ values: TOMLTable, _ mistakes: inout TOMLMistakes) {
        for key in values.keys {
            guard let item = values[key] else { continue }
            if !keys.contains(key) {
                mistakes.add(item.place, unknown(key))
            } else if item.value.string.map({ $0.utf8.contains(0) || $0.isEmpty && key == "language" }) ?? true {
                mistakes.add(item.place, "\(key): expected text")
            }
        }
    }

    private static func unknown(_ key: String) -> String {
        let nearest = NearMatches.of(key, in: keys).first.map { "did you mean \"\($0)\"? " } ?? ""
        return "\"\(key)\" is not a key of an entry; \(nearest)allowed: \(keys.joined(separator: ", "))"
    }

    /// Returns the keys that an entry lacks.
    private static func omissions(in values: TOMLTable) -> [String] {
        var omissions: [String] = []
        if findKeys.count(where: { values[$0] != nil }) != 1 { omissions.append("expected exactly one of literal, word and regex") }
        if values["say"] == nil { omissions.append("say is missing; expected what is to be spoken") }
        return omissions
    }

    private static func find(in values: TOMLTable) -> PronunciationDictionary.Find? {
        if let text = values["literal"]?.value.string { return .literal(text) }
        if let text = values["word"]?.value.string { return .word(text) }
        return values["regex"]?.value.string.map { .regex($0) }
    }
}
