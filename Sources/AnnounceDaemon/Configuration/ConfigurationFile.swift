import Narration
import TOMLKit

/// Reads a configuration file, strictly: an unknown key or a wrong value is a mistake with its place.
package enum ConfigurationFile {
    /// Something wrong in the file.
    package struct Mistake: Sendable, Equatable, CustomStringConvertible {
        package var file: String
        /// Counted from 1.
        package var line: Int
        /// Counted from 1.
        package var column: Int
        package var message: String

        package var description: String { "\(file):\(line):\(column): \(message)" }
    }

    /// All that is wrong in a file.
    package struct Mistakes: Error, Sendable, CustomStringConvertible {
        package var all: [Mistake]
        package var description: String { all.map(\.description).joined(separator: "\n") }
    }

    /// What `text` says, over `defaults`.
    /// - Throws: ``Mistakes``, every one that is in the file; with a syntax error only that.
    package static func configuration(
        from text: String, file: String, defaults: Configuration
    ) throws(Mistakes) -> Configuration {
        let table = try table(from: text, file: file)
        var configuration = defaults
        var mistakes: [Mistake] = []
        let places = KeyPlaces(text)
        func mistake(_ path: [String], _ message: String) {
            let place = places.place(of: path)
            mistakes.append(Mistake(file: file, line: place.line, column: place.column, message: message))
        }
        for section in table.keys {
            guard ConfigurationKey.sections.contains(section) else {
                mistake([section], unknown(section, among: ConfigurationKey.sections, as: "section"))
                continue
            }
            guard let values = table[section]?.table else {
                mistake([section], "\(section): expected a section, [\(section)]")
                continue
            }
            func read(_ values: TOMLTable, _ keys: [ConfigurationKey], at path: [String]) {
                for name in values.keys {
                    guard let key = keys.first(where: { $0.name == name }), let value = values[name] else {
                        mistake(path + [name], unknown(name, among: keys.map(\.name), as: "key of [\(path.joined(separator: "."))]"))
                        continue
                    }
                    if key.name == "words", let table = value.table {
                        for (name, problem) in WordsTable.problems(in: table) { mistake(path + ["words"] + name, problem) }
                        if WordsTable.problems(in: table).isEmpty { _ = key.set(value, &configuration) }
                    } else if !key.set(value, &configuration) {
                        mistake(path + [name], "\(path.joined(separator: ".")).\(name): expected \(key.allowed)")
                    }
                }
            }
            guard section == "apps" else {
                read(values, ConfigurationKey.all.filter { $0.section == section }, at: [section])
                continue
            }
            for app in values.keys {
                guard let own = values[app]?.table else {
                    mistake([section, app], "apps.\(app): expected a section, [apps.\"\(app)\"]")
                    continue
                }
                read(own, ConfigurationKey.ofApp(app), at: [section, app])
            }
        }
        if !mistakes.isEmpty { throw Mistakes(all: mistakes.sorted { ($0.line, $0.column) < ($1.line, $1.column) }) }
        return configuration
    }

    /// The table that a file is, whatever is in it.
    static func table(from text: String, file: String) throws(Mistakes) -> TOMLTable {
        if let place = Self.firstNUL(in: text) {
            // The parser is C's: it would take the NUL for the file's end.
            throw Mistakes(all: [Mistake(file: file, line: place.line, column: place.column, message: "a NUL; expected text")])
        }
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw Mistakes(all: [
                Mistake(file: file, line: error.source.begin.line, column: error.source.begin.column, message: error.description)
            ])
        } catch {
            throw Mistakes(all: [Mistake(file: file, line: 1, column: 1, message: "\(error)")])
        }
    }

    private static func firstNUL(in text: String) -> KeyPlaces.Place? {
        guard let end = text.unicodeScalars.firstIndex(of: "\0") else { return nil }
        let before = text.unicodeScalars[..<end].split(separator: "\n", omittingEmptySubsequences: false)
        return KeyPlaces.Place(line: before.count, column: (before.last?.count ?? 0) + 1)
    }

    private static func unknown(_ name: String, among known: [String], as kind: String) -> String {
        let nearest = NearMatches.of(name, in: known).first.map { "did you mean \"\($0)\"? " } ?? ""
        return "\"\(name)\" is no \(kind); \(nearest)allowed: \(known.joined(separator: ", "))"
    }
}
