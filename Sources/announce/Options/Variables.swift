import Glibc

/// The environment.
enum Variables {
    /// Nil if it is not set, or empty.
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Where the user's sockets are.
    static var runtimeFolder: String { value("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())" }
}
