import AnnounceProtocol
public import Messages

/// Why a request failed. If the waiting task was cancelled, the error is a `CancellationError` instead.
public enum AnnounceError: Error, Sendable, Equatable {
    /// No daemon listens at the socket, or it did not answer within the client's patience.
    case noDaemon(socket: String)
    /// The path exceeds the maximum length of a socket's path.
    case socketPathTooLong(socket: String)
    /// The daemon refused the request.
    case refused(Refusal)
    /// The connection was lost before the reply. The request may have been carried out.
    case connectionLost
    /// The announcement was posted, the connection was lost, and the present daemon does not know the announcement. It may have been heard.
    /// The client never posts it twice; post it again if hearing it twice is better than not at all.
    case outcomeUnknown
    /// ``Announcer/close()`` was called.
    case closed

    /// A refusal by the daemon, with a readable message that names the field and the expected value.
    public typealias Refusal = ErrorReply
}

extension AnnounceError: CustomStringConvertible {
    /// The error as a readable sentence, with advice.
    public var description: String {
        switch self {
        case .noDaemon(let socket): "no daemon answers at \(socket); start it with `systemctl --user start announced`"
        case .socketPathTooLong(let socket): SocketPath.mistake(in: socket, setting: "`socket` or ANNOUNCED_SOCKET") ?? socket
        case .refused(let refusal): refusal.message
        case .connectionLost: "the connection to the daemon was lost before it answered"
        case .outcomeUnknown: "the connection to the daemon was lost, and what became of the announcement is not known"
        case .closed: "the client was closed"
        }
    }
}
