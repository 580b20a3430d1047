import Glibc
import System

// Reading, replacing and locking the file as a whole. Each unsafe expression is a system call with strings and structures that are valid
// for the call.
extension SavedSettings {
    /// Returns a system error's description in parentheses, and what to do.
    static func reason(_ code: CInt) -> String {
        let advice =
            switch code {
            case ENOSPC, EDQUOT: "; free some space"
            case EACCES, EPERM: "; give yourself the right to read and write it, and to write to its folder"
            case EROFS: "; choose another place with XDG_STATE_HOME in the daemon's environment"
            case ENOENT: "; remove the broken link that is in the place of its folder"
            case ENOTDIR: "; remove the file that is in the place of its folder"
            case EISDIR: "; remove that folder"
            default: ""
            }
        return "(\(String(systemError: code)))\(advice)"
    }

    /// Returns the file's text; nil if there is none.
    static func text(of file: String) throws(CommandError) -> String? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("\(file) can't be replaced \(errno == ELOOP ? "(it is a symbolic link); remove the link" : reason(errno))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longestFile else {
            throw failure("\(file) can't be replaced (it is not a file with settings); remove it")
        }
        var bytes = [UInt8](repeating: 0, count: longestFile)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure("\(file) can't be read \(reason(errno))") }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else { throw failure("\(file) is not UTF-8; remove it") }
        return text
    }

    /// Creates the file's folder, and locks it against other commands that save there.
    /// - Returns: the folder's descriptor; the lock ends when it is closed.
    static func lockFolder(of file: String) throws(CommandError) -> CInt {
        try makeFolder(of: file)
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("\(file) can't be written \(reason(errno))") }
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return descriptor
    }

    /// Replaces the file atomically: a reader sees either the old file or the new one.
    static func write(_ text: String, to file: String) throws(CommandError) {
        let new = "\(file).\(getpid())"
        _ = unsafe unlink(new)
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("\(file) can't be written \(reason(errno))") }
        let bytes = Array(text.utf8)
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let isWritten = count == bytes.count && fsync(descriptor) == 0
        let code = count >= 0 && count < bytes.count ? ENOSPC : errno
        close(descriptor)
        if isWritten, unsafe rename(new, file) == 0 { return }
        let cause = isWritten ? errno : code
        _ = unsafe unlink(new)
        throw failure("\(file) can't be written \(reason(cause))")
    }

    /// Creates the folders that lead to the file.
    private static func makeFolder(of file: String) throws(CommandError) {
        var end = file.startIndex
        while let slash = file[file.index(after: end)...].firstIndex(of: "/") {
            let folder = String(file[..<slash])
            if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
                let code = errno
                if unsafe access(folder, X_OK) != 0 { throw failure("\(file): the folder \(folder) can't be created \(reason(code))") }
            }
            end = slash
        }
    }
}
