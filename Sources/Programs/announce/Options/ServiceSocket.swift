import AnnounceProtocol
import Glibc
import System

extension Environment {
    /// The socket of the user's service.
    static var serviceSocket: String { SocketPath.standard(environment: { $0 == "ANNOUNCED_SOCKET" ? nil : value($0) }, user: getuid()) }
}
