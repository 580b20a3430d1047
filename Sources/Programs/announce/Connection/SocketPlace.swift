import Glibc
import System

/// The path of a daemon's socket.
enum SocketPlace {
    /// Returns why no daemon can be started for a socket, as a sentence without its end; nil if one can. The daemon creates the socket's
    /// folder, but not that folder's parent.
    static func obstacle(at path: String) -> String? {
        let folder = Self.folder(of: path)
        guard let code = errorCode(ofMakingIn: folder) else { return nil }
        let outer = Self.folder(of: folder)
        let (missing, reason) = code == ENOENT ? (outer, errorCode(ofMakingIn: outer)) : (folder, code)
        return reason.map { "nothing can be made in \(missing) (\(String(systemError: $0)))" }
    }

    /// Returns the `errno` code if nothing can be created in a folder.
    private static func errorCode(ofMakingIn folder: String) -> CInt? { unsafe access(folder, W_OK | X_OK) == 0 ? nil : errno }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
