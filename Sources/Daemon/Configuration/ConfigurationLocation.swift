import FoundationEssentials
import Glibc
import Messages
import Narration
import System

/// Finds and reads the configuration.
package enum ConfigurationLocation {
    /// The maximum length of a file, in bytes.
    static let longestFile = 1 << 20

    /// The result of reading: all valid settings of the files, on top of the defaults.
    package struct Loaded: Sendable {
        package var configuration: Configuration
        /// The configuration file; nil if there is none.
        package var file: String?
        /// The file in which the user's own choice is saved (O8); nil: nowhere.
        package var settingsFile: String?
        /// Whether that file exists.
        package var hasSettings = false
        /// The mistakes in the configuration, the saved settings, the dictionary and the word tables.
        package var mistakes: [ConfigurationFile.Mistake]

        /// Returns the configuration, or throws if there are mistakes.
        package func withoutMistakes() throws(ConfigurationFile.Mistakes) -> Configuration {
            if !mistakes.isEmpty { throw ConfigurationFile.Mistakes(all: mistakes) }
            return configuration
        }
    }

    /// Returns the files to look for, in order: `$XDG_CONFIG_HOME/announced/config.toml` (by default in `~/.config`), then the file in
    /// `/etc/xdg`.
    package static func candidates(environment: (String) -> String?) -> [String] {
        folders(environment: environment).map { "\($0)/config.toml" }
    }

    /// Returns the folders of the user's and the system's files.
    static func folders(environment: (String) -> String?) -> [String] {
        let home = environment("HOME").map { "\($0)/.config" }
        let user = environment("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 } ?? home
        return ([user].compactMap { $0 } + ["/etc/xdg"]).map { "\($0)/announced" }
    }

    /// Returns where the user's choice is saved: next to the configuration file if one was named, otherwise in
    /// `$XDG_STATE_HOME/announced/settings.toml` (by default in `~/.local/state`).
    package static func settingsFile(beside file: String?, environment: (String) -> String?) -> String? {
        if let file {
            let stem = file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
            let path = "\(stem).saved.toml"
            return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        }
        let home = environment("HOME").map { "\($0)/.local/state" }
        // The XDG Base Directory Specification says to ignore relative paths.
        let state = environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        return state.map { "\($0)/announced/settings.toml" }
    }

    /// Reads the configuration from `file`, or from the first default path that has a file; the dictionary that it names; and the word
    /// tables. Without a file, returns the defaults. An unreadable `file` is one of the mistakes.
    /// - Parameter share: The folder of installed data, whose word tables are read too.
    package static func load(file: String?, share: String? = nil, environment: (String) -> String?) -> Loaded {
        var loaded = read(file: file, environment: environment)
        loaded.addSettings(in: settingsFile(beside: file, environment: environment))
        loaded.addDictionary(environment: environment)
        loaded.addWords(in: WordFiles.folders(share: share, environment: environment))
        loaded.configuration.narration.style.isTouchOnly = InputDevices.areTouchOnly()
        return loaded
    }

    /// Reads the configuration from `file` and the dictionary that it names, regardless of the machine and the user.
    package static func load(only file: String) -> Loaded {
        var loaded = read(file: file) { _ in nil }
        if loaded.configuration.text.dictionary != nil { loaded.addDictionary { _ in nil } }
        return loaded
    }

    /// Reads only `file`, or the first default path that has a file.
    package static func read(file: String?, environment: (String) -> String?) -> Loaded {
        let defaults = Configuration(language: LanguageTag(environment: environment).text)
        guard let path = file ?? candidates(environment: environment).first(where: FileManager.default.fileExists(atPath:)) else {
            return Loaded(configuration: defaults, file: nil, mistakes: [])
        }
        do throws(ConfigurationFile.Mistake) {
            let read = ConfigurationFile.configuration(from: try text(of: path), file: path, defaults: defaults)
            return Loaded(configuration: read.configuration, file: path, mistakes: read.mistakes)
        } catch {
            return Loaded(configuration: defaults, file: path, mistakes: [error])
        }
    }

    /// Returns the text of the file at `path`. Never blocks, not even on a FIFO.
    static func text(of path: String) throws(ConfigurationFile.Mistake) -> String {
        func mistake(_ message: String) -> ConfigurationFile.Mistake {
            ConfigurationFile.Mistake(file: path, line: 1, column: 1, message: "\(message); expected a TOML file in UTF-8")
        }
        // SAFETY: system calls with a string and a buffer that are valid for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw mistake("can't be read (\(String(systemError: errno)))") }
        defer { close(descriptor) }
        var status = stat()
        unsafe fstat(descriptor, &status)
        guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else { throw mistake("is not a file") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw mistake("can't be read (\(String(systemError: errno)))") }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= longestFile else { throw mistake("is longer than \(longestFile) bytes") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw mistake("is not valid UTF-8") }
        return text
    }
}

extension ConfigurationLocation.Loaded {
    /// The saved choice overrides the hand-written file.
    fileprivate mutating func addSettings(in file: String?) {
        settingsFile = file
        guard let file, FileManager.default.fileExists(atPath: file) else { return }
        hasSettings = true
        do throws(ConfigurationFile.Mistake) {
            let text = try ConfigurationLocation.text(of: file)
            let read = ConfigurationFile.choice(from: text, file: file, over: configuration)
            configuration = read.configuration
            mistakes += read.mistakes
        } catch {
            mistakes.append(error)
        }
    }

    fileprivate mutating func addDictionary(environment: (String) -> String?) {
        let read = DictionaryFile.load(configuration, environment: environment)
        configuration.narration.dictionary = read.dictionary
        mistakes += read.mistakes
    }

    fileprivate mutating func addWords(in folders: [String]) {
        let found = WordFiles.files(in: folders)
        let read = WordFiles.tables(in: found.files)
        configuration.narration.tables = read.tables
        mistakes += found.mistakes + read.mistakes
    }
}
