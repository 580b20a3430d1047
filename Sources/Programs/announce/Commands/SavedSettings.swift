import ArgumentParser
import Glibc
import Messages
import System
import TOML

/// The user's choice in a separate file (O8). Written by the command, because the daemon's sandbox allows no writing.
///
/// The unsafe expression is a system call with a string.
enum SavedSettings {
    /// Returns the error for settings that can't be saved.
    /// - Parameter sentence: the reason, the file and what to do.
    static func failure(_ sentence: String) -> CommandError { CommandError(Exit.refused, sentence) }

    /// The maximum length of a file, in bytes: many times the length of a file with all settings.
    static let longestFile = 1 << 16

    /// Adds the settings named in `names` to those saved in `file`, whose folder is locked.
    static func save(_ names: [UserSettings.Name], of settings: UserSettings, in file: String) throws(CommandError) {
        let present = names.filter { settings.text(of: $0) != nil }
        guard !present.isEmpty else {
            throw failure(
                names.isEmpty
                    ? "nothing was changed since the configuration was read, so nothing is saved; change a setting first, or name it with its value"
                    : "\(names[0].rawValue): not set, so nothing is saved; give it a value: `announce settings \(names[0].rawValue) VALUE --save`"
            )
        }
        var lines = try read(file)
        // Language and voice replace each other, as in a change.
        if names.contains(.language) || names.contains(.voice) { lines[.language] = nil; lines[.voice] = nil }
        for name in present { lines[name] = literal(settings, name) }
        let comment = "# Written by `announce settings --save`; it wins over the configuration. `announce settings --forget` removes it.\n"
        try write(
            comment + UserSettings.Name.allCases.compactMap { name in lines[name].map { "\(name.configurationKey) = \($0)\n" } }.joined(),
            to: file)
    }

    /// Removes the file; returns false if there is none.
    static func remove(_ file: String) throws(CommandError) -> Bool {
        if unsafe unlink(file) == 0 { return true }
        if errno == ENOENT || errno == ENOTDIR { return false }
        throw failure("\(file) can't be removed \(reason(errno))")
    }

    // MARK: TOML

    private static func literal(_ settings: UserSettings, _ name: UserSettings.Name) -> String {
        let text = settings.text(of: name) ?? ""
        return switch name {
        case .rate, .pitch, .inflection, .volume, .interval, .hints, .earcons: text
        default: quoted(text)
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            guard scalar.value < 0x20 || scalar.value == 0x7f else { return "\(scalar)" }
            return "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        }
        return "\"\(escaped.joined())\""
    }

    /// Returns the saved settings, in TOML.
    private static func read(_ file: String) throws(CommandError) -> [UserSettings.Name: String] {
        guard let text = try text(of: file) else { return [:] }
        let document = TOMLDocument(text)
        func mistake(_ place: TOMLPlace, _ message: String) -> CommandError {
            failure("\(file):\(place.line):\(place.column): \(message); correct it, or remove it with `announce settings --forget`")
        }
        if let first = document.mistakes.first { throw mistake(first.place, first.message) }
        var saved: [UserSettings.Name: String] = [:]
        for section in document.table.keys {
            guard let item = document.table[section] else { continue }
            guard let table = item.value.table else { throw mistake(item.place, "\"\(section)\" is not a section of saved settings") }
            for key in table.keys {
                guard let item = table[key] else { continue }
                let name = UserSettings.Name.allCases.first { $0.configurationKey == "\(section).\(key)" }
                guard let name, let text = written(item.value) else {
                    throw mistake(item.place, "\"\(section).\(key)\" is not a saved setting")
                }
                saved[name] = text
            }
        }
        return saved
    }

    private static func written(_ value: TOMLValue) -> String? {
        switch value {
        case .string(let text): quoted(text)
        case .integer(let number): "\(number)"
        case .float(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .date, .array, .table: nil
        }
    }
}
