import Glibc

/// The process's environment.
enum Environment {
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The folder of the session's sockets.
    static var runtimeFolder: String { value("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/run/user/\(getuid())" }
}
