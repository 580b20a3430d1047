/// The folder of the user's sockets.
package enum RuntimeFolder {
    /// Returns `$XDG_RUNTIME_DIR`, or `/run/user/UID`.
    /// - Parameters:
    ///   - environment: the function that returns a variable's value, or nil if it is not set.
    ///   - user: the user's id.
    package static func path(environment: (String) -> String?, user: UInt32) -> String {
        environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/run/user/\(user)"
    }
}
