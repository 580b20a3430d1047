import Glibc
import Messages

/// The process's environment.
enum Environment {
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The folder of the session's sockets.
    static var runtimeFolder: String { RuntimeFolder.path(environment: value, user: getuid()) }
}
