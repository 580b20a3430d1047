import Glibc
import NIOCore

/// Whose process is at the other end of a Unix socket.
enum PeerCredentials {
    /// The kernel's `struct ucred`, which the C library shows to GNU sources only.
    private struct Credentials: Sendable {
        var process: Int32
        var user: UInt32
        var group: UInt32
    }

    /// The peer's user (SO_PEERCRED); nil if the system does not tell. On the channel's event loop.
    static func user(of channel: any Channel) -> UInt32? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        // On the event loop the future has its value when it is made.
        let user = NIOLoopBoundBox<UInt32?>(nil, eventLoop: channel.eventLoop)
        provider.unsafeGetSocketOption(level: .init(rawValue: SOL_SOCKET), name: .init(rawValue: SO_PEERCRED))
            .whenSuccess { (credentials: Credentials) in user.value = credentials.user }
        return user.value
    }
}
