import AnnounceProtocol
import Glibc

/// The process's environment.
enum Environment {
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The folder of the session's sockets.
    static var runtimeFolder: String { SocketPath.runtimeFolder(environment: value, user: getuid()) }
}
