import AnnounceProtocol
import Messages

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

    /// A refusal by the daemon, with a readable message.
    public struct Refusal: Sendable, Equatable {
        /// A kind of refusal; newer daemons may have more.
        public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// The protocol's name for the kind.
            public let rawValue: String

            /// Creates a kind from the protocol's name.
            public init(rawValue: String) { self.rawValue = rawValue }

            public var description: String { rawValue }

            /// A field is missing or wrong, or no voice fits the request.
            public static let invalidMessage = Code(rawValue: "invalidMessage")
            /// The daemon is older than this library, and does not know the request.
            public static let unknownType = Code(rawValue: "unknownType")
            /// The message is too long.
            public static let tooLarge = Code(rawValue: "tooLarge")
            /// The maximum number of clients is already connected.
            public static let tooManyClients = Code(rawValue: "tooManyClients")
            /// The announcement, element or session does not exist.
            public static let unknownTarget = Code(rawValue: "unknownTarget")
            /// The daemon is another user's, a limit is reached, a query can't be answered yet, or the user or the configuration forbids
            /// the request.
            public static let notAllowed = Code(rawValue: "notAllowed")
        }

        /// The kind of refusal.
        public let code: Code
        /// A message that names the field and the expected value.
        public let message: String

        /// Creates a refusal, for tests.
        public init(code: Code, message: String) {
            self.code = code
            self.message = message
        }

        init(_ error: ErrorReply) {
            self.init(code: Code(rawValue: error.code.rawValue), message: error.message)
        }
    }
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
