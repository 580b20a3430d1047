/// Where the daemon's socket is.
package enum SocketPath {
    /// `$ANNOUNCED_SOCKET`, else `$XDG_RUNTIME_DIR/announced/socket`, else the same below `/run/user/UID`.
    /// - Parameters:
    ///   - environment: a variable's value, nil if it is not set.
    ///   - user: the user's number.
    package static func standard(environment: (String) -> String?, user: UInt32) -> String {
        if let path = environment("ANNOUNCED_SOCKET"), !path.isEmpty { return path }
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/run/user/\(user)"
        return "\(runtime)/announced/socket"
    }

    /// The longest path that a Unix socket can have, in bytes.
    package static let maximumLength = 107
}
