import Glibc

/// Where `--wav` is to write: looked at before the daemon begins, for later only the log would tell of a mistake.
///
/// The unsafe expressions are system calls on strings that live for the call.
enum WAVDestination {
    /// What is wrong with the path, and what to do; nil: it can be written. Nothing is created or changed: what is there stays until there is
    /// sound to take its place.
    static func mistake(in path: String) -> String? {
        // Not blocking: the path may be a pipe's that nobody reads.
        let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 {
            defer { close(descriptor) }
            return lseek(descriptor, 0, SEEK_END) >= 0 ? nil : sentence(errno, path)
        }
        guard errno == ENOENT else { return sentence(errno, path) }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return unsafe access(folder, W_OK | X_OK) == 0 ? nil : sentence(errno, path)
    }

    private static func sentence(_ code: CInt, _ path: String) -> String {
        let advice =
            switch code {
            case ENOENT, ENOTDIR: "create its folder first, or choose another place"
            case EACCES, EROFS, EPERM: "choose a place that you may write to"
            case ESPIPE, ENXIO: "choose a regular file, since its header is written last"
            default: "choose another file"
            }
        return "--wav \(path) can't be written (\(unsafe String(cString: strerror(code)))): \(advice)"
    }
}
