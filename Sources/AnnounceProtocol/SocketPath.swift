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

    /// The longest path in bytes: what SwiftNIO takes. The system would take four more.
    package static let maximumLength = 103

    /// Returns why no socket can be at `path`, and what to do; nil: one can.
    /// - Parameter setting: what chooses another path, for people.
    package static func mistake(in path: String, setting: String = "--socket or ANNOUNCED_SOCKET") -> String? {
        let length = path.utf8.count
        guard length > maximumLength else { return nil }
        return
            "\(path): too long for a socket: \(length) bytes, and \(maximumLength) at most are possible; choose a shorter one with \(setting)"
    }
}
