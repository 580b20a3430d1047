import Glibc
import NIOCore
import System

/// The user and the program at the other end of a Unix socket.
enum PeerCredentials {
    /// The kernel's `struct ucred`, which the C library declares for GNU sources only.
    private struct Credentials: Sendable {
        var process: Int32
        var user: UInt32
        var group: UInt32
    }

    /// Returns the peer's user; nil if the system does not report it. Called on the channel's event loop.
    static func user(of channel: any Channel) -> UInt32? { credentials(of: channel)?.user }

    /// Returns the peer's program: the process group that connected, which its children share. Called on the channel's event loop.
    static func program(of channel: any Channel) -> Int32? {
        // The id is 0 for a process of another namespace.
        guard let process = credentials(of: channel)?.process, process > 0, case let group = getpgid(process), group > 0 else { return nil }
        return group
    }

    /// Returns the credentials that SO_PEERCRED reports.
    private static func credentials(of channel: any Channel) -> Credentials? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        // On the event loop, the future completes at once.
        let peer = NIOLoopBoundBox<Credentials?>(nil, eventLoop: channel.eventLoop)
        provider.unsafeGetSocketOption(level: .init(rawValue: SOL_SOCKET), name: .init(rawValue: SO_PEERCRED))
            .whenSuccess { (credentials: Credentials) in peer.value = credentials }
        return peer.value
    }

    /// Returns whether a peer without a user number must be root. In a user namespace that maps only our user, such as a sandboxed
    /// service's, all other users look the same; but only root and its owner can connect to a socket with mode 0600.
    /// - Parameter path: the path of the socket that the peer connected to.
    static func mustBeRoot(_ peer: UInt32, at path: String?) -> Bool {
        guard peer == overflowUser, rootIsUnmapped, let path else { return false }
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK && status.st_mode & 0o077 == 0
            && status.st_uid == getuid()
    }

    /// The number that stands for all users without a number in this user namespace (the kernel's default for `kernel.overflowuid`).
    private static let overflowUser: UInt32 = 65_534

    /// Whether this user namespace does not contain root: no line `<here> <there> <count>` begins at user 0 outside.
    private static let rootIsUnmapped: Bool = {
        guard let map = try? FileBytes.read("/proc/self/uid_map", most: 4096), !map.isEmpty else { return false }
        let lines = String(decoding: map, as: UTF8.self).split(separator: "\n")
        return lines.allSatisfy { line in line.split(separator: " ").dropFirst().first != "0" }
    }()
}
