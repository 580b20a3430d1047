import Glibc

/// Reports when another server may listen at a socket's path: inotify watches the socket's folder, or, while that is missing, the nearest
/// folder above it.
///
/// Each unsafe expression is a system call with a string or a buffer that lives for the call.
package struct SocketWatch: ~Copyable {
    /// Which changes of the folder are reported.
    package enum Scope {
        case newFiles
        /// Also a changed mode or time: a server that receives its socket from a service manager touches the file.
        case touchedFiles
    }

    /// Has input when the folder has changed; negative if inotify can't be used.
    package let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    private let path: String?
    private let events: UInt32
    /// The watch on a folder.
    private var watched: CInt = -1

    /// - Parameter path: the socket's path; nil for a socket that can't be watched.
    package init(_ path: String?, for scope: Scope) {
        self.path = path.map { $0.hasPrefix("/") ? $0 : "./\($0)" }
        events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF) | (scope == .touchedFiles ? UInt32(IN_ATTRIB) : 0)
        if descriptor >= 0 { watchFolder() }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether a new socket would be noticed. False if inotify's limits are reached, or the socket is remote.
    package var isWatching: Bool { watched >= 0 }

    /// Discards the pending notifications, and keeps watching.
    package mutating func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
        watchFolder()
    }

    /// Watches the deepest existing folder on the way to the socket. It may be another folder than before, with the same name.
    private mutating func watchFolder() {
        while let folder = deepestFolder {
            let added = unsafe inotify_add_watch(descriptor, folder, events)
            if watched >= 0, watched != added { inotify_rm_watch(descriptor, watched) }
            watched = added
            // Otherwise a deeper folder has appeared since, or this one is gone.
            if folder == deepestFolder { return }
        }
    }

    private var deepestFolder: String? {
        guard var folder = path?[...] else { return nil }
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if unsafe access(folder.isEmpty ? "/" : String(folder), X_OK) == 0 { return folder.isEmpty ? "/" : String(folder) }
        }
        return nil
    }
}
