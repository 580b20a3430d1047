import Messages

/// The location of the daemon's socket.
package enum SocketPath {
    /// Returns the first that applies: `$ANNOUNCED_SOCKET`, `$XDG_RUNTIME_DIR/announced/socket`, or `/run/user/UID/announced/socket`.
    /// - Parameters:
    ///   - environment: the function that returns a variable's value, or nil if it is not set.
    ///   - user: the user's id.
    package static func standard(environment: (String) -> String?, user: UInt32) -> String {
        if let path = environment("ANNOUNCED_SOCKET"), !path.isEmpty { return path }
        return "\(RuntimeFolder.path(environment: environment, user: user))/announced/socket"
    }

    /// The maximum length of a path in bytes, for SwiftNIO; the system would accept four more.
    package static let maximumLength = 103

    /// Returns why `path` can't be a socket's path, and the remedy; nil if it can.
    /// - Parameter setting: the setting that selects another path, for the sentence.
    package static func mistake(in path: String, setting: String = "--socket or ANNOUNCED_SOCKET") -> String? {
        let length = path.utf8.count
        guard length > maximumLength else { return nil }
        return
            "\(path): too long for a socket: \(length) bytes; the maximum is \(maximumLength); choose a shorter path with \(setting)"
    }
}
