import FoundationEssentials
import Narration

/// Where the configuration is, and reading it from there.
package enum ConfigurationLocation {
    /// The files that are looked for, in this order: `$XDG_CONFIG_HOME/announced/config.toml` (else below `~/.config`), then `/etc/xdg`.
    package static func candidates(environment: (String) -> String?) -> [String] {
        let home = environment("HOME").map { "\($0)/.config" }
        let user = environment("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 } ?? home
        return ([user].compactMap { $0 } + ["/etc/xdg"]).map { "\($0)/announced/config.toml" }
    }

    /// The configuration in `file`, or in the first of the usual places that has one, else the defaults; and the dictionary it names.
    /// - Throws: ``ConfigurationFile/Mistakes``; an unreadable `file` is one too.
    package static func load(
        file: String?, environment: (String) -> String?
    ) throws(ConfigurationFile.Mistakes) -> (configuration: Configuration, file: String?) {
        var loaded = try read(file: file, environment: environment)
        loaded.configuration.narration.dictionary = try DictionaryFile.load(loaded.configuration, environment: environment)
        return loaded
    }

    /// The configuration in `file` and the dictionary that it names, and nothing else of this machine or its user.
    /// - Throws: ``ConfigurationFile/Mistakes``.
    package static func load(only file: String) throws(ConfigurationFile.Mistakes) -> Configuration {
        var configuration = try read(file: file) { _ in nil }.configuration
        if configuration.text.dictionary != nil {
            configuration.narration.dictionary = try DictionaryFile.load(configuration) { _ in nil }
        }
        return configuration
    }

    private static func read(
        file: String?, environment: (String) -> String?
    ) throws(ConfigurationFile.Mistakes) -> (configuration: Configuration, file: String?) {
        let defaults = Configuration(language: Configuration.language(environment: environment))
        guard let path = file ?? candidates(environment: environment).first(where: FileManager.default.fileExists(atPath:)) else {
            return (defaults, nil)
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationFile.Mistakes(all: [
                ConfigurationFile.Mistake(file: path, line: 1, column: 1, message: "can't be read; expected a TOML file")
            ])
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ConfigurationFile.Mistakes(all: [
                ConfigurationFile.Mistake(file: path, line: 1, column: 1, message: "is no UTF-8; expected TOML in UTF-8")
            ])
        }
        return (try ConfigurationFile.configuration(from: text, file: path, defaults: defaults), path)
    }
}
