import AnnounceProtocol
import Glibc
import NIOCore
import NIOPosix

/// The daemon's own socket: made where no other daemon listens, for the user alone, and removed at the end.
struct ListeningSocket {
    let channel: any Channel
    let path: String
    private let inode: ino_t

    /// Why the socket can't be had, and what to do.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Binds `path`: makes its folder (0700) if it is missing, replaces a socket that nobody listens on, refuses one that somebody does.
    static func open(_ path: String, bootstrap: ServerBootstrap) async throws -> ListeningSocket {
        guard path.utf8.count <= SocketPath.maximumLength else {
            throw Failure(description: "\(path): too long for a socket; expected at most \(SocketPath.maximumLength) bytes")
        }
        let folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        try makeFolder(folder.isEmpty ? "/" : folder)
        // Two daemons that start at once look at the same socket: the folder's lock lets one after the other.
        let lock = unsafe Glibc.open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Failure(description: "\(folder): can't be opened: \(reason(errno))") }
        defer { close(lock) }
        try await take(lock, of: folder)

        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw Failure(description: "\(path): exists and is no socket; remove it, or name another with --socket")
            }
            try await makeSureNobodyListens(path)
            guard unsafe unlink(path) == 0 else { throw Failure(description: "\(path): stale, and can't be removed: \(reason(errno))") }
        }
        let channel: any Channel
        do {
            channel = try await bootstrap.bind(unixDomainSocketPath: path).get()
        } catch {
            throw Failure(description: "\(path): can't listen there: \(error)")
        }
        guard unsafe chmod(path, 0o600) == 0, unsafe lstat(path, &status) == 0 else {
            throw Failure(description: "\(path): can't be made the user's alone: \(reason(errno))")
        }
        return ListeningSocket(channel: channel, path: path, inode: status.st_ino)
    }

    /// Removes the socket's file, unless somebody put another there.
    func remove() {
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_ino == inode { unsafe unlink(path) }
    }

    /// Only a refused connection shows that nobody listens: a daemon that is busy, or another user's, refuses in other ways or not at all.
    private static func makeSureNobodyListens(_ path: String) async throws {
        do {
            let probe = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(2)).connect(unixDomainSocketPath: path).get()
            try? await probe.close()
        } catch let error as IOError where error.errnoCode == ECONNREFUSED {
            return
        } catch {
            throw Failure(description: "\(path): may belong to a daemon that runs (\(error)); stop it, or name another with --socket")
        }
        throw Failure(
            description: "\(path): another announced listens there; use it (`announce status`), stop it, or name another with --socket")
    }

    /// Locks the folder; another daemon that is starting holds the lock for a moment only.
    private static func take(_ lock: CInt, of folder: String) async throws {
        for _ in 0..<50 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure(description: "\(folder): can't be locked (\(reason(errno))): is another announced starting? Try again")
    }

    private static func makeFolder(_ folder: String) throws {
        guard unsafe mkdir(folder, 0o700) != 0 else { return }
        switch errno {
        case EEXIST:
            // A folder of that name is ours alone, or it is not used; any other is the user's own choice.
            guard folder.hasSuffix("/announced") else { return }
            var status = stat()
            guard unsafe lstat(folder, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR else {
                throw Failure(description: "\(folder): is no folder of yours; remove it, or name another socket with --socket")
            }
            if status.st_mode & 0o077 != 0 { _ = unsafe chmod(folder, 0o700) }
            return
        case ENOENT:
            throw Failure(
                description:
                    "\(folder): can't be made, for what it stands in does not exist; set XDG_RUNTIME_DIR, or name a socket with --socket")
        default: throw Failure(description: "\(folder): can't be made: \(reason(errno))")
        }
    }

    private static func reason(_ code: CInt) -> String { unsafe String(cString: strerror(code)) }
}
