import AnnounceProtocol
import Glibc
import Messages

/// The environment.
enum Variables {
    /// Returns a variable's value; nil if it is not set, or empty.
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The socket of the user's service.
    static var serviceSocket: String { SocketPath.standard(environment: { $0 == "ANNOUNCED_SOCKET" ? nil : value($0) }, user: getuid()) }

    /// The folder of the user's sockets.
    static var runtimeFolder: String { RuntimeFolder.path(environment: value, user: getuid()) }
}
