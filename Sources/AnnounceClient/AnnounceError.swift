import AnnounceProtocol
import Messages

/// Why something can't be done.
public enum AnnounceError: Error, Sendable, Equatable {
    /// Nobody listens at the socket, or whoever does has not answered for as long as the client is patient.
    case noDaemon(socket: String)
    /// The socket's path is longer than one can be.
    case socketPathTooLong(socket: String)
    /// The daemon refused it.
    case refused(Refusal)
    /// The connection was lost before the answer came. What was asked may have been carried out.
    case connectionLost
    /// The announcement was posted, the connection was lost, and the daemon that is there now knows nothing of it. It may have been
    /// heard. It is never posted twice by itself: post it again if twice is better than not at all.
    case outcomeUnknown
    /// The task that waited was cancelled. An announcement that it waited for is cancelled too.
    case cancelled
    /// ``AnnounceClient/AnnounceClient/close()`` was called.
    case closed

    /// A refusal by the daemon, with a sentence for people.
    public struct Refusal: Sendable, Equatable {
        /// The kind of refusal; a newer daemon may have more of them.
        public struct Code: RawRepresentable, Sendable, Hashable {
            public let rawValue: String

            public init(rawValue: String) { self.rawValue = rawValue }

            /// A field is missing or wrong, or no voice speaks what is asked for.
            public static let invalidMessage = Code(rawValue: "invalidMessage")
            /// The daemon is older than this library, and does not know what was asked for.
            public static let unknownType = Code(rawValue: "unknownType")
            /// It is longer than a message may be.
            public static let tooLarge = Code(rawValue: "tooLarge")
            /// As many clients are connected as may be.
            public static let tooManyClients = Code(rawValue: "tooManyClients")
            /// There is no such announcement, element or session.
            public static let unknownTarget = Code(rawValue: "unknownTarget")
            /// Another user's daemon, more than there may be of something, or a query that can't be answered yet.
            public static let notAllowed = Code(rawValue: "notAllowed")
        }

        public let code: Code
        /// Names the field, and what was expected there.
        public let message: String

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
    public var description: String {
        switch self {
        case .noDaemon(let socket): "no daemon answers at \(socket); start it with `systemctl --user start announced`"
        case .socketPathTooLong(let socket): SocketPath.mistake(in: socket, setting: "`socket` or ANNOUNCED_SOCKET") ?? socket
        case .refused(let refusal): refusal.message
        case .connectionLost: "the connection to the daemon was lost before it answered"
        case .outcomeUnknown: "the connection to the daemon was lost, and what became of the announcement is not known"
        case .cancelled: "the task was cancelled"
        case .closed: "the client was closed"
        }
    }
}
