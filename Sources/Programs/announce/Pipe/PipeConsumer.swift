import Messages

/// An event during the reading of standard input.
enum PipeEvent: Sendable {
    /// More input is available, or it has ended.
    case input
    case message(ServerMessage)
    /// The connection has ended.
    case lost
    /// A signal has interrupted the command.
    case interrupted

    /// The id of the request whose reply starts the reading.
    static let ready = ClientIdentity.id("ready")
}

/// Handles the lines that are read.
protocol PipeConsumer {
    /// Receives a message from the daemon.
    /// - Throws: `Connection.Failure`.
    mutating func receive(_ message: ServerMessage) async throws
    /// Reads as many lines as may be posted now.
    mutating func read() async throws
    /// Whether the input has ended, and every line has its outcome.
    var isDone: Bool { get }
    /// Whether speech is still pending.
    var isWaiting: Bool { get }
    /// The requests that silence everything posted.
    var cancellations: [Request] { get }
    var outcome: PipeOutcome { get }
}
