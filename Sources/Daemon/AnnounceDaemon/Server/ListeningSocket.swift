import AnnounceProtocol
import Glibc
import NIOCore
import NIOPosix
import System

/// A socket that clients connect to: either the daemon's own, created where no other daemon listens, for the user alone, and removed at the
/// end; or the service manager's, which outlives the daemon.
package struct ListeningSocket {
    /// The number of connections that may wait to be accepted.
    static let backlog: CInt = 256

    let channel: any Channel
    let path: String
    /// Identifies the socket's file; nil if it has none.
    private let inode: ino_t?
    /// Whether the daemon created the file, and removes it at the end.
    let isOwn: Bool
    /// The index of the front door of the socket's clients.
    var door = 0

    /// Why the socket is not available, and what to do.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
        /// Whether another daemon listens there.
        package var isTaken = false
    }

    /// Binds `path`: creates its folder (0700) if necessary, replaces a socket on which nothing listens, and refuses a socket in use.
    /// Blocks for a moment, or up to a second if another daemon is starting there.
    /// - Parameters:
    ///   - option: the option that names another path, for messages.
    ///   - isTemporary: whether a daemon that is not temporary may take the socket.
    ///   - waits: whether to wait for another daemon that is starting there. Only while this daemon starts: then no clients wait except
    ///     those kept over a restart.
    static func open(
        _ path: String, option: String = "--socket", isTemporary: Bool = false, waits: Bool = true, bootstrap: ServerBootstrap
    ) throws -> EventLoopFuture<ListeningSocket> {
        if let mistake = SocketPath.mistake(in: path, setting: option) { throw Failure(description: mistake) }
        var folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        if folder.isEmpty { folder = "/" }
        try makeFolder(folder, option)
        // Two daemons that start at once would examine the same socket; the folder's lock lets one go first.
        let lock = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Failure(description: "\(folder): can't be opened: \(reason(errno))") }
        defer { close(lock) }
        try acquire(lock, of: folder, tries: waits ? 50 : 1)
        try removeStale(path, option, isTemporary: isTemporary)
        // SwiftNIO would remove the file at the end, even if another daemon has replaced it.
        let descriptor: CInt
        do throws(UnixSocket.Failure) {
            descriptor = try UnixSocket.bound(to: path)
        } catch {
            throw Failure(description: "\(path): can't listen there: \(error.reason)")
        }
        var status = stat()
        guard unsafe chmod(path, isTemporary ? 0o600 | temporaryMark : 0o600) == 0, unsafe lstat(path, &status) == 0 else {
            close(descriptor)
            throw Failure(description: "\(path): can't be made the user's alone: \(reason(errno))")
        }
        guard listen(descriptor, backlog) == 0 else {
            close(descriptor)
            throw Failure(description: "\(path): can't listen there: \(reason(errno))")
        }
        let inode = status.st_ino
        return adopt(descriptor, bootstrap: bootstrap).map { ListeningSocket(channel: $0.channel, path: path, inode: inode, isOwn: true) }
    }

    /// Serves a socket that the service manager created and listens on. Clients that connect while no daemon runs wait there for the next
    /// daemon.
    /// - Parameter touches: whether to touch the socket's file. This informs clients that wait without connecting, because connecting would
    ///   start a daemon.
    static func adopt(_ descriptor: CInt, touches: Bool = false, bootstrap: ServerBootstrap) -> EventLoopFuture<ListeningSocket> {
        bootstrap.withBoundSocket(descriptor).map { channel in
            // The bootstrap has shortened the queue, for the service manager too; restore it.
            _ = listen(descriptor, backlog)
            if touches, let path = channel.localAddress?.pathname { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }
            let path = channel.localAddress?.pathname
            var status = stat()
            let inode = path.flatMap { unsafe lstat($0, &status) == 0 ? status.st_ino : nil }
            return ListeningSocket(channel: channel, path: path ?? "socket \(descriptor)", inode: inode, isOwn: false)
        }
    }

    /// Marks the socket of a temporary daemon with the sticky bit, which has no other meaning for sockets (`srw------T`).
    private static let temporaryMark: mode_t = S_ISVTX

    private static func removeStale(_ path: String, _ option: String, isTemporary: Bool) throws {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(description: "\(path): exists and is not a socket; remove it, or name another with \(option)")
        }
        if isTemporary || status.st_mode & temporaryMark == 0 { try checkNoOneListens(path, option) }
        guard unsafe unlink(path) == 0 else { throw Failure(description: "\(path): stale, and can't be removed: \(reason(errno))") }
    }

    /// Whether the file at the socket's path is still its own, so that clients reach it.
    var isInPlace: Bool {
        guard let inode else { return true }
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_ino == inode
    }

    /// Removes the socket's file, unless another has replaced it or it is the service manager's.
    func remove() {
        if isOwn, isInPlace { unsafe unlink(path) }
    }

    /// Throws if a program has a socket there.
    private static func checkNoOneListens(_ path: String, _ option: String) throws {
        do throws(UnixSocket.Failure) {
            guard try UnixSocket.isBound(at: path) else { return }
        } catch {
            throw Failure(
                description: "\(path): may belong to a running daemon (\(error.reason)); stop it, or name another with \(option)")
        }
        let advice =
            option == "--socket"
            ? "another announced listens there; use it (`announce status`), stop it," : "another server listens there; stop it,"
        throw Failure(description: "\(path): \(advice) or name another with \(option)", isTaken: true)
    }

    /// Locks the folder. Another daemon that is starting holds the lock only briefly.
    private static func acquire(_ lock: CInt, of folder: String, tries: Int) throws {
        for attempt in 1...tries {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            if attempt < tries { usleep(20_000) }
        }
        throw Failure(description: "\(folder): can't be locked (\(reason(errno))): is another announced starting? Try again")
    }

    private static func makeFolder(_ folder: String, _ option: String) throws {
        guard unsafe mkdir(folder, 0o700) != 0 else { return }
        switch errno {
        case EEXIST:
            // A folder with this name must belong to the user alone; any other folder is the user's own choice.
            guard folder.hasSuffix("/announced") else { return }
            var status = stat()
            guard unsafe lstat(folder, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR else {
                throw Failure(
                    description: "\(folder): is not a folder that belongs to you; remove it, or name another socket with \(option)")
            }
            if status.st_mode & 0o077 != 0 { _ = unsafe chmod(folder, 0o700) }
            return
        case ENOENT:
            let missing = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            let advice = "create it, set XDG_RUNTIME_DIR to a folder that exists, or name another socket with \(option)"
            throw Failure(
                description: "\(folder): can't be made, because there is no folder \(missing.isEmpty ? "here" : missing); \(advice)")
        default: throw Failure(description: "\(folder): can't be made: \(reason(errno)); name another socket with \(option)")
        }
    }

    private static func reason(_ code: CInt) -> String { String(systemError: code) }
}
