import ArgumentParser
import Glibc
import Messages
import TOML

/// The user's choice in a file of its own (O8). The command writes it, not the daemon, which may write nowhere.
///
/// Each unsafe expression is a system call with strings and structures that are valid for the call.
enum SavedSettings {
    /// Why settings can't be saved, with the file and what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The maximum length of a file, in bytes: many times that of one with all settings.
    private static let longestFile = 1 << 16

    /// Adds the settings named in `names` to those saved in `file`.
    static func save(_ names: [UserSettings.Name], of settings: UserSettings, in file: String) throws(Failure) {
        let present = names.filter { settings.text(of: $0) != nil }
        guard !present.isEmpty else {
            throw Failure(
                names.isEmpty
                    ? "nothing was changed since the configuration was read, so nothing is saved; change a setting first, or name it with its value"
                    : "\(names[0].rawValue): not set, so nothing is saved; give it a value: `announce settings \(names[0].rawValue) VALUE --save`"
            )
        }
        var lines = try read(file)
        // One of the two replaces the other, as in a change.
        if names.contains(.language) || names.contains(.voice) { lines[.language] = nil; lines[.voice] = nil }
        for name in present { lines[name] = literal(settings, name) }
        let comment = "# Written by `announce settings --save`; it wins over the configuration. `announce settings --forget` removes it.\n"
        try write(
            comment + UserSettings.Name.allCases.compactMap { name in lines[name].map { "\(name.configurationKey) = \($0)\n" } }.joined(),
            to: file)
    }

    /// Removes the file; returns false if there is none.
    static func remove(_ file: String) throws(Failure) -> Bool {
        if unsafe unlink(file) == 0 { return true }
        if errno == ENOENT || errno == ENOTDIR { return false }
        throw Failure("\(file) can't be removed \(reason(errno))")
    }

    // MARK: TOML

    private static func literal(_ settings: UserSettings, _ name: UserSettings.Name) -> String {
        let text = settings.text(of: name) ?? ""
        return switch name {
        case .rate, .pitch, .volume, .interval, .hints, .earcons: text
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

    /// Returns what is saved, in TOML.
    private static func read(_ file: String) throws(Failure) -> [UserSettings.Name: String] {
        guard let text = try text(of: file) else { return [:] }
        let document = TOMLDocument(text)
        func mistake(_ place: TOMLPlace, _ message: String) -> Failure {
            Failure("\(file):\(place.line):\(place.column): \(message); correct it, or remove it with `announce settings --forget`")
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

    // MARK: Files

    /// Returns a system error's words in parentheses, and what to do.
    private static func reason(_ code: CInt) -> String {
        let advice =
            switch code {
            case ENOSPC, EDQUOT: "; free some space"
            case EACCES, EPERM: "; make its folder your own"
            case EROFS: "; choose another place with XDG_STATE_HOME in the daemon's environment"
            case ENOTDIR: "; remove the file that is in the place of its folder"
            case EISDIR: "; remove that folder"
            default: ""
            }
        return "(\(unsafe String(cString: strerror(code))))\(advice)"
    }

    /// Returns the file's text; nil if there is none.
    private static func text(of file: String) throws(Failure) -> String? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure("\(file) can't be replaced \(errno == ELOOP ? "(it is a symbolic link); remove the link" : reason(errno))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longestFile else {
            throw Failure("\(file) can't be replaced (it is not a file with settings); remove it")
        }
        var bytes = [UInt8](repeating: 0, count: longestFile)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw Failure("\(file) can't be read \(reason(errno))") }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else { throw Failure("\(file) is not UTF-8; remove it") }
        return text
    }

    /// Replaces the file at once: a reader sees the old one or the new one.
    private static func write(_ text: String, to file: String) throws(Failure) {
        try makeFolder(of: file)
        let new = "\(file).\(getpid())"
        _ = unsafe unlink(new)
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure("\(file) can't be written \(reason(errno))") }
        let bytes = Array(text.utf8)
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let isWritten = count == bytes.count && fsync(descriptor) == 0
        let code = count >= 0 && count < bytes.count ? ENOSPC : errno
        close(descriptor)
        if isWritten, unsafe rename(new, file) == 0 { return }
        let cause = isWritten ? errno : code
        _ = unsafe unlink(new)
        throw Failure("\(file) can't be written \(reason(cause))")
    }

    /// Creates the folders that lead to the file.
    private static func makeFolder(of file: String) throws(Failure) {
        var end = file.startIndex
        while let slash = file[file.index(after: end)...].firstIndex(of: "/") {
            let folder = String(file[..<slash])
            if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
                let code = errno
                if unsafe access(folder, X_OK) != 0 { throw Failure("\(file): the folder \(folder) can't be created \(reason(code))") }
            }
            end = slash
        }
    }
}
