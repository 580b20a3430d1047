package import Messages
import Narration
import TOML

/// Parses a configuration file strictly: an unknown key or a wrong value is a mistake with a position. The rest of the file takes effect
/// nevertheless.
package enum ConfigurationFile {
    /// A mistake in a file of the user, with its position.
    package struct Mistake: Error, Sendable, Equatable, CustomStringConvertible {
        package var file: String
        /// From 1.
        package var line: Int
        /// From 1.
        package var column: Int
        package var message: String
        /// The number of mistakes. If more than 1, this stands for all mistakes beyond the listed ones, from this position on.
        package var count = 1

        package var description: String { "\(file):\(line):\(column): \(message)" }

        /// The mistake as it appears in the daemon's status.
        package var inStatus: Status.Mistake { count == 1 ? .worded(description) : .others(description, count: count) }
    }

    /// All mistakes, for callers that accept only a file without any.
    package struct Mistakes: Error, Sendable, CustomStringConvertible {
        package var all: [Mistake]
        package var description: String { all.map(\.description).joined(separator: "\n") }

        package init(all: [Mistake]) {
            self.all = all
        }
    }

    /// Returns the settings in `text` on top of `defaults`, and the mistakes in the order of the text.
    package static func configuration(
        from text: String, file: String, defaults: Configuration
    ) -> (configuration: Configuration, mistakes: [Mistake]) {
        let document = TOMLDocument(text)
        var reader = ConfigurationReader(configuration: defaults, mistakes: TOMLMistakes(document.mistakes))
        reader.read(document.table)
        return (reader.configuration, mistakes(reader.mistakes, in: file))
    }

    /// Returns the user's saved choice in `text` on top of `configuration` (O8), and the mistakes.
    static func choice(
        from text: String, file: String, over configuration: Configuration
    ) -> (configuration: Configuration, mistakes: [Mistake]) {
        let document = TOMLDocument(text)
        var chosen = configuration
        chosen.speech = SpeechAttributes()
        var reader = ConfigurationReader(
            configuration: chosen, mistakes: TOMLMistakes(document.mistakes), keys: ConfigurationKey.chosen)
        reader.read(document.table)
        // A saved language must not be combined with the voice that the hand-written file names.
        reader.configuration.speech = reader.configuration.speech.over(configuration.speech)
        return (reader.configuration, mistakes(reader.mistakes, in: file))
    }

    /// The maximum length of a message, in characters, because it may quote the file.
    private static let longestMessage = 400

    /// Returns the mistakes of a file; the last one stands for all unlisted mistakes.
    static func mistakes(_ mistakes: TOMLMistakes, in file: String) -> [Mistake] {
        var listed = mistakes.listed.map { mistake in
            let isLong = mistake.message.count > longestMessage
            let message = isLong ? mistake.message.prefix(longestMessage) + "…" : mistake.message[...]
            return Mistake(file: file, line: mistake.place.line, column: mistake.place.column, message: String(message))
        }
        let others = 1 + mistakes.count - listed.count
        if others > 1 {
            listed[listed.count - 1].count = others
            listed[listed.count - 1].message = "and \(others) more mistakes from here on"
        }
        return listed
    }
}

/// Applies the tables of a file to a configuration.
private struct ConfigurationReader {
    var configuration: Configuration
    var mistakes: TOMLMistakes
    var keys = ConfigurationKey.all

    mutating func read(_ file: TOMLTable) {
        let sections = ConfigurationKey.sections.filter { section in
            keys.contains { $0.section == section } || section == "apps" && keys.count == ConfigurationKey.all.count
        }
        for section in file.keys {
            guard let item = file[section] else { continue }
            guard sections.contains(section) else {
                note(item, Self.unknown(section, among: sections, as: "section"))
                continue
            }
            guard let values = item.value.table else {
                note(item, "\(section): expected a section, [\(section)]")
                continue
            }
            if section == "apps" {
                readApps(values, at: section, ConfigurationKey.ofApp)
            } else {
                read(values, keys.filter { $0.section == section }, of: section)
            }
        }
    }

    private mutating func readApps(_ apps: TOMLTable, at section: String, _ keys: (String) -> [ConfigurationKey]) {
        for app in apps.keys {
            guard let item = apps[app] else { continue }
            guard let own = item.value.table else {
                note(item, "\(section).\(app): expected a section, [\(section).\"\(app)\"]")
                continue
            }
            read(own, keys(app), of: "\(section).\(app)")
        }
    }

    private mutating func read(_ values: TOMLTable, _ keys: [ConfigurationKey], of section: String) {
        for name in values.keys {
            guard let item = values[name] else { continue }
            guard let key = keys.first(where: { $0.name == name }) else {
                note(item, Self.unknown(name, among: keys.map(\.name), as: "key of [\(section)]"))
                continue
            }
            if key.name == "words", let table = item.value.table {
                let words = WordTable(table, at: "description.words.")
                for (name, text) in words.texts { configuration.narration.words[name.text] = text }
                mistakes += words.mistakes
            } else if key.name == "apps", let table = item.value.table {
                readApps(table, at: "\(section).apps", ConfigurationKey.ofWatchedApp)
            } else if !key.set(item.value, &configuration) {
                note(item, "\(section).\(name): expected \(key.allowed)")
            }
        }
    }

    private mutating func note(_ item: TOMLItem, _ message: @autoclosure () -> String) { mistakes.add(item.place, message()) }

    private static func unknown(_ name: String, among known: [String], as kind: String) -> String {
        let nearest = NearMatches.of(name, in: known).first.map { "did you mean \"\($0)\"? " } ?? ""
        return "\"\(name)\" is not a \(kind); \(nearest)allowed: \(known.joined(separator: ", "))"
    }
}
