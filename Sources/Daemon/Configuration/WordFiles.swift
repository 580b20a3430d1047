import FoundationEssentials
import Messages
package import Narration

/// Reads the word tables, both the installed ones and the user's own: `LANGUAGE.toml` in a folder `words` (E6). Each mistake has a
/// position, and the rest takes effect.
package enum WordFiles {
    /// A mistake in a word table, with its position.
    package typealias Mistake = ConfigurationFile.Mistake

    /// Returns the folders to look in. A table in a later folder takes precedence.
    /// - Parameter share: The folder of installed data, such as `/usr/share/announced`.
    package static func folders(share: String?, environment: (String) -> String?) -> [String] {
        ([share].compactMap { $0 } + ConfigurationLocation.folders(environment: environment).reversed()).map { "\($0)/words" }
    }

    /// Returns the paths of the tables in `folders`, and the folders that can't be read.
    package static func files(in folders: [String]) -> (files: [String], mistakes: [Mistake]) {
        var files: [String] = []
        var mistakes: [Mistake] = []
        for folder in folders where FileManager.default.fileExists(atPath: folder) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
                mistakes.append(mistake(in: folder, "can't be read; expected a folder of word tables"))
                continue
            }
            // Editors leave hidden files next to the ones they edit.
            files += names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
        }
        return (files, mistakes)
    }

    /// Returns the words in `files` by language, and every mistake. If a file lacks a word, it is taken from the language's previous table,
    /// otherwise from the built-in or the English one.
    package static func tables(in files: [String]) -> (tables: [String: Words], mistakes: [Mistake]) {
        var tables: [String: Words] = [:]
        var mistakes: [Mistake] = []
        for file in files {
            do throws(Mistake) {
                let text = try ConfigurationLocation.text(of: file)
                let language = try language(of: file)
                // The built-in tables are also installed as files.
                guard tables[language] != nil || text != WordTables.file(of: language) else { continue }
                let table = WordTable(file: text, language: language)
                mistakes += ConfigurationFile.mistakes(table.mistakes, in: file)
                guard !table.texts.isEmpty else { continue }
                let former = LanguageTag(language).beginnings.lazy.compactMap { tables[$0] }.first ?? WordTables.words(for: language)
                tables[language] = Words(language: language, former: former, texts: table.texts)
            } catch {
                mistakes.append(error)
            }
        }
        return (tables, mistakes)
    }

    private static let suffix = ".toml"

    /// Returns the language that a file's name states.
    private static func language(of file: String) throws(Mistake) -> String {
        let name = file.split(separator: "/").last ?? ""
        let tag = name.hasSuffix(suffix) ? name.dropLast(suffix.count) : ""
        let subtags = LanguageTag(tag).subtags
        let isTag = !tag.contains(".") && subtags.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
        guard isTag, let base = subtags.first, (2...3).contains(base.count) else {
            throw mistake(in: file, "expected a language's tag as the file's name, such as nl.toml or pt-br.toml")
        }
        return LanguageTag(tag).text
    }

    private static func mistake(in file: String, _ message: String) -> Mistake {
        Mistake(file: file, line: 1, column: 1, message: message)
    }
}
