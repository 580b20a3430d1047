import FoundationEssentials
package import Narration
import TOMLKit

/// Reads a pronunciation dictionary (T2), as strictly as the configuration: what is wrong is a mistake with its place.
package enum DictionaryFile {
    private typealias Mistake = ConfigurationFile.Mistake

    /// The dictionary that the configuration names, or the usual one, `dictionary.toml` beside where the user's configuration is looked for;
    /// an empty one if there is none.
    /// - Throws: ``ConfigurationFile/Mistakes``; that the named one can't be read is one too.
    package static func load(
        _ configuration: Configuration, environment: (String) -> String?
    ) throws(ConfigurationFile.Mistakes) -> PronunciationDictionary {
        let usual = ConfigurationLocation.candidates(environment: environment).lazy
            .map { $0.dropLast("config.toml".count) + "dictionary.toml" }.map(String.init).first(
                where: FileManager.default.fileExists(atPath:))
        guard let path = configuration.text.dictionary ?? usual else { return PronunciationDictionary() }
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self) else {
            throw ConfigurationFile.Mistakes(all: [
                Mistake(file: path, line: 1, column: 1, message: "can't be read; expected a TOML file in UTF-8")
            ])
        }
        return try dictionary(from: text, file: path)
    }

    /// The dictionary that `text` says.
    /// - Throws: ``ConfigurationFile/Mistakes``, every one that is in the file; with a syntax error only that.
    package static func dictionary(from text: String, file: String) throws(ConfigurationFile.Mistakes) -> PronunciationDictionary {
        let table = try ConfigurationFile.table(from: text, file: file)
        let places = EntryPlaces(text)
        var mistakes: [Mistake] = []
        func mistake(_ entry: Int?, _ key: String?, _ message: String) {
            let place = places.place(entry: entry, key: key)
            mistakes.append(Mistake(file: file, line: place.line, column: place.column, message: message))
        }
        for key in table.keys where key != "entry" {
            mistake(nil, key, "\"\(key)\" is not known; allowed: [[entry]]")
        }
        var entries: [PronunciationDictionary.Entry] = []
        if let list = table["entry"] {
            let tables = list.array.map { $0.map { $0.table } } ?? []
            if list.array == nil { mistake(nil, "entry", "entry: expected [[entry]]") }
            for (index, values) in tables.enumerated() {
                guard let values else {
                    mistake(index, nil, "entry: expected [[entry]]")
                    continue
                }
                let wrong = Self.mistakes(in: values)
                for (key, message) in wrong { mistake(index, key, message) }
                guard wrong.isEmpty, let find = find(in: values), let say = values["say"]?.string else { continue }
                let entry = PronunciationDictionary.Entry(language: values["language"]?.string, find: find, say: say)
                do throws(PronunciationDictionary.Mistake) {
                    _ = try PronunciationDictionary([entry])
                    entries.append(entry)
                } catch {
                    mistake(index, findKeys.first { values[$0] != nil }, error.message)
                }
            }
        }
        if !mistakes.isEmpty { throw ConfigurationFile.Mistakes(all: mistakes.sorted { ($0.line, $0.column) < ($1.line, $1.column) }) }
        do throws(PronunciationDictionary.Mistake) {
            return try PronunciationDictionary(entries)
        } catch {
            throw ConfigurationFile.Mistakes(all: [Mistake(file: file, line: 1, column: 1, message: error.message)])
        }
    }

    private static let findKeys = ["literal", "word", "regex"]
    private static let keys = ["language"] + findKeys + ["say"]

    /// What is wrong in one entry: the key (nil: the entry as a whole), and why.
    private static func mistakes(in values: TOMLTable) -> [(key: String?, message: String)] {
        var mistakes: [(key: String?, message: String)] = []
        for key in values.keys {
            if !keys.contains(key) {
                let nearest = NearMatches.of(key, in: keys).first.map { "did you mean \"\($0)\"? " } ?? ""
                mistakes.append((key, "\"\(key)\" is no key of an entry; \(nearest)allowed: \(keys.joined(separator: ", "))"))
            } else if values[key]?.string.map({ $0.utf8.contains(0) || $0.isEmpty && key == "language" }) ?? true {
                mistakes.append((key, "\(key): expected text"))
            }
        }
        if findKeys.count(where: { values[$0] != nil }) != 1 { mistakes.append((nil, "expected exactly one of literal, word and regex")) }
        if values["say"] == nil { mistakes.append((nil, "say is missing; expected what is to be spoken")) }
        return mistakes
    }

    private static func find(in values: TOMLTable) -> PronunciationDictionary.Find? {
        if let text = values["literal"]?.string { return .literal(text) }
        if let text = values["word"]?.string { return .word(text) }
        return values["regex"]?.string.map { .regex($0) }
    }
}

/// Where the entries of a dictionary and their keys stand, for errors a person can act on.
private struct EntryPlaces {
    private var entries: [(line: Int, keys: [String: KeyPlaces.Place])] = []
    private let others: KeyPlaces

    init(_ text: String) {
        others = KeyPlaces(text)
        let isEnd = { (character: Character) in character == "\n" || character == "\r\n" }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
            let indent = line.prefix { $0 == " " || $0 == "\t" }.count
            let content = line.dropFirst(indent)
            if content.hasPrefix("[[") {
                entries.append((index + 1, [:]))
            } else if let equals = content.firstIndex(of: "="), !entries.isEmpty {
                let key = content[..<equals].filter { !" \t\"'".contains($0) }
                if entries[entries.count - 1].keys[key] == nil {
                    entries[entries.count - 1].keys[key] = KeyPlaces.Place(line: index + 1, column: indent + 1)
                }
            }
        }
    }

    func place(entry: Int?, key: String?) -> KeyPlaces.Place {
        guard let entry, entries.indices.contains(entry) else { return others.place(of: [key ?? "entry"]) }
        return key.flatMap { entries[entry].keys[$0] } ?? KeyPlaces.Place(line: entries[entry].line, column: 1)
    }
}
