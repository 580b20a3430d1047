import Glibc

// OutputFile opens the files named by `--wav` and similar options, for all programs.

/// Opens files to create or overwrite.
///
/// A symbolic link is followed only if it belongs to the user or to root, and leads to a file of the user or to a device. In a folder that
/// others can write to, another user could have placed it.
///
/// Each unsafe expression is a system call with strings and structures that are valid for the call.
package enum OutputFile {
    /// Why a file can't be written, and what to do about it.
    package struct Failure: Error {
        /// The system's error number.
        package let code: CInt
        /// The system call that failed.
        package let cause: String
        package let reason: String
        package let advice: String

        package init(code: CInt, cause: String) {
            self.code = code
            self.cause = cause
            reason = String(systemError: code)
            advice =
                switch code {
                case ENOSPC, EDQUOT: "free some space, or choose another place"
                case ENOENT, ENOTDIR: "create its folder first, or choose another place"
                case EACCES, EROFS, EPERM: "choose a place that you may write to"
                case ESPIPE: "choose a regular file, since its header is written last"
                case ENXIO: "start the pipe's reader first, or choose a regular file"
                default: "choose another file"
                }
        }

        fileprivate static let foreignLink = Failure(
            code: ELOOP, cause: "open", reason: "it is a symbolic link of another user's, or to another user's file",
            advice: "remove the link, or choose another file")

        private init(code: CInt, cause: String, reason: String, advice: String) {
            (self.code, self.cause, self.reason, self.advice) = (code, cause, reason, advice)
        }
    }

    /// Opens the file at `path`, and creates it if it is missing.
    /// - Parameters:
    ///   - empties: Whether to discard its contents.
    ///   - mode: `O_WRONLY` or `O_RDWR`.
    /// - Returns: The descriptor.
    package static func open(_ path: String, empties: Bool, mode: CInt = O_WRONLY) throws(Failure) -> CInt {
        var descriptor = unsafe Glibc.open(path, mode | flags)
        if descriptor < 0, errno == ENOENT {
            // O_EXCL follows no link. A dangling link may be followed only if no other user could have placed it.
            let isLink = try linkIsTrusted(path)
            descriptor = unsafe Glibc.open(path, mode | flags | O_CREAT | (isLink ? 0 : O_EXCL), 0o644)
        }
        guard descriptor >= 0 else { throw Failure(code: errno, cause: "open") }
        do throws(Failure) {
            let kind = try verify(descriptor, path)
            if empties, kind == S_IFREG, ftruncate(descriptor, 0) != 0 { throw Failure(code: errno, cause: "ftruncate") }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Checks whether ``open(_:empties:mode:)`` would succeed, as far as possible without creating or changing a file.
    /// - Parameter mayBePipe: whether a pipe is allowed, in which the header can't be written last. Opening a pipe would end its reader.
    package static func check(_ path: String, mayBePipe: Bool = false) throws(Failure) {
        var status = stat()
        if mayBePipe, unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return }
        let descriptor = unsafe Glibc.open(path, O_WRONLY | flags)
        if descriptor >= 0 {
            defer { close(descriptor) }
            _ = try verify(descriptor, path)
            guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw Failure(code: errno, cause: "lseek") }
            return
        }
        guard errno == ENOENT else { throw Failure(code: errno, cause: "open") }
        _ = try linkIsTrusted(path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe access(folder, W_OK | X_OK) == 0 else { throw Failure(code: errno, cause: "access") }
    }

    /// Returns, as a sentence for the user, why the file of an option can't be written and what to do; nil if it can. An existing file
    /// stays unchanged.
    package static func mistake(in path: String, of option: String = "--wav", mayBePipe: Bool = false) -> String? {
        do throws(Failure) {
            try check(path, mayBePipe: mayBePipe)
            return nil
        } catch {
            return "\(option) \(path) can't be written (\(error.reason)): \(error.advice)"
        }
    }

    /// Non-blocking, because the path may be a pipe without a reader.
    private static let flags = O_NONBLOCK | O_CLOEXEC

    /// Checks that the opened file is the one to write to.
    /// - Returns: Its type: `S_IFREG` …
    private static func verify(_ descriptor: CInt, _ path: String) throws(Failure) -> mode_t {
        var file = stat()
        guard unsafe fstat(descriptor, &file) == 0 else { throw Failure(code: errno, cause: "fstat") }
        let kind = file.st_mode & S_IFMT
        if try linkIsTrusted(path) {
            guard kind != S_IFREG || file.st_uid == geteuid() else { throw .foreignLink }
        } else {
            // Check after opening: if a link led to this file, the path's own entry differs from it.
            var entry = stat()
            guard unsafe lstat(path, &entry) == 0 else { throw Failure(code: errno, cause: "lstat") }
            guard entry.st_ino == file.st_ino, entry.st_dev == file.st_dev else { throw .foreignLink }
        }
        return kind
    }

    /// Returns whether `path` is a symbolic link that belongs to the user or to root.
    /// - Throws: ``Failure`` if it is another user's link.
    private static func linkIsTrusted(_ path: String) throws(Failure) -> Bool {
        var entry = stat()
        guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFLNK else { return false }
        guard entry.st_uid == geteuid() || entry.st_uid == 0 else { throw .foreignLink }
        return true
    }
}
