import Messages

/// The location of the daemon's socket.
package enum SocketPath {
    /// Returns `$ANNOUNCED_SOCKET`, or `$XDG_RUNTIME_DIR/announced/socket`, or the same below `/run/user/UID`.
    /// - Parameters:
    ///   - environment: Returns a variable's value; nil if it is not set.
    ///   - user: The user's id.
    package static func standard(environment: (String) -> String?, user: UInt32) -> String {
        if let path = environment("ANNOUNCED_SOCKET"), !path.isEmpty { return path }
        return "\(RuntimeFolder.path(environment: environment, user: user))/announced/socket"
    }

    /// The maximum length of a path in bytes, for SwiftNIO; the system would accept four more.
    package static let maximumLength = 103

    /// Returns why no socket can be at `path`, and what to do about it; nil if one can.
    /// - Parameter setting: The setting that selects another path, for people.
    package static func mistake(in path: String, setting: String = "--socket or ANNOUNCED_SOCKET") -> String? {
        let length = path.utf8.count
        guard length > maximumLength else { return nil }
        return
            "\(path): too long for a socket: \(length) bytes; the maximum is \(maximumLength); choose a shorter path with \(setting)"
    }
}
