import Glibc
import Messages

/// The process's environment.
package enum Environment {
    /// Returns a variable's value; nil if it is unset or empty, which POSIX and freedesktop treat alike.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The folder of the user's sockets.
    package static var runtimeFolder: String { RuntimeFolder.path(environment: value, user: getuid()) }
}

extension String {
    /// The system's description of an error number: "No such file or directory".
    package init(systemError code: CInt) { self = unsafe String(cString: strerror(code)) }
}
